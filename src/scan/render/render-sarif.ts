import type { Severity } from '../../domain/diagnostic.js';
import { inertJson } from '../../domain/inert-text.js';
import type { Finding, Scan } from '../../domain/scan.js';
import { fingerprintOf } from '../fingerprint.js';

const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', note: 'note' };

/** SARIF 2.1.0 (docs.oasis-open.org/sarif): one run of smart-fix, a result for each finding, best first. */
export function renderSarif(scan: Scan, version: string): string {
  const { category, actionable, retryable, fingerprint, findings, notes } = scan;
  const rules = [...new Set(findings.map(ruleOf))];
  const run = {
    tool: { driver: { name: 'smart-fix', version, rules: rules.map((id) => ({ id })) } },
    results: findings.map((finding, index) => resultOf(finding, index, scan, rules)),
    ...(notes.length === 0 ? {} : { invocations: [invocationOf(notes)] }),
    properties: { category, actionable, retryable, fingerprint },
  };
  const document = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [run],
  };
  return `${inertJson(document)}\n`;
}

function invocationOf(notes: readonly string[]) {
  const toolExecutionNotifications = notes.map((text) => ({ level: 'note', message: { text } }));
  return { executionSuccessful: true, toolExecutionNotifications };
}

function ruleOf({ tool, code }: Finding): string {
  return code === null ? tool : `${tool}/${code}`;
}

function resultOf(finding: Finding, index: number, { category }: Scan, rules: readonly string[]) {
  const { file, severity, message, tool, test, why, jobs } = finding;
  const ruleId = ruleOf(finding);
  return {
    ruleId,
    ruleIndex: rules.indexOf(ruleId),
    level: LEVELS[severity],
    message: { text: message === '' ? ruleId : message },
    ...(file === null ? {} : { locations: [{ physicalLocation: placeOf(finding, file) }] }),
    partialFingerprints: { 'smartFix/v1': fingerprintOf(category, finding, '') },
    rank: Math.max(0, 100 - index),
    properties: { tool, test, why, ...(jobs.length === 0 ? {} : { jobs }) },
  };
}

function placeOf({ line, column }: Finding, file: string) {
  const uri = file.split('/').map(encodeSegment).join('/');
  const artifactLocation = { uri, uriBaseId: '%SRCROOT%' };
  if (line === null) return { artifactLocation };
  return {
    artifactLocation,
    region: { startLine: line, ...(column === null ? {} : { startColumn: column }) },
  };
}

/** Half a surrogate pair cannot be encoded. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment.replace(/\p{Surrogate}/gu, '\ufffd'));
}
