import type { Scan } from '../domain/scan.js';
import { classifyFailure, cluesOfFailure } from './classify-failure.js';
import { findBlockers } from './find-blockers.js';
import { fingerprintOf } from './fingerprint.js';
import { matchProblems } from './matchers/match-problems.js';
import type { ProblemMatcher } from './matchers/problem-matcher.js';
import { rankFindings } from './rank-findings.js';
import { type Reading, readDiagnostics } from './read-diagnostics.js';
import { RepositoryPaths } from './repository-paths.js';
import { readStructured } from './structured/read-structured.js';

export interface LogToScan {
  readonly log: string;
  /** Every file of the repository, relative to its root; null when the repository is unknown. */
  readonly repositoryFiles: readonly string[] | null;
  /** The repository's own; a line that one of them takes is read by no parser. */
  readonly matchers?: readonly ProblemMatcher[];
}

/**
 * Reads a failed job's log, a failed command's output, or what a tool wrote for programs: class of the failure, findings of the repository's own files
 * (best first), and what stands in the way of a repair. Where no change of the repository can help, nothing is located.
 */
export function scanLog({ log, repositoryFiles, matchers = [] }: LogToScan): Scan {
  const paths = new RepositoryPaths(repositoryFiles);
  const { diagnostics, clues, failedSteps, flaky } = readStructured(log) ?? readText(log, matchers);
  const { ranked, outsideLocations } = rankFindings(diagnostics, paths, failedSteps);
  const raws = ranked.map(({ raw }) => raw);
  const evidence = { findings: raws, diagnostics, clues, failedSteps };
  const { category, actionable, retryable, reason } = classifyFailure(evidence, paths);
  const failureClues = cluesOfFailure({ clues, failedSteps });
  // What shows the class of the failure stands before what else went wrong on the way.
  const [own, others] = [true, false].map((is) =>
    ranked.filter(({ raw }) => (raw.category === category) === is),
  );
  const findings = actionable ? [...(own ?? []), ...(others ?? [])].map(({ finding }) => finding) : [];
  const errorLine = failureClues[0]?.text ?? raws[0]?.message ?? '';
  return {
    category,
    actionable,
    retryable,
    flaky,
    reason,
    fingerprint: fingerprintOf(category, findings[0], errorLine),
    findings,
    blockers: findBlockers({ first: raws[0], diagnostics }, failureClues, paths),
    outsideLocations,
  };
}

function readText(log: string, matchers: readonly ProblemMatcher[]): Reading {
  const reading = readDiagnostics(log);
  const { diagnostics: own, lines } = matchProblems(log, matchers);
  const others = reading.diagnostics.filter(
    ({ logLine, logEndLine }) => !lines.has(logLine) && !lines.has(logEndLine),
  );
  return { ...reading, diagnostics: [...own, ...others] };
}
