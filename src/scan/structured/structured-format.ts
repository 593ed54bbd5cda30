import type { Clue } from '../failure-clues.js';
import type { RawDiagnostic } from '../parser.js';
import type { Reading } from '../read-diagnostics.js';

/** A document read as JSON: what it holds, and how many lines it has. */
export interface JsonDocument {
  readonly value: unknown;
  readonly lineCount: number;
}

/** Answers null for what is not of its format. */
export type DocumentReader = (document: JsonDocument) => Reading | null;
export type TextReader = (text: string) => Reading | null;

const MAX_MESSAGE = 500;
/** No person reads more. */
const MAX_DIAGNOSTICS = 2_000;
/** Of a report's failures: each is read like a log of its own. */
export const MOST_READ = 1_000;

type Known = Pick<RawDiagnostic, 'tool' | 'category' | 'severity' | 'message' | 'places'>;

/** A diagnostic of a document; of the message, the first line that says something. */
export function diagnosticOf(known: Known & Partial<RawDiagnostic>): RawDiagnostic {
  const message = known.message.split('\n').find((line) => line.trim() !== '') ?? '';
  return {
    code: null,
    test: null,
    folder: null,
    summary: false,
    step: 0,
    logLine: 1,
    logEndLine: 1,
    ...known,
    message: message.trim().slice(0, MAX_MESSAGE),
  };
}

/** What the first failures say, and a note of how many are left out. */
export function readFirst<T>(
  failures: readonly T[],
  read: (failure: T) => Partial<Reading>,
): readonly Partial<Reading>[] {
  return [...failures.slice(0, MOST_READ).map(read), noteOfLeft(failures.length - MOST_READ)];
}

export function noteOfLeft(left: number): Partial<Reading> {
  if (left <= 0) return {};
  return { notes: [`Of ${left + MOST_READ} failures of the report only the first ${MOST_READ} were read.`] };
}

/** What was read of a document's parts, in their order. */
export function readingOf(parts: readonly Partial<Reading>[]): Reading {
  const clues: Clue[] = parts.flatMap((part) => [...(part.clues ?? [])]);
  const all = parts.flatMap((part) => [...(part.diagnostics ?? [])]);
  const diagnostics = all.slice(0, MAX_DIAGNOSTICS);
  const flaky = parts.find((part) => part.flaky != null)?.flaky ?? null;
  const cut = all.length > MAX_DIAGNOSTICS ? [`Only the first ${MAX_DIAGNOSTICS} messages are told.`] : [];
  const notes = [...parts.flatMap((part) => [...(part.notes ?? [])]), ...cut];
  return { diagnostics, clues, failedSteps: new Set(), flaky, notes };
}
