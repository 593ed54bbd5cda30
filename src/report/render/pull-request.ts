import type { HostedText } from '../code-host.js';
import type { FailureContext } from '../failed-checks.js';
import type { AttemptReport, Report } from '../report.js';
import { renderEvidence } from './evidence.js';
import {
  fingerprintOf,
  renderDifference,
  renderExcerpts,
  renderFailure,
  renderGateNotes,
  renderPlaces,
  renderReproduction,
  renderShortened,
} from './failure.js';
import { code, folded, inline, joined, quoted, title } from './fence.js';
import { type Detail, fitBody } from './fit.js';
import { describeRealChecks, renderRealChecks } from './real-checks.js';
import { changedLines, renderAttempt, renderExecutions, renderUsage } from './sections.js';

/** Draft pull request of a verified fix: what a reviewer has to know to decide in a minute, the rest folded. */
export function renderPullRequest(report: Report, context: FailureContext): HostedText {
  const fixed =
    report.attempts.find((attempt) => attempt.result === 'passed') ??
    report.attempts.findLast((attempt) => attempt.result === 'checks-red');
  return {
    // Named for what was repaired, whatever its real checks found since.
    marker: `pull-request:${report.runs[0]?.fingerprint ?? fingerprintOf(report)}`,
    title: title(`fix: ${fixed?.changeSummary || 'repair the failing checks'}`),
    body: fitBody((detail) => renderBody(report, context, { fixed, detail })),
  };
}

interface Fixed {
  readonly fixed: AttemptReport | undefined;
  readonly detail: Detail;
}

function renderBody(report: Report, context: FailureContext, { fixed, detail }: Fixed): string {
  const isFull = detail === 'full';
  return joined([
    '### What failed',
    renderFailure(context),
    detail === 'link' ? '' : renderPlaces(context),
    isFull ? renderExcerpts(context) : '',
    '### The change',
    fixed === undefined ? '' : renderChange(fixed),
    '### What was run',
    renderEvidence(report),
    `On ${code(report.baseCommit)}, before and after the change:`,
    detail === 'link' ? '' : renderExecutions(report),
    report.realChecks.length === 0 ? '' : renderRealChecks(report),
    '### Not verified',
    renderLimits(report, context),
    isFull ? renderGateNotes(context) : '',
    renderAttempts(report, detail),
    isFull ? '' : renderShortened(context),
    folded('Cost', renderUsage(report)),
    renderReproduction(report),
    STOP,
  ]);
}

function renderAttempts({ attempts }: Report, detail: Detail): string {
  if (detail === 'link') return '';
  const said = attempts.map((attempt) => renderAttempt(attempt, { withDiff: detail === 'full' }));
  return folded('All attempts', said.join('\n\n'));
}

const STOP =
  '### Stop it\n\nClose this pull request, or comment `/smart-fix stop` under it: the same fix is not proposed again.';

function renderChange(fixed: AttemptReport): string {
  const { added, removed, files } = changedLines(fixed.diff);
  const by =
    fixed.recipe === null
      ? 'Proposed by a model.'
      : `Made by the recipe ${code(fixed.recipe)}, without a model.`;
  return joined([
    `${files.map(code).join(', ') || 'No file'}: +${added} −${removed} lines. ${by}`,
    `**Cause, in the proposer's words (not evidence):**\n\n${quoted(fixed.diagnosis || 'none given')}`,
    ...fixed.concerns.map(
      ({ rule, path, detail }) => `**To judge:** ${rule} in ${code(path)}: ${inline(detail)}`,
    ),
  ]);
}

/** What nobody has looked at: a reviewer has to. */
function renderLimits(report: Report, context: FailureContext): string {
  const difference = renderDifference(report, context);
  const isPartial = context.gateNotes.length > 0;
  const items = [
    'That the change is right: a passed gate shows that these commands pass.',
    ...(report.realChecks.length === 0
      ? [renderRealChecks(report)]
      : [`The checks of this pull request:${describeRealChecks(report.realChecks.at(-1))}`]),
    ...(isPartial ? ['Steps of the failed jobs that the gate does not hold: see how it was inferred.'] : []),
    ...(report.sandbox === 'none'
      ? ['The gate against tampering: it ran without a sandbox, beside the runner’s own files.']
      : []),
    ...(report.delivery?.startsWith('unsigned') ? ['The author of the commit: it is not signed.'] : []),
  ];
  return [...items.map((item) => `- ${item}`), ...(difference === '' ? [] : [`- ${difference}`])].join('\n');
}
