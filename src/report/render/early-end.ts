import { createHash } from 'node:crypto';
import type { Outcome } from '../../domain/outcome.js';
import type { HostedText } from '../code-host.js';
import type { FailureContext } from '../failed-checks.js';
import { renderReason } from './escalation.js';
import { renderExcerpts, renderFailure, renderPlaces } from './failure.js';
import { inline, title } from './fence.js';

/** Hand-over of a failure that no repair was begun for. The same cause finds the same issue again. */
export function renderEarlyIssue(end: Outcome, context: FailureContext): HostedText {
  return {
    marker: `issue:${fingerprintOf(end, context)}`,
    title: title(`smart-fix needs a person: ${end.stopReason} (${context.run.workflowName})`),
    body: [
      renderReason(end),
      renderFailure(context),
      ...[renderPlaces(context), renderExcerpts(context)].filter((part) => part !== ''),
      'No repair was begun: nothing was changed and no model was asked.',
    ].join('\n\n'),
  };
}

/** Says under a pull request that its failure is that of the branch it goes into. */
export function renderRedOnBase(end: Outcome, context: FailureContext): Pick<HostedText, 'marker' | 'body'> {
  return {
    marker: `red-on-base:${fingerprintOf(end, context)}`,
    body: [`**${end.stopReason}**: ${inline(end.detail)}`, renderFailure(context)].join('\n\n'),
  };
}

/** The job summary of a run that ended before a repair began; no failure when none was looked at. */
export function renderEarlySummary(
  end: Outcome,
  { context, issueUrl }: { readonly context: FailureContext | null; readonly issueUrl: string | null },
): string {
  return [
    `## smart-fix: ${end.status} (${end.stopReason})`,
    inline(end.detail),
    ...(issueUrl === null ? [] : [`- ${issueUrl}`]),
    ...(context === null ? [] : [renderFailure(context)]),
  ]
    .join('\n\n')
    .concat('\n');
}

/** A workflow that never started has no log: its name has to do. */
function fingerprintOf({ stopReason }: Outcome, { run, checks }: FailureContext): string {
  const words = `${stopReason}\n${run.workflowName}`;
  return checks[0]?.scan.fingerprint ?? createHash('sha256').update(words).digest('hex').slice(0, 12);
}
