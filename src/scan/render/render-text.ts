import type { Finding, Scan } from '../../domain/scan.js';
import { renderExcerpt } from './render-excerpt.js';

/** Findings that are shown with their source; the others are one line each. */
export const SHOWN_FINDINGS = 3;
const MAX_ROWS = 20;
const MAX_MESSAGE = 100;
const MAX_NOTE = 300;

/** Lines of the repository's files, by path; only those of the best findings are asked for. */
export type Sources = ReadonlyMap<string, readonly string[]>;

/** The scan for people: plain text, no colours, ends with a newline. */
export function renderText(scan: Scan, sources: Sources): string {
  const { findings } = scan;
  const best = findings
    .slice(0, SHOWN_FINDINGS)
    .map((finding, index) => ['', ...findingLines(finding, index + 1, sources)]);
  const others = findings.slice(SHOWN_FINDINGS);
  const lines = [
    ...headLines(scan),
    ...(findings.length === 0 ? ['', nothingLocated(scan)] : best.flat()),
    ...(others.length === 0 ? [] : ['', ...tableOf(others)]),
    ...outsideLines(scan),
  ];
  return `${lines.join('\n')}\n`;
}

function headLines(scan: Scan): string[] {
  const { category, actionable, retryable, reason, flaky, fingerprint, blockers, notes } = scan;
  const help = actionable ? 'a change in the repository can help' : 'no change in the repository can help';
  const lines = [`category     ${category} (${help})`, `because      ${reason.text}`];
  if (reason.evidence !== null)
    lines.push(`             log line ${reason.logLine}: ${oneLine(reason.evidence)}`);
  if (retryable) lines.push('retry        another run of the same commit may pass');
  if (flaky !== null)
    lines.push(`flaky        it seems, by log line ${flaky.logLine}: ${oneLine(flaky.evidence)}`);
  lines.push(`fingerprint  ${fingerprint}`);
  for (const { kind, evidence, logLine } of blockers)
    lines.push(`blocker      ${kind}, log line ${logLine}: ${oneLine(evidence)}`);
  for (const note of notes) lines.push(`note         ${oneLine(note, MAX_NOTE)}`);
  return lines;
}

function nothingLocated({ actionable }: Scan): string {
  return actionable
    ? 'Nothing located: the log names no file of the repository.'
    : 'Nothing located: there is nothing to change.';
}

function outsideLines({ outsideLocations: count }: Scan): string[] {
  return count === 0 ? [] : ['', `${count} place${count === 1 ? '' : 's'} outside the repository left out.`];
}

function findingLines(finding: Finding, rank: number, sources: Sources): string[] {
  const { tool, code, test, why, line, jobs } = finding;
  const source = sources.get(finding.file ?? '');
  return [
    `${rank}. ${placeOf(finding)}  ${[tool, code].filter((part) => part !== null).join(' ')}`,
    `   ${messageOf(finding)}`,
    ...(test === null ? [] : [`   in the test ${oneLine(test)}`]),
    ...(jobs.length === 0
      ? []
      : [`   in the job${jobs.length === 1 ? '' : 's'} ${oneLine(jobs.join(', '), MAX_NOTE)}`]),
    `   ranked for: ${why}`,
    ...(source === undefined || line === null ? [] : renderExcerpt(source, line)),
  ];
}

function tableOf(findings: readonly Finding[]): string[] {
  const rows = findings
    .slice(0, MAX_ROWS)
    .map((finding) => [
      placeOf(finding),
      finding.severity,
      finding.tool,
      finding.code ?? '-',
      messageOf(finding),
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

function messageOf({ message, repeats }: Finding): string {
  return oneLine(message) + (repeats > 0 ? ` (and ${repeats} more times)` : '');
}

function oneLine(text: string, most = MAX_MESSAGE): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters of a log must not reach a terminal.
  const flat = text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
  return flat.length <= most ? flat : `${flat.slice(0, most - 1)}…`;
}
