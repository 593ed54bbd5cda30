import type { Report } from '../report.js';
import { renderEvidence } from './evidence.js';
import { inline, quoted } from './fence.js';
import { renderRealChecks } from './real-checks.js';
import {
  renderExecutions,
  renderFinding,
  renderLastOutput,
  renderTitledAttempt,
  renderUsage,
} from './sections.js';

/** `report.md`: what failed, what was tried, what was seen, what to do next. */
export function renderReportMarkdown(report: Report): string {
  const last = renderLastOutput(report);
  return [
    `# smart-fix ${report.requestId}: ${report.status} (${report.stopReason})`,
    inline(report.detail),
    renderFinding(report),
    report.branch === null ? '' : `Result branch: \`${report.branch}\``,
    ...(report.evidence === null ? [] : ['## Evidence', renderEvidence(report)]),
    ...(report.realChecks.length === 0 ? [] : ['## Real checks', renderRealChecks(report)]),
    '## Executions',
    renderExecutions(report),
    '## Attempts',
    report.attempts.length === 0
      ? 'None.'
      : report.attempts.map((attempt) => renderTitledAttempt(attempt)).join('\n\n'),
    ...(last === '' ? [] : ['## End of the last output', last]),
    '## Spent',
    renderUsage(report),
    ...(report.errors.length === 0 ? [] : ['## Errors', report.errors.map(quoted).join('\n\n')]),
    `Base commit ${report.baseCommit}, written ${report.generatedAt}. A passed gate shows that these commands pass, not that the change is right.`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}
