import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TrackedFile } from '../../isolate/workspace.js';
import { inSlices } from './in-slices.js';
import { isRegular } from './read-tree.js';
import { WorktreeFiles } from './worktree-files.js';

/** sha256 in hex of each tracked regular file as it lies in `tree`; null when no regular file is there. */
export async function digestFiles(
  tree: string,
  tracked: readonly TrackedFile[],
): Promise<ReadonlyMap<string, string | null>> {
  const digests = new Map<string, string | null>();
  const files = new WorktreeFiles(tree);
  await inSlices(tracked.filter(isRegular), ({ path }) => {
    digests.set(path, files.kindOf(path) === 'file' ? digestOf(join(tree, path)) : null);
  });
  return digests;
}

/** A file that cannot be read is as good as missing. */
function digestOf(path: string): string | null {
  try {
    return hash('sha256', readFileSync(path));
  } catch {
    return null;
  }
}
