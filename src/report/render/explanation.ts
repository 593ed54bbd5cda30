import type { Finding, Scan } from '../../domain/scan.js';
import { type Gate, titleOf } from '../../domain/shell-command.js';
import type { FailedCheck, FailureContext } from '../failed-checks.js';
import { renderFailure } from './failure.js';
import { code, fenced, inline } from './fence.js';
import { renderNotes } from './sections.js';

const MAX_FINDINGS = 5;

/**
 * The answer to `explain`: what failed, what kind of failure it is and which line says so, where to look, and the gate.
 * @param excerptOf the source around a finding; empty where it names no line of the repository.
 */
export function renderExplanation(
  context: FailureContext,
  gate: Gate | null,
  excerptOf: (finding: Finding) => readonly string[],
): string {
  return [
    '**smart-fix: the diagnosis** (nothing was run and nothing was changed)',
    renderFailure(context),
    ...context.checks.map((check) => renderCheck(check, excerptOf)),
    renderGate(gate, context.gateNotes),
  ].join('\n\n');
}

function renderCheck(
  { scan, jobs }: FailedCheck,
  excerptOf: (finding: Finding) => readonly string[],
): string {
  const help = scan.actionable
    ? 'A change in the repository can help.'
    : scan.retryable
      ? 'Another run may help; a change cannot.'
      : 'No change in the repository can help.';
  const findings = scan.findings.slice(0, MAX_FINDINGS);
  const more = scan.findings.length - findings.length;
  return [
    `### ${jobs.map((job) => inline(job.name)).join(', ')}`,
    `Category ${code(scan.category)}, fingerprint ${code(scan.fingerprint)}. ${help}${flaky(scan)}`,
    renderReason(scan),
    ...findings.map((finding) => renderFinding(finding, excerptOf(finding))),
    more > 0 ? `… and ${more} more.` : '',
    renderNotes(scan.notes).join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const flaky = ({ flaky: sign }: Scan): string => (sign === null ? '' : ' It looks flaky.');

function renderReason({ reason: { text, evidence, logLine } }: Scan): string {
  const line = logLine === null ? '' : ` (line ${logLine} of the log)`;
  return [`Because: ${inline(text)}${line}`, ...(evidence === null ? [] : [fenced(evidence)])].join('\n\n');
}

function renderFinding({ file, line, message, why }: Finding, excerpt: readonly string[]): string {
  const place = file === null ? 'no place named' : code(line === null ? file : `${file}:${line}`);
  const said = `- ${place} ${inline(message)} (${inline(why)})`;
  return excerpt.length === 0 ? said : `${said}\n\n${fenced(excerpt.join('\n'))}`;
}

function renderGate(gate: Gate | null, notes: readonly string[]): string {
  const said =
    gate === null
      ? 'No gate that would see the failure can be inferred; say with the input gate what must pass.'
      : `The gate would be: ${gate.commands.map((command) => code(titleOf(command))).join(', then ')}.`;
  return ['### The gate', said, ...(notes.length === 0 ? [] : [fenced(notes.join('\n\n'))])].join('\n\n');
}
