import type { Severity } from '../../domain/diagnostic.js';
import { inertText } from '../../domain/inert-text.js';
import type { Finding, Scan } from '../../domain/scan.js';

const COMMANDS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', note: 'notice' };

/**
 * Findings as annotations of GitHub's runner, best first: it shows the first ten of a kind and step
 * (docs.github.com, "Workflow commands"). Where nothing was located, the reason is the annotation.
 */
export function renderAnnotations(scan: Scan): string {
  const { findings, category, reason, notes } = scan;
  const lines =
    findings.length > 0
      ? findings.map(annotationOf)
      : [command('error', { title: `${category} failure` }, [reason.text, reason.evidence ?? ''].join(' '))];
  const left = notes.map((note) => command('notice', { title: 'smart-fix scan' }, note));
  return `${[...lines, ...left].join('\n')}\n`;
}

function annotationOf({ file, line, column, severity, tool, code, message }: Finding): string {
  const title = code === null ? tool : `${tool} ${code}`;
  const place =
    file === null
      ? {}
      : { file, ...(line === null ? {} : { line, ...(column === null ? {} : { col: column }) }) };
  return command(COMMANDS[severity], { ...place, title }, message);
}

/** `actions/toolkit`, packages/core/src/command.ts, says what has to be escaped where. */
function command(
  name: string,
  properties: Readonly<Record<string, string | number>>,
  message: string,
): string {
  const written = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return `::${name} ${written.join(',')}::${escapeData(message.trim())}`;
}

function escapeData(text: string): string {
  return inertText(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
