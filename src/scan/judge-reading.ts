import type { Scan } from '../domain/scan.js';
import { classifyFailure, cluesOfFailure } from './classify-failure.js';
import { findBlockers } from './find-blockers.js';
import { fingerprintOf } from './fingerprint.js';
import { rankFindings } from './rank-findings.js';
import type { Reading } from './read-diagnostics.js';
import { RepositoryPaths } from './repository-paths.js';

/** What a reading means for a repository with these files; null when they are unknown. */
export function judgeReading(
  { diagnostics, clues, failedSteps, flaky, notes }: Reading,
  repositoryFiles: readonly string[] | null,
): Scan {
  const paths = new RepositoryPaths(repositoryFiles);
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
    notes,
  };
}
