import { describeDuration } from '../../domain/describe-execution.js';
import type { Report } from '../report.js';
import { inline, joined } from './fence.js';

/** What speaks for a patch that passed, with its grade; empty when none did. */
export function renderEvidence(report: Report): string {
  return joined([renderGrade(report), renderQuestions(report)]);
}

export function renderGrade({ evidence }: Report): string {
  return evidence === null ? '' : `**Evidence: grade ${evidence.grade}.** ${inline(evidence.why)}`;
}

/** Each question that was asked of the patch, and what was seen. */
export function renderQuestions({ evidence }: Report): string {
  if (evidence === null) return '';
  const rows = evidence.steps.map(
    ({ question, showed, durationMs }) =>
      `| ${question} | ${inline(showed)} | ${durationMs === null ? '' : describeDuration(durationMs)} |`,
  );
  return ['| question | what was seen | time |\n|---|---|---|', ...rows].join('\n');
}
