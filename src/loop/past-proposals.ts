import { compareFindings } from '../domain/compare-findings.js';
import { describeEnd } from '../domain/describe-execution.js';
import type { Execution } from '../domain/execution.js';
import type { Revision } from '../domain/revision.js';
import type { Finding } from '../domain/scan.js';
import type { RunState } from '../ledger/fold.js';
import type { PastProposal } from '../repair/strategy.js';

/** Of each kind; more says no more. */
const MAX_NAMED = 5;

/** Everything that was proposed so far, with the reason of a refusal or how the failure changed. */
export function pastProposals(state: RunState): readonly PastProposal[] {
  const rejected = state.rejected.map((each) => ({
    attempt: each.attempt,
    changeSummary: each.changeSummary,
    diff: '',
    result: 'rejected' as const,
    detail: `${each.code}: ${each.detail}`,
  }));
  const red = state.revisions.slice(1).map((revision) => ({
    attempt: revision.number,
    changeSummary: revision.changeSummary ?? '',
    diff: revision.diff,
    result: 'gate-red' as const,
    detail: describeRed(revision, state),
  }));
  return [...rejected, ...red].sort((a, b) => a.attempt - b.attempt);
}

function describeRed(revision: Revision, { executions, scans }: RunState): string {
  const execution = executions.findLast((each) => each.revisionId === revision.revisionId);
  if (execution === undefined) return 'not executed';
  const before = scans[revision.parentRevisionId ?? '']?.findings ?? [];
  const after = scans[revision.revisionId]?.findings ?? [];
  const { gone, added, same } = compareFindings(before, after);
  return [
    describeVerdict(execution),
    named('gone', gone),
    named('new', added),
    same.length === 0 ? '' : `the same as before: ${same.length} findings`,
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function describeVerdict({ checks, commands, status }: Execution): string {
  const failed = checks.filter((check) => !check.passed).map((check) => check.detail);
  const last = commands.at(-1);
  if (failed.length > 0) return failed.join('; ');
  return last === undefined ? status : describeEnd(last.end);
}

function named(what: string, findings: readonly Finding[]): string {
  if (findings.length === 0) return '';
  const lines = findings
    .slice(0, MAX_NAMED)
    .map(({ file, line, message }) => `${file ?? 'no place'}:${line ?? '?'} ${message.split('\n')[0] ?? ''}`);
  const more = findings.length > MAX_NAMED ? ` (and ${findings.length - MAX_NAMED} more)` : '';
  return `${what}: ${lines.join('; ')}${more}`;
}
