import { chmod } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TrackedFile } from '../../isolate/workspace.js';
import { removeFolder } from './remove-folder.js';
import { tryLstat } from './worktree-files.js';

/**
 * Prepares a worktree that a gate has used for git: whatever stands in place of a folder of tracked files goes (git
 * takes a folder for unchanged that was moved away and replaced by a symbolic link to it), so does a `.git` planted
 * in one, and the folders can be written again.
 */
export async function clearTree(tree: string, files: readonly TrackedFile[]): Promise<void> {
  for (const folder of foldersOf(files)) {
    const path = join(tree, folder);
    const found = tryLstat(path);
    if (found === null) continue;
    if (!found.isDirectory()) await removeFolder(path);
    else {
      if ((found.mode & 0o700) !== 0o700) await chmod(path, 0o700);
      if (tryLstat(join(path, '.git')) !== null) await removeFolder(join(path, '.git'));
    }
  }
}

/** Parents before children. */
function foldersOf(files: readonly TrackedFile[]): readonly string[] {
  const folders = new Set<string>(['.']);
  for (const { path } of files) {
    for (let folder = dirname(path); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
  }
  return [...folders].sort();
}
