import * as core from '@actions/core';
import type { ActionSettings } from '../config/action-settings.js';
import { inertText } from '../domain/inert-text.js';
import { filesIssue, type Outcome, outcome } from '../domain/outcome.js';
import type { Redact } from '../domain/redaction.js';
import type { CodeHost, HostedText } from '../report/code-host.js';
import type { FailureContext } from '../report/failed-checks.js';
import { renderEarlyIssue, renderEarlySummary, renderRedOnBase } from '../report/render/early-end.js';
import { type ActionEnd, writeSummary } from './action-end.js';
import { outcomeOfError } from './outcome-of-error.js';
import type { StopSignals } from './stop-signals.js';

export interface EarlyEnd {
  readonly outcome: Outcome;
  /** Null when no failed run was looked at. */
  readonly context: FailureContext | null;
  readonly host: Pick<CodeHost, 'saveIssue' | 'saveComment'> | null;
  readonly settings: Pick<ActionSettings, 'dryRun'>;
  readonly redact: Redact;
  /** True when a comment under the pull request will say it, as the answer to a command. */
  readonly isAnswered?: boolean;
}

/**
 * Tells an end that came before any repair: in the job summary, in an issue when a person has to act, and under the pull
 * request whose failure is not its own.
 */
export async function endEarly(end: EarlyEnd): Promise<ActionEnd> {
  const { outcome, context, host, settings, redact, isAnswered = false } = end;
  const hasIssue = context !== null && host !== null && filesIssue(outcome) && !settings.dryRun;
  const issueUrl = hasIssue ? await saveIssue(renderEarlyIssue(outcome, context), host) : null;
  const isForPull = outcome.stopReason === 'red-on-base' && !isAnswered;
  const pullRequestUrl = isForPull ? (context?.pullRequestUrl ?? null) : null;
  if (context !== null && host !== null && pullRequestUrl !== null && !settings.dryRun)
    await host.saveComment(renderRedOnBase(outcome, context), pullRequestUrl);
  await writeSummary(redact(renderEarlySummary(outcome, { context, issueUrl })));
  return { outcome, job: null, report: null, issueUrl, statePath: null, ledgerPath: null };
}

/** The same for what something broke. */
export async function endBroken(error: unknown, stop: StopSignals, redact: Redact): Promise<ActionEnd> {
  const end = stop.signal.aborted ? outcome('cancelled', 'The job was cancelled.') : outcomeOfError(error);
  return endEarly({ outcome: end, context: null, host: null, settings: { dryRun: false }, redact });
}

async function saveIssue(text: HostedText, host: Pick<CodeHost, 'saveIssue'>): Promise<string | null> {
  const saved = await host.saveIssue(text);
  if (saved.kind !== 'not-allowed') return saved.url;
  core.info(inertText(`no issue: ${saved.detail}`));
  return null;
}
