import type { Git } from './git.js';

/** Text of a blob; null when it is binary. */
export async function readBlobText(git: Git, object: string): Promise<string | null> {
  return decodeText(await git.bytes(['cat-file', 'blob', object]));
}

/** Null when the bytes hold a NUL or are not UTF-8. A byte order mark stays. */
export function decodeText(bytes: Buffer): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
