import { CHECKS_RED } from '../domain/execution.js';
import { costOf, type Usage } from '../domain/model-call.js';
import type { Outcome } from '../domain/outcome.js';
import type { RunState } from '../ledger/fold.js';
import { buildEvidence } from './build-evidence.js';
import type { AttemptReport, Report } from './report.js';

export interface ReportFacts {
  readonly outcome: Outcome;
  readonly generatedAt: Date;
  readonly elapsedMs: number;
  readonly errors: readonly string[];
}

/** The report of a run, from its ledger. @throws before the run has started. */
export function buildReport(
  state: RunState,
  { outcome, generatedAt, elapsedMs, errors }: ReportFacts,
): Report {
  const { request, executions } = state;
  if (request === null) throw new Error('the run was not started');
  const scan = state.scan ?? state.baselineScan;
  const first = scan?.findings[0];
  return {
    requestId: request.requestId,
    status: outcome.status,
    stopReason: outcome.stopReason,
    detail: outcome.detail,
    baseCommit: request.baseCommit,
    branch: state.delivered?.branch ?? null,
    delivery: state.delivered?.detail ?? null,
    sandbox: state.sandbox,
    pullRequestUrl: state.pullRequestUrl,
    issueUrl: state.issueUrl,
    reviewUrl: state.reviewUrl,
    acceptedRevisionId: outcome.stopReason === 'fixed' ? (executions.at(-1)?.revisionId ?? null) : null,
    finding:
      scan === null
        ? null
        : {
            category: scan.category,
            fingerprint: scan.fingerprint,
            file: first?.file ?? null,
            line: first?.line ?? null,
            message: first?.message ?? '',
            ...(scan.notes.length === 0 ? {} : { notes: [...scan.notes] }),
          },
    evidence: buildEvidence(state),
    runs: executions.map((execution) => structuredClone<unknown>(execution) as Report['runs'][number]),
    differentialRuns: state.differentials.map(
      (run) => structuredClone<unknown>(run) as Report['differentialRuns'][number],
    ),
    attempts: buildAttempts(state),
    realChecks: state.proofs.map((proof) => structuredClone<unknown>(proof) as Report['realChecks'][number]),
    errors: [...errors],
    usage: {
      ...buildUsage(state),
      executions: state.executionsReserved,
      differentialRuns: state.differentialsReserved,
      elapsedMs,
      toolMs: state.toolMs,
    },
    generatedAt: generatedAt.toISOString(),
  };
}

/** What the model calls took. The cost of all is known only when that of each is. */
function buildUsage({
  calls,
}: RunState): Omit<Report['usage'], 'executions' | 'differentialRuns' | 'elapsedMs' | 'toolMs'> {
  const each = calls.map((call) => ({
    number: call.number,
    attempt: call.attempt,
    model: call.model,
    parts: call.parts.map((part) => ({ ...part })),
    hiddenCharacters: call.hiddenCharacters,
    usage: call.usage === null ? null : { ...call.usage },
    costUsd: costOf(call),
    durationMs: call.durationMs,
  }));
  const sum = (kind: keyof Usage): number =>
    each.reduce((total, { usage }) => total + (usage?.[kind] ?? 0), 0);
  return {
    modelCalls: calls.length,
    promptTokens: sum('promptTokens'),
    cachedTokens: sum('cachedTokens'),
    completionTokens: sum('completionTokens'),
    costUsd: each.reduce<number | null>(
      (total, { costUsd }) => (total === null || costUsd === null ? null : total + costUsd),
      0,
    ),
    calls: each,
  };
}

/** Every proposal that was judged, in order: the refused ones of an attempt before the one that ran. */
export function buildAttempts({ rejected, revisions, executions }: RunState): AttemptReport[] {
  const refused = rejected.map(({ attempt, proposer, code, detail, changeSummary }) => ({
    attempt,
    ...proposer,
    result: 'rejected' as const,
    revisionId: null,
    rejection: { code, detail },
    diagnosis: null,
    changeSummary,
    concerns: [],
    diff: '',
  }));
  const ran = revisions.flatMap(({ proposer, ...revision }) => {
    if (proposer === null) return [];
    const execution = executions.findLast((each) => each.revisionId === revision.revisionId);
    const result =
      execution === undefined
        ? 'not-executed'
        : execution.status === 'passed'
          ? 'passed'
          : execution.errorCode === CHECKS_RED
            ? CHECKS_RED
            : 'gate-red';
    const { revisionId, diagnosis, changeSummary, diff } = revision;
    const concerns = revision.concerns.map((concern) => ({ ...concern }));
    return {
      attempt: revision.number,
      ...proposer,
      result: result as AttemptReport['result'],
      ...{ revisionId, rejection: null, diagnosis, changeSummary, concerns, diff },
    };
  });
  return [...refused, ...ran].sort((a, b) => a.attempt - b.attempt);
}
