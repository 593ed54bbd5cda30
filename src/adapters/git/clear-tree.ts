import { chmod } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Leave, TrackedFile } from '../../isolate/workspace.js';
import { removeFolder } from './remove-folder.js';
import { tryLstat } from './worktree-files.js';

/**
 * Prepares a worktree that a gate has used for git: whatever stands in place of a folder of tracked files goes (git
 * takes a folder for unchanged that was moved away and replaced by a symbolic link to it), so does what was planted in
 * one for git to find, and the folders can be written again.
 */
export async function clearTree(tree: string, files: readonly TrackedFile[], leave: Leave): Promise<void> {
  const tracked = new Set(files.map(({ path }) => path));
  for (const folder of foldersOf(files)) {
    const path = join(tree, folder);
    const found = tryLstat(path);
    if (found === null) continue;
    if (!found.isDirectory()) await removeFolder(path);
    else {
      if ((found.mode & 0o700) !== 0o700) await chmod(path, 0o700);
      for (const name of plantedIn(folder, tracked, leave)) {
        if (tryLstat(join(path, name)) !== null) await removeFolder(join(path, name));
      }
    }
  }
}

/** A repository, and attributes: a checkout obeys those that lie there, where the commit has none. */
function plantedIn(folder: string, tracked: ReadonlySet<string>, leave: Leave): readonly string[] {
  const isOfCommit = tracked.has(folder === '.' ? '.gitattributes' : `${folder}/.gitattributes`);
  return isOfCommit || leave === 'untracked' ? ['.git'] : ['.git', '.gitattributes'];
}

/** Parents before children. */
function foldersOf(files: readonly TrackedFile[]): readonly string[] {
  const folders = new Set<string>(['.']);
  for (const { path } of files) {
    for (let folder = dirname(path); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
  }
  return [...folders].sort();
}
