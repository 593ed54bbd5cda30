import type { Scan } from '../domain/scan.js';
import { judgeReading } from './judge-reading.js';
import { hasOnlyReturns } from './line-ends.js';
import { matchProblems, withMatches } from './matchers/match-problems.js';
import type { ProblemMatcher } from './matchers/problem-matcher.js';
import { readDiagnostics } from './read-diagnostics.js';
import { readStructured } from './structured/read-structured.js';

/** What a log is read with. */
export interface ScanContext {
  /** Every file of the repository, relative to its root; null when the repository is unknown. */
  readonly repositoryFiles: readonly string[] | null;
  /** The repository's own; a line that one of them takes is read by no parser. */
  readonly matchers?: readonly ProblemMatcher[];
}

export interface LogToScan extends ScanContext {
  readonly log: string;
}

/**
 * Reads a failed job's log, a failed command's output, or what a tool wrote for programs: class of the failure, findings of the repository's own files
 * (best first), and what stands in the way of a repair. Where no change of the repository can help, nothing is located.
 */
export function scanLog({ log: written, repositoryFiles, matchers = [] }: LogToScan): Scan {
  const log = hasOnlyReturns(written) ? written.replaceAll('\r', '\n') : written;
  const reading = readStructured(log) ?? withMatches(readDiagnostics(log), matchProblems(log, matchers));
  return judgeReading(reading, repositoryFiles);
}
