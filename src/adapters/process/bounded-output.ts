/** Room for the line between head and tail. */
const NOTE_BYTES = 128;
/** Bytes that may be given up to cut at a line end; a longer line is cut inside. */
const LINE_SEARCH_BYTES = 4096;
const NEWLINE = 0x0a;

/**
 * Keeps the first and the last half of a byte stream, so that memory stays bounded whatever is written.
 * `limit` is in bytes.
 */
export class BoundedOutput {
  readonly #head: Buffer;
  /** Ring buffer; `#tailBytes % length` is where the next byte goes. */
  readonly #tail: Buffer;
  #headBytes = 0;
  #tailBytes = 0;

  constructor(limit: number) {
    this.#head = Buffer.alloc(Math.ceil(limit / 2));
    this.#tail = Buffer.alloc(Math.floor(limit / 2));
  }

  add(chunk: Buffer): void {
    const toHead = Math.min(chunk.length, this.#head.length - this.#headBytes);
    chunk.copy(this.#head, this.#headBytes, 0, toHead);
    this.#headBytes += toHead;
    this.#addToTail(chunk.subarray(toHead));
  }

  /** The kept text; where bytes were left out, one line says how many. */
  finish(): { readonly text: string; readonly omittedBytes: number } {
    const head = this.#head.subarray(0, this.#headBytes);
    const tail = this.#orderedTail();
    if (this.#tailBytes <= tail.length) {
      return { text: Buffer.concat([head, tail]).toString('utf8'), omittedBytes: 0 };
    }
    const keptHead = head.subarray(0, endOfHead(head));
    const keptTail = tail.subarray(startOfTail(tail, NOTE_BYTES));
    const omittedBytes = this.#headBytes + this.#tailBytes - keptHead.length - keptTail.length;
    const before = keptHead.at(-1) === NEWLINE || keptHead.length === 0 ? '' : '\n';
    const note = `${before}[smart-fix: ${omittedBytes} bytes left out here]\n`;
    return { text: keptHead.toString('utf8') + note + keptTail.toString('utf8'), omittedBytes };
  }

  #addToTail(chunk: Buffer): void {
    const size = this.#tail.length;
    // Of a chunk longer than the ring only the end can stay.
    const skipped = Math.max(0, chunk.length - size);
    const at = (this.#tailBytes + skipped) % Math.max(1, size);
    const copied = chunk.copy(this.#tail, at, skipped);
    chunk.copy(this.#tail, 0, skipped + copied);
    this.#tailBytes += chunk.length;
  }

  #orderedTail(): Buffer {
    if (this.#tailBytes <= this.#tail.length) return this.#tail.subarray(0, this.#tailBytes);
    const start = this.#tailBytes % this.#tail.length;
    return Buffer.concat([this.#tail.subarray(start), this.#tail.subarray(0, start)]);
  }
}

function endOfHead(head: Buffer): number {
  const lineEnd = head.lastIndexOf(NEWLINE) + 1;
  if (lineEnd > 0 && head.length - lineEnd <= LINE_SEARCH_BYTES) return lineEnd;
  // Back over the bytes of a character that is not complete.
  let end = head.length;
  while (end > 0 && isContinuation(head[end - 1])) end -= 1;
  const lead = head[end - 1] ?? 0;
  const isWhole = lead < 0x80 || head.length - end + 1 >= characterLength(lead);
  return isWhole ? head.length : end - 1;
}

function startOfTail(tail: Buffer, from: number): number {
  const lineStart = tail.indexOf(NEWLINE, from) + 1;
  if (lineStart > 0 && lineStart - from <= LINE_SEARCH_BYTES) return lineStart;
  let start = Math.min(from, tail.length);
  while (start < tail.length && isContinuation(tail[start])) start += 1;
  return start;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function characterLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}
