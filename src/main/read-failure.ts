import type { GitHubClient } from '../adapters/github/client.js';
import { readFailedJobs } from '../adapters/github/read-failed-run.js';
import { type LogLimits, readJobLog } from '../adapters/github/read-job-log.js';
import type { FailedJob, FailedRun } from '../domain/failed-run.js';
import { type Outcome, outcome } from '../domain/outcome.js';
import type { Redact } from '../domain/redaction.js';
import { deniedScripts } from '../repair/recipes/recipes/scripts.js';
import { excerptOf } from '../report/excerpt.js';
import { type FailedCheck, groupByCause, type ScannedJob } from '../report/failed-checks.js';
import type { ProblemMatcher } from '../scan/matchers/problem-matcher.js';
import { scanLog } from '../scan/scan-log.js';

export type Failure =
  | { readonly kind: 'failure'; readonly checks: readonly FailedCheck[] }
  | { readonly kind: 'end'; readonly outcome: Outcome; readonly checks: readonly FailedCheck[] };

export interface FailureLimits extends LogLimits {
  readonly repositoryFiles: readonly string[];
  readonly matchers: readonly ProblemMatcher[];
  /** What log and job say is quoted in many places; it is masked once, before Markdown escapes hide its form. */
  readonly redact: Redact;
}

/** Reads and scans the log of every failed job of the runs, each in its attempt; jobs with one cause become one check. */
export async function readFailure(
  client: GitHubClient,
  runs: readonly [FailedRun, ...FailedRun[]],
  limits: FailureLimits,
): Promise<Failure> {
  const jobs: FailedJob[] = [];
  for (const run of runs) jobs.push(...(await readFailedJobs(client, run)));
  if (jobs.length === 0) return end('conclusion-not-failure', noJob(runs[0]));
  const scanned: ScannedJob[] = [];
  const denied: string[] = [];
  for (const job of jobs) {
    const log = await readJobLog(client, runs[0].repository, job, limits);
    if (log.kind === 'expired') continue;
    const { repositoryFiles, matchers } = limits;
    denied.push(...deniedScripts(log.text, repositoryFiles));
    const masked = limits.redact(log.text);
    const scan = scanLog({ log: masked, repositoryFiles, matchers });
    scanned.push({ job: { ...job, name: limits.redact(job.name) }, scan, excerpt: excerptOf(masked, scan) });
  }
  if (scanned.length === 0)
    return end('log-expired', 'The logs of the failed jobs are gone; re-run them to get new ones.');
  const checks = groupByCause(scanned);
  // A script of the repository that may not be started is no want of power: its executable bit can be set.
  if (denied.length > 0 || checks.some(({ scan }) => scan.actionable)) return { kind: 'failure', checks };
  const first = checks[0]?.scan;
  const reason = first?.category === 'permission' ? 'permission' : 'infra';
  return {
    ...end(
      reason,
      `No change of the repository can help: the logs show ${first?.category ?? 'no'} failures. Re-run the failed jobs.`,
    ),
    checks,
  };
}

function noJob({ attempt, conclusion }: FailedRun): string {
  const advice =
    conclusion === null ? ' yet; a repair in the same run needs a job of its own, after the others.' : '.';
  return `No job of attempt ${attempt} of the run has ended as failed${advice}`;
}

function end(stopReason: Outcome['stopReason'], detail: string): Extract<Failure, { kind: 'end' }> {
  return { kind: 'end', outcome: outcome(stopReason, detail), checks: [] };
}
