import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Installed packages and git's own data: many files, and none that a gate reports in. */
const LEFT_OUT = new Set(
  '.git node_modules .venv venv .tox .nox site-packages __pycache__ .gradle'.split(' '),
);
const MAX_ENTRIES = 50_000;
const MAX_DEPTH = 12;

/**
 * Regular files below a folder, as paths relative to it with slashes, in order. Links are not followed. None when there
 * are too many entries: which of them were seen would be chance.
 */
export async function listTree(folder: string): Promise<readonly string[]> {
  const files: string[] = [];
  const folders = [{ path: '', depth: 0 }];
  let seen = 0;
  for (let next = folders.shift(); next !== undefined && seen < MAX_ENTRIES; next = folders.shift()) {
    const { path, depth } = next;
    // A folder that is gone or cannot be read holds nothing for us.
    const entries = await readdir(join(folder, path), { withFileTypes: true }).catch(() => []);
    for (const entry of entries.slice(0, MAX_ENTRIES - seen)) {
      seen += 1;
      const below = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.isFile()) files.push(below);
      else if (entry.isDirectory() && depth < MAX_DEPTH && !LEFT_OUT.has(entry.name))
        folders.push({ path: below, depth: depth + 1 });
    }
  }
  return seen < MAX_ENTRIES ? files.sort() : [];
}
