import type { Finding, Scan } from '../domain/scan.js';

const MAX_ROWS = 20;
const MAX_MESSAGE = 100;

/** The scan for people: plain text, no colours, one finding a line, ends with a newline. */
export function renderScanTable(scan: Scan): string {
  const help = scan.actionable
    ? 'a change in the repository can help'
    : 'no change in the repository can help';
  const lines = [`category     ${scan.category} (${help})`, `fingerprint  ${scan.fingerprint}`];
  for (const { kind, evidence, logLine } of scan.blockers)
    lines.push(`blocker      ${kind}, log line ${logLine}: ${oneLine(evidence)}`);
  lines.push('', ...findingLines(scan));
  const { outsideLocations: outside } = scan;
  if (outside > 0)
    lines.push('', `${outside} place${outside === 1 ? '' : 's'} outside the repository left out.`);
  return `${lines.join('\n')}\n`;
}

function findingLines({ findings, actionable }: Scan): string[] {
  if (findings.length === 0) {
    return [
      actionable
        ? 'Nothing located: the log names no file of the repository.'
        : 'Nothing located: there is nothing to change.',
    ];
  }
  const rows = findings
    .slice(0, MAX_ROWS)
    .map((finding) => [
      placeOf(finding),
      finding.severity,
      finding.tool,
      finding.code ?? '-',
      oneLine(finding.message) + (finding.repeats > 0 ? ` (and ${finding.repeats} more times)` : ''),
    ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const table = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const rest = findings.length - rows.length;
  return rest > 0 ? [...table, `and ${rest} more findings`] : table;
}

function placeOf({ file, line, column }: Finding): string {
  return [file ?? '(no file)', line, line === null ? null : column].filter((part) => part !== null).join(':');
}

function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters of a log must not reach a terminal.
  const flat = text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
  return flat.length <= MAX_MESSAGE ? flat : `${flat.slice(0, MAX_MESSAGE - 1)}…`;
}
