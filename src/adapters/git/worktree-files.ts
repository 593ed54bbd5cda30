import { lstat, readFile } from 'node:fs/promises';
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
  async kindOf(path: string): Promise<'file' | 'symlink' | 'other' | 'missing'> {
    if (!(await this.#isRealFolder(dirname(path)))) return 'missing';
    const found = await lstat(join(this.#tree, path)).catch(() => null);
    if (found === null) return 'missing';
    if (found.isSymbolicLink()) return 'symlink';
    return found.isFile() ? 'file' : 'other';
  }

  async #isRealFolder(folder: string): Promise<boolean> {
    const known = this.#realFolders.get(folder);
    if (known !== undefined) return known;
    const isReal =
      (await this.#isRealFolder(dirname(folder))) &&
      ((await lstat(join(this.#tree, folder)).catch(() => null))?.isDirectory() ?? false);
    this.#realFolders.set(folder, isReal);
    return isReal;
  }
}

const LARGEST_FILE = 16_000_000;

/** Text of a regular file of the worktree; null when it is absent, a link, too large or not UTF-8. */
export async function readWorktreeFile(tree: string, path: string): Promise<string | null> {
  if ((await new WorktreeFiles(tree).kindOf(path)) !== 'file') return null;
  const place = join(tree, path);
  if ((await lstat(place)).size > LARGEST_FILE) return null;
  return decodeText(await readFile(place).catch(() => undefined));
}
