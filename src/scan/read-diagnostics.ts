import type { FlakySuspicion } from '../domain/scan.js';
import { cleanLines, type RunnerLine } from './clean-lines.js';
import { CLUE_RULES, type Clue, clueOf } from './failure-clues.js';
import { FirstAndLast } from './first-and-last.js';
import { FlakySigns } from './flaky-signs.js';
import { GoTestReader } from './go-test-reader.js';
import { LineSieve } from './line-sieve.js';
import type { NeedleOwner } from './needle.js';
import type { LogLine, RawDiagnostic, Reader, ReadingContext, TestName } from './parser.js';
import { FAMILIES } from './parsers/registry.js';
import { PathListing } from './path-listing.js';
import { PythonReader } from './python-reader.js';
import { RowReader } from './row-reader.js';
import { unwrapLines } from './unwrap-lines.js';
import { WorkingFolderReader } from './working-folder-reader.js';

/** From each end of the log: no person reads more, and memory stays flat. */
const MAX_DIAGNOSTICS = 1_000;
const MAX_CLUES = 250;
const OMITTED = `messages in the middle of the log were left out; the first and the last ${MAX_DIAGNOSTICS} were read.`;

export interface Reading {
  readonly diagnostics: readonly RawDiagnostic[];
  readonly clues: readonly Clue[];
  /** Steps that the runner marked as failed; empty where the log has no marks. */
  readonly failedSteps: ReadonlySet<number>;
  readonly flaky: FlakySuspicion | null;
  /** What was left out, in words for people. */
  readonly notes: readonly string[];
}

/** What reads one task's lines; tasks that run at the same time share a log. */
interface Stream {
  readonly context: ReadingContext;
  readonly readers: readonly Reader[];
}

/** Reads a log once, line by line. `test` is the failing test that the text is known to be of. */
export function readDiagnostics(log: string, test: TestName | null = null): Reading {
  const reader = new DiagnosticsReader(test);
  for (const line of unwrapLines(cleanLines(log))) reader.read(line);
  return reader.finish();
}

/** Only lines with a needle, and those that an open failure waits for, are matched. */
export class DiagnosticsReader {
  readonly #test: TestName | null;
  readonly #diagnostics = new FirstAndLast<RawDiagnostic>(MAX_DIAGNOSTICS);
  readonly #clues = new FirstAndLast<Clue>(MAX_CLUES);
  readonly #failedSteps = new Set<number>();
  readonly #flakySigns = new FlakySigns();
  readonly #listing = new PathListing();
  readonly #streams = new Map<string | null, Stream>();
  /** What reads the lines that are no task's. */
  #own: Stream;
  #ownWatches = false;
  readonly #watchingTasks = new Set<string>();
  #step = 0;

  constructor(test: TestName | null = null) {
    this.#test = test;
    this.#own = this.#streamOf(null, null);
  }

  /** True when the next line of a step is wanted, whatever it contains, though no task's mark is on it. */
  isWaitingIn(step: number): boolean {
    return this.#ownWatches || this.#listing.isOpen || step !== this.#step;
  }

  /** True while this task, which shares the log with others, waits for its next line, whatever that contains. */
  isWaitingForTask(stream: string): boolean {
    return this.#watchingTasks.has(stream);
  }

  /** False while a line that is no task's, and that nothing waits for, says nothing by this owner (`SIEVE`), until the next is read. */
  isDue(hit: number, lineNumber: number): boolean {
    if (hit >= FIRST_SIGN) return this.#flakySigns.isDue(hit - FIRST_SIGN);
    if (hit >= FIRST_CLUE) return true;
    const index = READER_OF[hit] ?? 0;
    return this.#own.readers[index]?.isDue(hit - (OFFSETS[index] ?? 0), lineNumber) === true;
  }

  /** Reads a line that is no task's, and that nothing waits for, when one of its owners is due; returns whether it did. */
  readDue(line: RunnerLine, hits: readonly number[]): boolean {
    const matching = hits.filter((hit) => OWNERS[hit]?.pattern?.test(line.text) !== false);
    if (!matching.some((hit) => this.isDue(hit, line.number))) return false;
    this.read(line, matching);
    return true;
  }

  /** `hits` are the owners (`SIEVE`) in the line. */
  read(line: RunnerLine, hits: readonly number[] = SIEVE.ownersIn(line.text)): void {
    if (line.step !== this.#step) {
      this.#takeListing();
      this.#step = line.step;
      this.#closeStreams();
    }
    const { context, readers } = line.stream === null ? this.#own : this.#streamOf(line.stream, line.folder);
    if (line.mark === 'error') this.#failedSteps.add(line.step);
    const isAwaited = line.stream === null ? this.#ownWatches : this.#watchingTasks.has(line.stream);
    const claimed = isAwaited ? offerAwaited(line, readers, hits) : offer(line, readers, hits);
    this.#readSigns(line, hits);
    this.#listing.read(line, claimed);
    if (!claimed) context.heading = headingOf(line.text) ?? context.heading;
    const watches = readers.some(({ watching }) => watching);
    if (line.stream === null) this.#ownWatches = watches;
    else if (watches) this.#watchingTasks.add(line.stream);
    else this.#watchingTasks.delete(line.stream);
  }

