import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ArchiveFault } from './archive-fault.js';
import { checkExpansion } from './expansion.js';

/** @throws ArchiveFault while it is read, for what is damaged or expands to more than a log does. */
export async function* expandGzip(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [packed, expanded] = [0, 0];
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      packed += piece.length;
      yield piece;
    }
  }
  const source = Readable.from(counted(), { objectMode: false });
  const expansion = source.pipe(createGunzip());
  source.on('error', (error) => expansion.destroy(error));
  try {
    for await (const piece of expansion) {
      const bytes = Buffer.from(piece);
      expanded += bytes.length;
      checkExpansion(packed, expanded);
      yield bytes;
    }
  } catch (cause) {
    if (cause instanceof ArchiveFault || !isOfZlib(cause)) throw cause;
    throw new ArchiveFault('it is damaged or was cut off; download it again', cause);
  } finally {
    source.destroy();
    expansion.destroy();
  }
}

function isOfZlib(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^Z_/.test(String(error.code));
}
