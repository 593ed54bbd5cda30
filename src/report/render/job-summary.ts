import type { FailureContext } from '../failed-checks.js';
import type { Report } from '../report.js';
import { renderCorridor } from './corridor.js';
import { renderReason } from './escalation.js';
import { renderEvidence } from './evidence.js';
import {
  renderDifference,
  renderExcerpts,
  renderFailure,
  renderGateNotes,
  renderPlaces,
  renderShortened,
} from './failure.js';
import { code, folded, joined } from './fence.js';
import { type Detail, fitSummary } from './fit.js';
import { renderRealChecks } from './real-checks.js';
import { attemptTitle, renderAttempt, renderExecutions, renderUsage } from './sections.js';

/** The summary of our own job; it holds all that an issue would, since there may be none. */
export function renderJobSummary(report: Report, context: FailureContext): string {
  return `${fitSummary((detail) => renderBody(report, context, detail))}\n`;
}

function renderBody(report: Report, context: FailureContext, detail: Detail): string {
  const links = [report.pullRequestUrl, report.reviewUrl, report.issueUrl].filter((url) => url !== null);
  const options = { withDiff: detail === 'full' };
  const isLink = detail === 'link';
  return joined([
    `## smart-fix: ${report.status} (${report.stopReason})`,
    renderReason(report),
    links.map((url) => `- ${url}`).join('\n'),
    report.branch === null ? '' : `Fix branch: ${code(report.branch)}`,
    renderCorridor(report),
    renderFailure(context),
    isLink ? '' : renderPlaces(context),
    detail === 'full' ? renderExcerpts(context) : '',
    renderDifference(report, context),
    renderEvidence(report),
    report.realChecks.length === 0 ? '' : renderRealChecks(report),
    isLink ? '' : renderExecutions(report),
    renderGateNotes(context),
    ...(isLink ? [] : report.attempts).map((attempt) =>
      folded(attemptTitle(attempt), renderAttempt(attempt, options)),
    ),
    detail === 'full' ? '' : renderShortened(context),
    renderUsage(report),
  ]);
}
