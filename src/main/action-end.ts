import { join } from 'node:path';
import * as core from '@actions/core';
import type { ActionSettings } from '../config/action-settings.js';
import type { UsageError } from '../config/usage-error.js';
import type { FailedRun } from '../domain/failed-run.js';
import { inertText } from '../domain/inert-text.js';
import { exitCodeOf, type Outcome, USAGE_EXIT_CODE } from '../domain/outcome.js';
import type { Redact } from '../domain/redaction.js';
import type { Job } from '../ledger/entry.js';
import type { Report } from '../report/report.js';

/** Where a job of the split form leaves the run. */
export interface JobEnd {
  /** Null when the run is over, with nothing to tell anybody. */
  readonly next: Job | null;
  /** Hash of the last fact that was handed over; null when nothing was. */
  readonly ledgerHead: string | null;
  /** The failed runs, all of one commit; none when none was looked at. */
  readonly runs: readonly Pick<FailedRun, 'runId' | 'headSha'>[];
}

/** How the Action ended; no report when it ended before a repair began. */
export interface ActionEnd {
  readonly outcome: Outcome;
  /** Null where the run ends in this job. */
  readonly job: JobEnd | null;
  readonly report: Report | null;
  readonly issueUrl: string | null;
  readonly statePath: string | null;
  readonly ledgerPath: string | null;
}

/** The end of a job; without an outcome when another job goes on. */
export type ModeEnd = ActionEnd | (Omit<ActionEnd, 'outcome'> & { readonly outcome: null });

/** Every output of the Action and where it comes from; action.yml describes the same. */
export const ACTION_OUTPUTS: Readonly<Record<string, (end: ModeEnd) => string>> = {
  status: ({ outcome }) => outcome?.status ?? '',
  'stop-reason': ({ outcome }) => outcome?.stopReason ?? '',
  branch: ({ report }) => report?.branch ?? '',
  'pull-request-url': ({ report }) => report?.pullRequestUrl ?? '',
  'issue-url': ({ issueUrl }) => issueUrl ?? '',
  attempts: ({ report }) => String(Math.max(0, new Set(report?.runs.map(({ number }) => number)).size - 1)),
  'report-path': ({ statePath }) => (statePath === null ? '' : join(statePath, 'report.json')),
  'ledger-path': ({ ledgerPath }) => ledgerPath ?? '',
  go: ({ job }) => (job === null ? '' : String(job.next !== null)),
  next: ({ job }) => (job === null ? '' : (job.next ?? 'none')),
  sha: ({ job }) => job?.runs[0]?.headSha ?? '',
  'run-id': ({ job }) => job?.runs.map(({ runId }) => runId).join(' ') ?? '',
  'ledger-head': ({ job }) => job?.ledgerHead ?? '',
};

export function setOutputs(end: ModeEnd): void {
  for (const [name, read] of Object.entries(ACTION_OUTPUTS)) core.setOutput(name, read(end));
}

/** The log has said it all when the runner takes no summary. */
export async function writeSummary(markdown: string): Promise<void> {
  try {
    await core.summary.addRaw(markdown).write();
  } catch (error) {
    core.warning(`no job summary: ${(error as Error).message}`);
  }
}

export interface Telling {
  readonly settings: Pick<ActionSettings, 'failOnEscalation'> | null;
  readonly signal: NodeJS.Signals | undefined;
  readonly redact: Redact;
}

/**
 * Says the end in the job's log, as an annotation where somebody should look; answers the exit code. A job that hands an
 * end over leaves it to the last one to be red for it.
 */
export function tellEnd({ outcome, job }: ModeEnd, { settings, signal, redact }: Telling): number {
  const goesOn = job !== null && job.next !== null;
  if (outcome === null) {
    core.info(`handed over to ${job?.next}`);
    return 0;
  }
  const { status, stopReason, detail } = outcome;
  const text = inertText(redact(`${status} (${stopReason}): ${detail}`));
  const tolerated = settings?.failOnEscalation === false && status === 'needs-human';
  const code = tolerated || goesOn ? 0 : exitCodeOf(status, signal);
  if (code !== 0) core.error(text);
  else if (tolerated || status === 'deferred') core.warning(text);
  else core.info(text);
  return code;
}

export function tellUsageError({ faults }: UsageError): number {
  core.error(inertText(`smart-fix was not started:\n${faults.join('\n')}`));
  return USAGE_EXIT_CODE;
}