  #readSigns(line: RunnerLine, hits: readonly number[]): void {
    if ((hits.at(-1) ?? 0) < FIRST_CLUE) return;
    const rules = hits.flatMap((hit) => (hit >= FIRST_CLUE && hit < FIRST_SIGN ? [hit - FIRST_CLUE] : []));
    const clue = clueOf(line, rules);
    if (clue !== null) this.#clues.push(clue);
    this.#flakySigns.read(
      line,
      hits.flatMap((hit) => (hit >= FIRST_SIGN ? [hit - FIRST_SIGN] : [])),
    );
  }

  finish(): Reading {
    this.#takeListing();
    this.#closeStreams();
    const { items: diagnostics, omitted } = this.#diagnostics.take();
    return {
      diagnostics,
      clues: this.#clues.take().items,
      failedSteps: this.#failedSteps,
      flaky: this.#flakySigns.suspicion(diagnostics.map((each) => each.test)),
      notes: omitted === 0 ? [] : [`${omitted} ${OMITTED}`],
    };
  }

  #streamOf(name: string | null, folder: string | null): Stream {
    const known = this.#streams.get(name);
    if (known !== undefined) return known;
    const context: ReadingContext = { test: this.#test, heading: null, folder, muted: false };
    const readers = readersFor(context, (diagnostic) => {
      if (!context.muted) this.#diagnostics.push(diagnostic);
    });
    const stream = { context, readers };
    this.#streams.set(name, stream);
    return stream;
  }

  #takeListing(): void {
    const listed = this.#listing.take();
    // What a step that did not fail lists is no failure.
    if (this.#failedSteps.has(this.#step) || (this.#step === 0 && this.#diagnostics.isEmpty))
      for (const each of listed) this.#diagnostics.push(each);
  }

  /** A step is over; the log's own readers go on with the next. */
  #closeStreams(): void {
    for (const [name, { readers, context }] of this.#streams) {
      for (const reader of readers) reader.finish();
      Object.assign(context, { test: this.#test, heading: null, folder: null, muted: false });
      if (name !== null) this.#streams.delete(name);
    }
    this.#watchingTasks.clear();
  }
}

function readersFor(context: ReadingContext, emit: (diagnostic: RawDiagnostic) => void): readonly Reader[] {
  return [
    new WorkingFolderReader(context),
    new PythonReader(context, emit),
    new GoTestReader(context, emit),
    ...FAMILIES.map((family) => new RowReader(family, context, emit)),
  ];
}

/** The first reader that takes the line has it. */
function offer(line: LogLine, readers: readonly Reader[], hits: readonly number[]): boolean {
  for (const [index, own] of hitsByReader(hits)) if (readers[index]?.read(line, own) === true) return true;
  return false;
}

/** A reader in the middle of a failure comes before the others. */
function offerAwaited(line: LogLine, readers: readonly Reader[], hits: readonly number[]): boolean {
  const all = new Map(hitsByReader(hits));
  for (let index = 0; index < readers.length; index++) {
    const reader = readers[index];
    if (reader?.watching !== true) continue;
    const own = all.get(index) ?? [];
    all.delete(index);
    if (reader.read(line, own)) return true;
  }
  for (const [index, own] of all) if (readers[index]?.read(line, own) === true) return true;
  return false;
}

/** The readers in their order, each with indexes into its own owners. */
function hitsByReader(hits: readonly number[]): readonly (readonly [number, number[]])[] {
  const found: [number, number[]][] = [];
  for (const hit of hits) {
    const index = READER_OF[hit];
    if (index === undefined) continue;
    const own = hit - (OFFSETS[index] ?? 0);
    const last = found.at(-1);
    if (last?.[0] === index) last[1].push(own);
    else found.push([index, [own]]);
  }
  return found;
}

const HEADING = /^\s{0,4}(?<path>(?:[A-Za-z]:)?[^\s:"'<>|*?{}=,;#[(][^\s:"'<>|*?{}=,;#]*)(?::\d+){0,2}:?$/;

/** A line that is nothing but a path: many tools print one above the findings of a file. */
function headingOf(text: string): string | null {
  const space = text.indexOf(' ', 4);
  if (space !== -1 || text.length > 400) return null;
  const path = HEADING.exec(text)?.groups?.path;
  return path !== undefined && /[/\\]|\w\.[A-Za-z]\w*$/.test(path) && /[A-Za-z]/.test(path) ? path : null;
}

const TEMPLATE = readersFor({ test: null, heading: null, folder: null, muted: false }, () => {});
const OFFSETS: readonly number[] = TEMPLATE.map((_, index) =>
  TEMPLATE.slice(0, index).reduce((sum, reader) => sum + reader.owners.length, 0),
);
/** The reader that each of the sieve's owners belongs to; behind theirs come those of clues and of flaky tests. */
const READER_OF: readonly number[] = TEMPLATE.flatMap((reader, index) => reader.owners.map(() => index));
export const FIRST_CLUE = READER_OF.length;
const FIRST_SIGN = FIRST_CLUE + CLUE_RULES.length;
/** What may be read of a line. */
export const OWNERS: readonly NeedleOwner[] = [
  ...TEMPLATE.flatMap((reader) => reader.owners),
  ...CLUE_RULES,
  ...FlakySigns.owners,
];
export const SIEVE = new LineSieve(OWNERS);
