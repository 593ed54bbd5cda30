import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TrackedFile } from '../../isolate/workspace.js';
import { WorktreeFiles } from './worktree-files.js';

/** sha256 in hex of each tracked regular file as it lies in `tree`; null when no regular file is there. */
export async function digestFiles(
  tree: string,
  tracked: readonly TrackedFile[],
): Promise<ReadonlyMap<string, string | null>> {
  const digests = new Map<string, string | null>();
  const files = new WorktreeFiles(tree);
  for (const { path, kind } of tracked) {
    if (kind !== 'file' && kind !== 'executable') continue;
    const isThere = (await files.kindOf(path)) === 'file';
    // A file that cannot be read is as good as missing.
    digests.set(path, isThere ? await readFile(join(tree, path)).then(sha256, () => null) : null);
  }
  return digests;
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
