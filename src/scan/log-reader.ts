import { LineCleaner, MAX_REPORT, type RunnerLine } from './clean-lines.js';
import { SIEVE_BYTES } from './line-sieve.js';
import { MatchersRun, withMatches } from './matchers/match-problems.js';
import type { ProblemMatcher } from './matchers/problem-matcher.js';
import { DiagnosticsReader, type Reading, SIEVE } from './read-diagnostics.js';
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
  /** BuildKit's steps that were seen and wait for no line. */
  readonly #calmSteps = new Set<number>();
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
    for (const line of this.#unwrapper.rest()) this.#readOutput(line);
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
      const limit = Math.min(from + SIEVE_BYTES, end);
      const until = bytes.lastIndexOf(NEWLINE, limit - 1) + 1;
      if (until > from) this.#readSome(bytes.subarray(from, until));
      else this.#take(this.#cleaner.clean(textOf(bytes, from, bytes.indexOf(NEWLINE, from))));
      from = until > from ? until : bytes.indexOf(NEWLINE, from) + 1;
    }
  }

  /** Of lines that the sieve can hold, reads those that matter. */
  #readSome(lines: Buffer): void {
    SIEVE.fill(lines, this.#calmSteps);
    for (let from = 0; from < lines.length; from = SIEVE.lineEnd + 1) {
      if (this.#wantsAll()) SIEVE.measure(from);
      else {
        SIEVE.expectHeader(this.#cleaner.isInHeader);
        const verdict = SIEVE.next(from, lines.length);
        this.#cleaner.skip(SIEVE.skipped);
        if (verdict === 'end') return;
        if (verdict === 'speaks') {
          this.#readFor(lines);
          continue;
        }
      }
      const text = textOf(lines, SIEVE.start, SIEVE.lineEnd, SIEVE.isPlain);
      const isStamped = SIEVE.start > SIEVE.lineStart;
      this.#take(isStamped ? this.#cleaner.cleanUnstamped(text) : this.#cleaner.clean(text));
    }
  }

  /** Reads a line for what was found in it, if that can matter now. */
  #readFor(lines: Buffer): void {
    const number = this.#cleaner.number + 1;
    if (!SIEVE.someDue((hit) => this.#reader.isDue(hit, number))) {
      this.#cleaner.skip(1);
      return;
    }
    const hits = SIEVE.hits();
    const line = this.#cleaner.plain(textOf(lines, SIEVE.start, SIEVE.end, SIEVE.isPlain));
    if (this.#reader.readDue(line, hits)) SIEVE.wake();
  }

  /** A step's header is waited for too: it begins a step of which nothing was read. */
  #wantsAll(): boolean {
    return this.#matchers !== null || this.#unwrapper.holds || this.#reader.isWaitingIn(this.#cleaner.step);
  }

  #take(line: RunnerLine | null): void {
    if (line === null) return;
    for (const output of this.#unwrapper.push(line)) this.#readOutput(output);
  }

  #readOutput(line: RunnerLine): void {
    this.#reader.read(line);
    this.#matchers?.read(line);
    SIEVE.wake();
    if (line.stream !== null) this.#markStep(line.stream);
  }

  #markStep(stream: string): void {
    const step = Number(/^#(\d{1,3})$/.exec(stream)?.[1]);
    if (Number.isNaN(step)) return;
    const isCalm = !this.#reader.isWaitingForTask(stream);
    if (isCalm) this.#calmSteps.add(step);
    else this.#calmSteps.delete(step);
    SIEVE.setCalm(step, isCalm);
  }
}

/** Latin-1 is decoded in a third of the time. */
function textOf(bytes: Buffer, start: number, end: number, isAscii = false): string {
  return bytes.toString(isAscii ? 'latin1' : 'utf8', start, Math.min(end, start + MAX_LINE_BYTES));
}
