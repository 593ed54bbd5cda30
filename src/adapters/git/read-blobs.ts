import type { Git } from './git.js';
import { isRegular, type TreeEntry } from './read-tree.js';

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

/** Texts of those of the paths that a tree has as regular files of UTF-8 text, in one call of git. */
export async function readTexts(
  git: Git,
  tree: readonly TreeEntry[],
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Set(paths);
  const entries = tree.filter((entry) => wanted.has(entry.path) && isRegular(entry));
  if (entries.length === 0) return new Map();
  const blobs = await readBlobs(
    git,
    entries.map(({ object }) => object),
  );
  const texts = entries.map(({ path, object }) => [path, decodeText(blobs.get(object))] as const);
  return new Map(texts.filter((entry): entry is [string, string] => entry[1] !== null));
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
