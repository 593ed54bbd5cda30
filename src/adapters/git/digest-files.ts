import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
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
    digests.set(path, isThere ? await digestFile(join(tree, path)) : null);
  }
  return digests;
}

async function digestFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
