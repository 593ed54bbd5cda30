import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { TrackedFile } from '../../isolate/workspace.js';

/** sha256 in hex of each tracked regular file as it lies in `tree`; null when no regular file is there. */
export async function digestFiles(
  tree: string,
  files: readonly TrackedFile[],
): Promise<ReadonlyMap<string, string | null>> {
  const digests = new Map<string, string | null>();
  const folders = new Map<string, boolean>([['.', true]]);
  for (const { path, kind } of files) {
    if (kind !== 'file' && kind !== 'executable') continue;
    const isThere =
      (await isRealFolder(dirname(path), { tree, folders })) && (await isFile(join(tree, path)));
    digests.set(path, isThere ? await digestFile(join(tree, path)) : null);
  }
  return digests;
}

/** False when the folder, or one above it, is a symbolic link: a file below it is not the tracked one. */
async function isRealFolder(
  folder: string,
  seen: { readonly tree: string; readonly folders: Map<string, boolean> },
): Promise<boolean> {
  const known = seen.folders.get(folder);
  if (known !== undefined) return known;
  const isReal =
    (await isRealFolder(dirname(folder), seen)) &&
    ((await lstat(join(seen.tree, folder)).catch(() => null))?.isDirectory() ?? false);
  seen.folders.set(folder, isReal);
  return isReal;
}

async function isFile(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null))?.isFile() ?? false;
}

async function digestFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
