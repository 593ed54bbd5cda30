import type { GitHubClient } from '../adapters/github/client.js';
import { readFailedJobs } from '../adapters/github/read-failed-run.js';
import { type LogLimits, readJobLog } from '../adapters/github/read-job-log.js';
import type { FailedJob, FailedRun } from '../domain/failed-run.js';
import { type Outcome, outcome } from '../domain/outcome.js';
import type { Scan } from '../domain/scan.js';
import { type FailedCheck, groupByCause } from '../report/failed-checks.js';
import { scanLog } from '../scan/scan-log.js';

export type Failure =
  | { readonly kind: 'failure'; readonly checks: readonly FailedCheck[] }
  | { readonly kind: 'end'; readonly outcome: Outcome; readonly checks: readonly FailedCheck[] };

/** Reads and scans the log of every failed job of the attempt; jobs with one cause become one check. */
export async function readFailure(
  client: GitHubClient,
  run: FailedRun,
  limits: LogLimits & { readonly repositoryFiles: readonly string[] },
): Promise<Failure> {
  const jobs = await readFailedJobs(client, run);
  if (jobs.length === 0) {
    return end('conclusion-not-failure', `No job of attempt ${run.attempt} of the run has failed.`);
  }
  const scanned: { job: FailedJob; scan: Scan }[] = [];
  for (const job of jobs) {
    const log = await readJobLog(client, run.repository, job, limits);
    if (log.kind === 'log')
      scanned.push({ job, scan: scanLog({ log: log.text, repositoryFiles: limits.repositoryFiles }) });
  }
  if (scanned.length === 0)
    return end('log-expired', 'The logs of the failed jobs are gone; re-run them to get new ones.');
  const checks = groupByCause(scanned);
  if (checks.some(({ scan }) => scan.actionable)) return { kind: 'failure', checks };
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

function end(stopReason: Outcome['stopReason'], detail: string): Extract<Failure, { kind: 'end' }> {
  return { kind: 'end', outcome: outcome(stopReason, detail), checks: [] };
}
