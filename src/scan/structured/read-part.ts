import type { TestName } from '../parser.js';
import { type Reading, readDiagnostics } from '../read-diagnostics.js';

/** A text inside a document: a trace, a test's output. */
export interface Part {
  readonly lines: readonly string[];
  /** Lines of the document in which they stand; the last goes on for what has none. */
  readonly numbers: readonly number[];
  readonly test?: TestName;
}

/** Reads a part as the log that it is: what it says has the same category and place wherever it stands. */
export function readPart({ lines, numbers, test }: Part): Reading {
  const reading = readDiagnostics(lines.join('\n'), test ?? null);
  const numberOf = (line: number): number => numbers[line - 1] ?? numbers.at(-1) ?? 1;
  return {
    ...reading,
    diagnostics: reading.diagnostics.map((each) => ({
      ...each,
      logLine: numberOf(each.logLine),
      logEndLine: numberOf(each.logEndLine),
    })),
    flaky: reading.flaky === null ? null : { ...reading.flaky, logLine: numberOf(reading.flaky.logLine) },
    clues: reading.clues.map((each) => ({ ...each, logLine: numberOf(each.logLine) })),
  };
}
