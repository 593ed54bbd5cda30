import type { HostedText } from '../code-host.js';
import type { FailureContext } from '../failed-checks.js';
import type { Report } from '../report.js';
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
import { folded, inline, joined, title } from './fence.js';
import { type Detail, fitBody } from './fit.js';
import { plainReason } from './plain-reasons.js';
import { renderRealChecks } from './real-checks.js';
import { attemptTitle, renderAttempt, renderExecutions, renderLastOutput, renderUsage } from './sections.js';

/** Hand-over to a person: why, what is to decide, what failed, what was tried. One issue a failure. */
export function renderEscalation(report: Report, context: FailureContext, note = ''): HostedText {
  return {
    marker: `issue:${fingerprintOf(report)}`,
    title: title(`smart-fix needs a person: ${report.stopReason} (${context.run.workflowName})`),
    body: fitBody((detail) => renderBody(report, context, { note, detail })),
  };
}

interface Asked {
  readonly note: string;
  readonly detail: Detail;
}

function renderBody(report: Report, context: FailureContext, { note, detail }: Asked): string {
  const isFull = detail === 'full';
  return joined([
    renderReason(report),
    note,
    '### What failed',
    renderFailure(context),
    detail === 'link' ? '' : renderPlaces(context),
    isFull ? renderExcerpts(context) : '',
    renderDifference(report, context),
    '### What was run',
    renderEvidence(report),
    detail === 'link' ? '' : renderExecutions(report),
    report.realChecks.length === 0 ? '' : renderRealChecks(report),
    isFull ? renderGateNotes(context) : '',
    '### Attempts',
    renderAttempts(report, detail),
    isFull ? renderTail(report) : renderShortened(context),
    folded('Cost', renderUsage(report)),
    renderReproduction(report),
  ]);
}

/** Why in plain words, what exactly, and what a person has to decide. */
export function renderReason({ stopReason, detail }: Pick<Report, 'stopReason' | 'detail'>): string {
  const plain = plainReason(stopReason);
  const said = `**${stopReason}**: ${inline(detail)}`;
  return plain === null ? said : joined([plain.why, said, `**To decide:** ${plain.decide}`]);
}

function renderTail(report: Report): string {
  const output = renderLastOutput(report);
  return output === '' ? '' : folded('End of the last output', output);
}

function renderAttempts({ attempts }: Report, detail: Detail): string {
  if (attempts.length === 0) return 'None.';
  if (detail === 'link') return attempts.map((attempt) => `- ${attemptTitle(attempt)}`).join('\n');
  const options = { withDiff: detail === 'full' };
  return attempts
    .map((attempt) => folded(attemptTitle(attempt), renderAttempt(attempt, options)))
    .join('\n\n');
}
