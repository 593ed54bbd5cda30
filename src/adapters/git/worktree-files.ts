import { lstatSync, type Stats } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { decodeText } from './read-blobs.js';

/** Looks at files of a worktree without ever following a symbolic link, in the path or at its end. */
export class WorktreeFiles {
  readonly #tree: string;
  readonly #realFolders = new Map<string, boolean>([['.', true]]);

  constructor(tree: string) {
    this.#tree = tree;
  }

  /** `other` is a folder, or nothing that git can hold. */
  kindOf(path: string): 'file' | 'symlink' | 'other' | 'missing' {
    if (!this.#isRealFolder(dirname(path))) return 'missing';
    const found = tryLstat(join(this.#tree, path));
    if (found === null) return 'missing';
    if (found.isSymbolicLink()) return 'symlink';
    return found.isFile() ? 'file' : 'other';
  }

  #isRealFolder(folder: string): boolean {
    const known = this.#realFolders.get(folder);
    if (known !== undefined) return known;
    const isReal =
      this.#isRealFolder(dirname(folder)) && (tryLstat(join(this.#tree, folder))?.isDirectory() ?? false);
    this.#realFolders.set(folder, isReal);
    return isReal;
  }
}

/** What lies there, without following a link; null when nothing does, or nobody may look. */
export function tryLstat(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

const LARGEST_FILE = 16_000_000;

/** Text of a regular file of the worktree; null when it is absent, a link, too large or not UTF-8. */
export async function readWorktreeFile(tree: string, path: string): Promise<string | null> {
  if (new WorktreeFiles(tree).kindOf(path) !== 'file') return null;
  const place = join(tree, path);
  if ((tryLstat(place)?.size ?? 0) > LARGEST_FILE) return null;
  return decodeText(await readFile(place).catch(() => undefined));
}
