import { TextDecoder } from 'node:util';

/** Bytes that say how a text is encoded. */
const MARK_BYTES = 2;

/**
 * The pieces of a text as UTF-8, whatever their cuts. UTF-16 is told by its byte order mark, as `>` of Windows PowerShell
 * writes it (learn.microsoft.com, about_Character_Encoding); everything else is taken for UTF-8.
 */
export async function* utf8Pieces(pieces: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0);
  let decoder: TextDecoder | null = null;
  for await (const piece of pieces) {
    let bytes = Buffer.isBuffer(piece) ? piece : Buffer.from(piece);
    if (head !== null) {
      bytes = Buffer.concat([head, bytes]);
      head = bytes.length < MARK_BYTES ? bytes : null;
      if (head !== null) continue;
      decoder = decoderOf(bytes);
    }
    yield decoder === null ? bytes : Buffer.from(decoder.decode(bytes, { stream: true }));
  }
  if (head !== null) yield head;
}

function decoderOf(bytes: Buffer): TextDecoder | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be');
  return null;
}
