import { lstat, readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { RevisionFiles } from '../../repair/strategy.js';
import { decodeText } from '../git/read-blobs.js';

/** Of a large folder only so many files are listed for suggestions; those that are asked for are always known. */
const MAX_LISTED = 20_000;
const NOT_LISTED = new Set(['.git', 'node_modules']);

/**
 * The files of a folder as they lie. Links are never followed: a file below one is none of the folder's. `asked` are the
 * paths that will be asked for, relative to the folder and safe.
 */
export async function openFolderFiles(folder: string, asked: readonly string[]): Promise<RevisionFiles> {
  const paths = new Set<string>();
  await listInto(paths, folder, '');
  for (const path of asked.flatMap(withParents)) {
    if (await isEntry(folder, path)) paths.add(path);
  }
  return { paths: [...paths], read: (path) => readText(folder, path) };
}

/** The first symbolic link on the way to a path, the path itself included; null when there is none. */
export async function findLink(folder: string, path: string): Promise<string | null> {
  for (const part of withParents(path)) {
    const found = await lstat(join(folder, part)).catch(() => null);
    if (found === null) return null;
    if (found.isSymbolicLink()) return part;
  }
  return null;
}

function withParents(path: string): readonly string[] {
  const segments = path.split('/');
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'));
}

async function listInto(paths: Set<string>, folder: string, below: string): Promise<void> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (paths.size >= MAX_LISTED) return;
    if (!entry.isDirectory()) paths.add(path);
    else if (!NOT_LISTED.has(entry.name)) await listInto(paths, folder, path);
  }
}

/** True for anything but a folder, by its exact name: a file system that folds case finds others as well. */
async function isEntry(folder: string, path: string): Promise<boolean> {
  const entries = await readdir(join(folder, dirname(path)), { withFileTypes: true }).catch(() => []);
  return entries.some((entry) => entry.name === basename(path) && !entry.isDirectory());
}

async function readText(folder: string, path: string): Promise<string | null> {
  if ((await findLink(folder, path)) !== null) return null;
  const file = join(folder, path);
  if (!(await lstat(file)).isFile()) return null;
  return decodeText(await readFile(file));
}
