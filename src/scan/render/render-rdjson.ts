import type { Severity } from '../../domain/diagnostic.js';
import { inertJson } from '../../domain/inert-text.js';
import type { Finding, Scan } from '../../domain/scan.js';

const SEVERITIES: Readonly<Record<Severity, string>> = { error: 'ERROR', warning: 'WARNING', note: 'INFO' };

/** Reviewdog Diagnostic Format (reviewdog/reviewdog, proto/rdf/reviewdog.proto); it has no place for what names no file. */
export function renderRdjson({ findings }: Scan): string {
  const diagnostics = findings.flatMap((finding) =>
    finding.file === null ? [] : [diagnosticOf(finding, finding.file)],
  );
  return `${inertJson({ source: { name: 'smart-fix' }, diagnostics })}\n`;
}

function diagnosticOf({ line, column, severity, tool, code, message }: Finding, path: string) {
  const start = line === null ? null : { line, ...(column === null ? {} : { column }) };
  return {
    message,
    location: { path, ...(start === null ? {} : { range: { start } }) },
    severity: SEVERITIES[severity],
    source: { name: tool },
    ...(code === null ? {} : { code: { value: code } }),
  };
}
