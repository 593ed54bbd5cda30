import { join } from 'node:path';
import * as core from '@actions/core';
import type { ActionSettings } from '../config/action-settings.js';
import type { UsageError } from '../config/usage-error.js';
import { inertText } from '../domain/inert-text.js';
import { exitCodeOf, type Outcome, USAGE_EXIT_CODE } from '../domain/outcome.js';
import type { Redact } from '../domain/redaction.js';
import type { Report } from '../report/report.js';

/** How the Action ended; no report when it ended before a repair began. */
export interface ActionEnd {
  readonly outcome: Outcome;
  readonly report: Report | null;
  readonly issueUrl: string | null;
  readonly statePath: string | null;
}

/** Every output of the Action and where it comes from; action.yml describes the same. */
export const ACTION_OUTPUTS: Readonly<Record<string, (end: ActionEnd) => string>> = {
  status: ({ outcome }) => outcome.status,
  'stop-reason': ({ outcome }) => outcome.stopReason,
  branch: ({ report }) => report?.branch ?? '',
  'pull-request-url': ({ report }) => report?.pullRequestUrl ?? '',
  'issue-url': ({ issueUrl }) => issueUrl ?? '',
  attempts: ({ report }) => String(Math.max(0, new Set(report?.runs.map(({ number }) => number)).size - 1)),
  'report-path': ({ statePath }) => (statePath === null ? '' : join(statePath, 'report.json')),
  'ledger-path': ({ statePath }) => (statePath === null ? '' : join(statePath, 'ledger.jsonl')),
};

export function setOutputs(end: ActionEnd): void {
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

/** Says the end in the job's log, as an annotation where somebody should look; answers the exit code. */
export function tellEnd(
  { status, stopReason, detail }: Outcome,
  { settings, signal, redact }: Telling,
): number {
  const text = inertText(redact(`${status} (${stopReason}): ${detail}`));
  const tolerated = settings?.failOnEscalation === false && status === 'needs-human';
  const code = tolerated ? 0 : exitCodeOf(status, signal);
  if (code !== 0) core.error(text);
  else if (tolerated || status === 'deferred') core.warning(text);
  else core.info(text);
  return code;
}

export function tellUsageError({ faults }: UsageError): number {
  core.error(inertText(`smart-fix was not started:\n${faults.join('\n')}`));
  return USAGE_EXIT_CODE;
}
