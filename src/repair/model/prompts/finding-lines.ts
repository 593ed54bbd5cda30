import type { Finding } from '../../../domain/scan.js';
import { plainLine } from '../plain-text.js';

/** A finding: place, who said it, and the message. */
export function findingLines(finding: Finding): string {
  const place = [finding.file, finding.line, finding.column].filter((part) => part !== null).join(':');
  const said = [finding.tool, finding.code, finding.test].filter((part) => part !== null).join(', ');
  const repeats = finding.repeats > 0 ? ` (and ${finding.repeats} more times)` : '';
  return `- ${plainLine(place || 'no place', 300)} [${plainLine(said, 200)}]${repeats}\n  ${plainLine(finding.message, 600)}`;
}
