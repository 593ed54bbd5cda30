import { inertJson } from '../../domain/inert-text.js';
import type { Scan } from '../../domain/scan.js';

/** The scan for programs, on one line; keys may be added, never change. */
export function renderJson(scan: Scan): string {
  const { category, actionable, retryable, flaky, reason, fingerprint, findings, notes } = scan;
  const diagnostics = findings.map((each) => {
    const { file, line, column, message, code, tool, test, severity, logLine, logEndLine, why, jobs } = each;
    return { file, line, column, message, code, tool, test, severity, logLine, logEndLine, why, jobs };
  });
  const answer = { category, actionable, retryable, flaky, reason, fingerprint, diagnostics, notes };
  return `${inertJson(answer)}\n`;
}
