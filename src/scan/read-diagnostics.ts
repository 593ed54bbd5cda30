import type { FlakySuspicion } from '../domain/scan.js';
import { cleanLines } from './clean-lines.js';
import { type Clue, clueNeedles, clueOf } from './failure-clues.js';
import { FlakySigns } from './flaky-signs.js';
import { GoTestReader } from './go-test-reader.js';
import { NeedleIndex } from './needle-index.js';
import type { LogLine, RawDiagnostic, Reader, ReadingContext, TestName } from './parser.js';
import { FAMILIES } from './parsers/registry.js';
import { PathListing } from './path-listing.js';
import { PythonReader } from './python-reader.js';
import { RowReader } from './row-reader.js';
import { unwrapLines } from './unwrap-lines.js';
import { WorkingFolderReader } from './working-folder-reader.js';

/** No person reads more, and memory stays flat. */
const MAX_DIAGNOSTICS = 2_000;
const MAX_CLUES = 500;

export interface Reading {
  readonly diagnostics: readonly RawDiagnostic[];
  readonly clues: readonly Clue[];
  /** Steps that the runner marked as failed; empty where the log has no marks. */
  readonly failedSteps: ReadonlySet<number>;
  readonly flaky: FlakySuspicion | null;
}

/** What reads one task's lines; tasks that run at the same time share a log. */
interface Stream {
  readonly context: ReadingContext;
  readonly readers: readonly Reader[];
}

/**
 * Reads a log once, line by line; only lines with a needle, and those that an open failure waits for, are matched.
 * `test` is the failing test that the text is known to be of.
 */
export function readDiagnostics(log: string, test: TestName | null = null): Reading {
  const diagnostics: RawDiagnostic[] = [];
  const clues: Clue[] = [];
  const failedSteps = new Set<number>();
  const flakySigns = new FlakySigns();
  const streams = new Map<string | null, Stream>();
  const streamOf = (name: string | null, folder: string | null): Stream => {
    const known = streams.get(name);
    if (known !== undefined) return known;
    const context: ReadingContext = { test, heading: null, folder, muted: false };
    const readers = readersFor(context, (diagnostic) => {
      if (diagnostics.length < MAX_DIAGNOSTICS && !context.muted) diagnostics.push(diagnostic);
    });
    streams.set(name, { context, readers });
    return { context, readers };
  };
  let step = 0;
  const listing = new PathListing();
  const takeListing = (): void => {
    const listed = listing.take();
    // What a step that did not fail lists is no failure.
    if (failedSteps.has(step) || (step === 0 && diagnostics.length === 0)) diagnostics.push(...listed);
  };
  for (const line of unwrapLines(cleanLines(log))) {
    if (line.step !== step) {
      takeListing();
      step = line.step;
      closeStreams(streams, test);
    }
    const { context, readers } = streamOf(line.stream, line.folder);
    const hits = INDEX.ownersIn(line.text);
    if (line.mark === 'error') failedSteps.add(line.step);
    const claimed = offer(line, readers, hits);
    const clue = hits.includes(CLUE_OWNER) && clues.length < MAX_CLUES ? clueOf(line) : null;
    if (clue !== null) clues.push(clue);
    if (hits.includes(FLAKY_OWNER)) flakySigns.read(line);
    listing.read(line, claimed);
    if (!claimed) context.heading = headingOf(line.text) ?? context.heading;
  }
  takeListing();
  closeStreams(streams, test);
  const flaky = flakySigns.suspicion(diagnostics.map((each) => each.test));
  return { diagnostics, clues, failedSteps, flaky };
}

function readersFor(context: ReadingContext, emit: (diagnostic: RawDiagnostic) => void): readonly Reader[] {
  return [
    new WorkingFolderReader(context),
    new PythonReader(context, emit),
    new GoTestReader(context, emit),
    ...FAMILIES.map((family) => new RowReader(family, context, emit)),
  ];
}

/** A step is over; the log's own readers go on with the next. */
function closeStreams(streams: Map<string | null, Stream>, test: TestName | null): void {
  for (const [name, { readers, context }] of streams) {
    for (const reader of readers) reader.finish();
    Object.assign(context, { test, heading: null, folder: null, muted: false });
    if (name !== null) streams.delete(name);
  }
}

/** The first reader that takes the line has it; a reader in the middle of a failure comes before the others. */
function offer(line: LogLine, readers: readonly Reader[], hits: readonly number[]): boolean {
  const hitsOf = new Map<number, number[]>();
  for (const hit of hits) {
    const index = READER_OF[hit];
    if (index === undefined) continue;
    const own = hit - (OFFSETS[index] ?? 0);
    const before = hitsOf.get(index);
    if (before === undefined) hitsOf.set(index, [own]);
    else before.push(own);
  }
  for (let index = 0; index < readers.length; index++) {
    const reader = readers[index];
    if (reader?.watching !== true) continue;
    const own = hitsOf.get(index) ?? [];
    hitsOf.delete(index);
    if (reader.read(line, own)) return true;
  }
  for (const [index, own] of hitsOf) if (readers[index]?.read(line, own) === true) return true;
  return false;
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
  TEMPLATE.slice(0, index).reduce((sum, reader) => sum + reader.needles.length, 0),
);
/** The reader that each of the index's owners belongs to. */
const READER_OF: readonly number[] = TEMPLATE.flatMap((reader, index) => reader.needles.map(() => index));
const CLUE_OWNER = TEMPLATE.reduce((sum, reader) => sum + reader.needles.length, 0);
const FLAKY_OWNER = CLUE_OWNER + 1;
const INDEX = new NeedleIndex([
  ...TEMPLATE.flatMap((reader) => reader.needles),
  clueNeedles(),
  FlakySigns.needles,
]);
