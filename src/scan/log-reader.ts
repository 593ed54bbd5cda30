import { LineCleaner, MAX_REPORT, type RunnerLine } from './clean-lines.js';
import { LineFilter } from './line-filter.js';
import { MatchersRun, withMatches } from './matchers/match-problems.js';
import type { ProblemMatcher } from './matchers/problem-matcher.js';
import { DiagnosticsReader, type Reading } from './read-diagnostics.js';
import { LineUnwrapper } from './unwrap-lines.js';

const NEWLINE = 10;
/** UTF-8 takes no more for one of JavaScript's characters. */
const MAX_LINE_BYTES = MAX_REPORT * 3;

/** Reads a log piece by piece, as `readDiagnostics` reads it whole: in memory that does not grow, decoding only what may matter. */
export class LogReader {
  readonly #cleaner = new LineCleaner();
  readonly #unwrapper = new LineUnwrapper();
  readonly #reader = new DiagnosticsReader();
  readonly #matchers: MatchersRun | null;
  readonly #filter = new LineFilter();
  /** The beginning of a line whose end has not come. */
  #rest: Buffer = Buffer.alloc(0);

  constructor(matchers: readonly ProblemMatcher[]) {
    this.#matchers = matchers.length > 0 ? new MatchersRun(matchers) : null;
  }

  /** `chunk` is UTF-8, cut anywhere; it may be used again afterwards. */
  push(chunk: Buffer): void {
    const first = chunk.indexOf(NEWLINE);
    let start = 0;
    if (this.#rest.length > 0 && first !== -1) {
      this.#keep(chunk.subarray(0, first + 1));
      this.#readLines(this.#rest, 0, this.#rest.length);
      this.#rest = Buffer.alloc(0);
      start = first + 1;
    }
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    this.#readLines(chunk, start, end);
    this.#keep(chunk.subarray(end));
  }

  end(): Reading {
    this.push(Buffer.of(NEWLINE));
    for (const line of this.#unwrapper.rest()) this.#take(line);
    const reading = this.#reader.finish();
    return this.#matchers === null ? reading : withMatches(reading, this.#matchers);
  }

  /** Keeps what may be read of the line; its end always. */
  #keep(bytes: Buffer): void {
    if (bytes.length === 0) return;
    const kept = bytes.subarray(0, Math.max(MAX_LINE_BYTES - this.#rest.length, 0));
    const isCut = kept.length < bytes.length && bytes.at(-1) === NEWLINE;
    if (kept.length > 0 || isCut)
      this.#rest = Buffer.concat([this.#rest, kept, ...(isCut ? [Buffer.of(NEWLINE)] : [])]);
  }

  /** Every line ends with a line feed. */
  #readLines(bytes: Buffer, start: number, end: number): void {
    for (let from = start; from < end; ) {
      if (this.#wantsAll()) {
        const lineEnd = bytes.indexOf(NEWLINE, from);
        this.#read(bytes, from, lineEnd);
        from = lineEnd + 1;
        continue;
      }
      const verdict = this.#filter.look(bytes, from);
      const { lineEnd, start: textStart, end: textEnd, hits } = this.#filter;
      if (verdict === 'read') this.#read(bytes, from, lineEnd);
      else if (verdict === 'skip') this.#cleaner.skip();
      else {
        const line = this.#cleaner.plain(bytes.toString('utf8', textStart, textEnd));
        if (this.#reader.mayTake(line, hits)) this.#reader.read(line, hits);
      }
      from = lineEnd + 1;
    }
  }

  /** A step's header is waited for too: it begins a step of which nothing was read. */
  #wantsAll(): boolean {
    return this.#matchers !== null || this.#unwrapper.holds || this.#reader.isWaitingIn(this.#cleaner.step);
  }

  #read(bytes: Buffer, from: number, lineEnd: number): void {
    const raw = bytes.toString('utf8', from, Math.min(lineEnd, from + MAX_LINE_BYTES));
    const line = this.#cleaner.clean(raw);
    if (line !== null) for (const output of this.#unwrapper.push(line)) this.#take(output);
  }

  #take(line: RunnerLine): void {
    this.#reader.read(line);
    this.#matchers?.read(line);
  }
}
