import { describeDuration } from '../../domain/describe-execution.js';
import type { Report } from '../report.js';
import { inline } from './fence.js';

/** What speaks for a patch that passed, with its grade; empty when none did. */
export function renderEvidence({ evidence }: Report): string {
  if (evidence === null) return '';
  const rows = evidence.steps.map(
    ({ question, showed, durationMs }) =>
      `| ${question} | ${inline(showed)} | ${durationMs === null ? '' : describeDuration(durationMs)} |`,
  );
  return [
    `**Evidence: grade ${evidence.grade}.** ${inline(evidence.why)}`,
    '',
    '| question | what was seen | time |\n|---|---|---|',
    ...rows,
  ].join('\n');
}
