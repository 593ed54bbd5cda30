import type { Scan } from '../domain/scan.js';
import { judgeReading } from './judge-reading.js';
import { hasOnlyReturns } from './line-ends.js';
import { LogReader } from './log-reader.js';
import type { Reading } from './read-diagnostics.js';
import type { ScanContext } from './scan-log.js';
import { MAX_DOCUMENT } from './structured/max-document.js';

const CR = 13;
const NEWLINE = 10;
/** Bytes by which a document for programs is told from a log. */
const HEAD_LENGTH = 4_096;
/** How a text begins that `readStructured` may take. */
const DOCUMENT = /^\uFEFF?\s*(?:$|<|\{|\[\s*(?:$|[{\]])|TAP version 1[34]|1\.\.\d)/;

const TOO_LONG = `It begins like a report, and is too long to be read as one (${MAX_DOCUMENT / 1e6} MB): it was read as a log.`;

/** `scanLog` for a log that comes in pieces; memory does not grow with it, but for a document with its size. */
export class LogScanner {
  readonly #context: ScanContext;
  readonly #reader: LogReader;
  /** What may be a document, or has not said yet; null for a log. */
  #document: Buffer[] | null = [];
  #length = 0;
  #onlyReturns = false;
  #hasFailed = false;
  #notes: readonly string[] = [];

  constructor(context: ScanContext) {
    this.#context = context;
    this.#reader = new LogReader(context.matchers ?? []);
  }

  /** `chunk` is UTF-8, cut anywhere; it may be used again afterwards. */
  push(chunk: Buffer): void {
    if (this.#document === null) this.#read(chunk);
    else this.#hold(chunk, this.#document);
  }

  /** Until it is known to be a log. */
  #hold(chunk: Buffer, document: Buffer[]): void {
    document.push(Buffer.from(chunk));
    const wasShort = this.#length < HEAD_LENGTH;
    this.#length += chunk.length;
    if (this.#length < HEAD_LENGTH || (this.#length <= MAX_DOCUMENT && !wasShort)) return;
    const isDocument = DOCUMENT.test(headOf(document));
    if (this.#length <= MAX_DOCUMENT && isDocument) return;
    if (isDocument) this.#notes = [TOO_LONG];
    this.#readAsLog(document);
  }

  /** True when what was pushed, and nothing more, may be a document. */
  get mayBeDocument(): boolean {
    return this.#document !== null && DOCUMENT.test(headOf(this.#document));
  }

  /** `readStructured` is only asked for what may be a document. */
  end(readStructured: (text: string) => Reading | null): Scan {
    const text = Buffer.concat(this.#document ?? []);
    const reading = this.mayBeDocument ? readStructured(text.toString('utf8')) : null;
    if (reading === null) this.#readAsLog([text]);
    const read = reading ?? this.#reader.end();
    this.#hasFailed = read.failedSteps.size > 0;
    const notes = [...read.notes, ...this.#notes];
    return judgeReading({ ...read, notes }, this.#context.repositoryFiles);
  }

  /** After the end: whether the runner marked a step as failed. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  #readAsLog(chunks: readonly Buffer[]): void {
    this.#document = null;
    this.#onlyReturns = hasOnlyReturns(headOf(chunks));
    for (const chunk of chunks) this.#read(chunk);
  }

  #read(chunk: Buffer): void {
    this.#reader.push(
      this.#onlyReturns ? Buffer.from(chunk.map((byte) => (byte === CR ? NEWLINE : byte))) : chunk,
    );
  }
}

function headOf(chunks: readonly Buffer[]): string {
  const head: Buffer[] = [];
  for (let at = 0, length = 0; at < chunks.length && length < HEAD_LENGTH; at++) {
    const chunk = chunks[at] ?? Buffer.alloc(0);
    head.push(chunk);
    length += chunk.length;
  }
  return Buffer.concat(head).toString('utf8', 0, HEAD_LENGTH);
}
