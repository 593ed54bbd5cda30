import type { HostedText } from '../code-host.js';
import type { FailureContext } from '../failed-checks.js';
import type { AttemptReport, Report } from '../report.js';
import { renderGrade, renderQuestions } from './evidence.js';
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
import { changedLines, renderExecutions, renderTitledAttempt, renderUsage } from './sections.js';

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
    renderLead(report, fixed),
    '### What failed',
    renderFailure(context),
    detail === 'link' ? '' : renderPlaces(context),
    isFull ? renderExcerpts(context) : '',
    '### The change',
    fixed === undefined ? '' : renderChange(fixed),
    '### What was run',
    renderGrade(report),
    `On ${code(report.baseCommit)}, before and after the change:`,
    detail === 'link' ? '' : renderExecutions(report),
    report.realChecks.length === 0 ? '' : renderRealChecks(report),
    report.evidence === null ? '' : folded('What was asked of the patch', renderQuestions(report)),
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

/** In a sentence: what this is, and how far it is to be trusted. */
function renderLead(
  { status, detail, evidence, delivery }: Report,
  fixed: AttemptReport | undefined,
): string {
  const end =
    status === 'completed'
      ? `The gate failed without this change and passes with it${evidence === null ? '' : ` (evidence of grade ${evidence.grade})`}.`
      : inline(detail);
  const by = fixed?.recipe == null ? 'a model' : `the recipe ${code(fixed.recipe)}`;
  const signed = delivery === null ? '' : `; ${inline(delivery)}`;
  return `**${end}** Proposed by ${by}${signed}. A person decides.`;
}

function renderAttempts({ attempts }: Report, detail: Detail): string {
  if (detail === 'link') return '';
  const said = attempts.map((attempt) => renderTitledAttempt(attempt, { withDiff: detail === 'full' }));
  return folded('All attempts', said.join('\n\n'));
}

const STOP =
  '### Stop it\n\nClose this pull request: the same fix is not proposed again. Comment `/smart-fix stop` under a pull request, or give it the label `no-smart-fix` (another one where the configuration says so), and it is left alone.';

function renderChange(fixed: AttemptReport): string {
  const { added, removed, files } = changedLines(fixed.diff);
  return joined([
    `${files.map(code).join(', ') || 'No file'}: +${added} −${removed} lines.`,
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
