import type { Git } from './git.js';

/** Contents of blobs by object id, in one call of git; ids that name no blob are left out. */
export async function readBlobs(git: Git, objects: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
  const blobs = new Map<string, Buffer>();
  const output = await git.bytes(['cat-file', '--batch'], { input: objects.join('\n') });
  // git-cat-file(1): `<object> <type> <size>`, a line feed, the content, a line feed.
  for (let at = 0; at < output.length; ) {
    const lineEnd = output.indexOf('\n', at);
    const [object = '', type, size] = output.toString('latin1', at, lineEnd).split(' ');
    at = lineEnd + 1;
    if (size === undefined) continue;
    const end = at + Number(size);
    if (type === 'blob') blobs.set(object, output.subarray(at, end));
    at = end + 1;
  }
  return blobs;
}

/** Null when the bytes hold a NUL or are not UTF-8. A byte order mark stays. */
export function decodeText(bytes: Buffer | undefined): string | null {
  if (bytes === undefined || bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
