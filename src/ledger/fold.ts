import type { Execution } from '../domain/execution.js';
import type { Outcome } from '../domain/outcome.js';
import type { RejectionCode } from '../domain/rejection.js';
import type { Request } from '../domain/request.js';
import type { Revision } from '../domain/revision.js';
import type { Scan } from '../domain/scan.js';
import type { DeclineReason, Fact } from './entry.js';

export interface RejectedProposal {
  readonly attempt: number;
  readonly code: RejectionCode;
  readonly detail: string;
  readonly changeSummary: string;
  readonly patchDigest: string | null;
}

/** Everything known of a repair run; follows from the ledger's facts and from nothing else. */
export interface RunState {
  readonly request: Request | null;
  readonly requestDigest: string | null;
  /** Revision 0 is the base; revision n belongs to attempt n. */
  readonly revisions: readonly Revision[];
  readonly executions: readonly Execution[];
  /** What the last red execution said; null before the baseline and after a pass. */
  readonly scan: Scan | null;
  readonly baselineScan: Scan | null;
  /** Tracked files that the baseline's gate rewrote by itself. */
  readonly gateWrites: readonly string[];
  readonly rejected: readonly RejectedProposal[];
  /** Rejections since the last execution. */
  readonly rejectedSinceExecution: number;
  readonly declined: { readonly reason: DeclineReason; readonly detail: string } | null;
  readonly modelCallsReserved: number;
  readonly executionsReserved: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly delivered: {
    readonly branch: string | null;
    readonly commit: string | null;
    readonly detail: string;
  } | null;
  readonly pullRequestUrl: string | null;
  readonly issueUrl: string | null;
  readonly outcome: Outcome | null;
}

const EMPTY_STATE: RunState = {
  request: null,
  requestDigest: null,
  revisions: [],
  executions: [],
  scan: null,
  baselineScan: null,
  gateWrites: [],
  rejected: [],
  rejectedSinceExecution: 0,
  declined: null,
  modelCallsReserved: 0,
  executionsReserved: 0,
  promptTokens: 0,
  completionTokens: 0,
  delivered: null,
  pullRequestUrl: null,
  issueUrl: null,
  outcome: null,
};

export function fold(facts: readonly Fact[]): RunState {
  return facts.reduce(applyFact, EMPTY_STATE);
}

export function applyFact(state: RunState, fact: Fact): RunState {
  switch (fact.kind) {
    case 'run-started':
      return {
        ...state,
        request: fact.request,
        requestDigest: fact.requestDigest,
        revisions: [fact.baseline],
      };
    case 'execution-reserved':
      return { ...state, executionsReserved: state.executionsReserved + 1 };
    case 'execution-finished':
      return finishExecution(state, fact);
    case 'model-call-reserved':
      return { ...state, modelCallsReserved: state.modelCallsReserved + 1 };
    case 'answer-received':
      return {
        ...state,
        promptTokens: state.promptTokens + fact.promptTokens,
        completionTokens: state.completionTokens + fact.completionTokens,
      };
    case 'proposal-accepted':
      return { ...state, revisions: [...state.revisions, fact.revision] };
    case 'proposal-rejected': {
      const { kind: _, ...rejected } = fact;
      return {
        ...state,
        rejected: [...state.rejected, rejected],
        rejectedSinceExecution: state.rejectedSinceExecution + 1,
      };
    }
    case 'proposal-declined':
      return { ...state, declined: { reason: fact.reason, detail: fact.detail } };
    case 'delivered':
      return { ...state, delivered: { branch: fact.branch, commit: fact.commit, detail: fact.detail } };
    case 'effect-intended':
      return state;
    case 'published':
      return fact.what === 'issue'
        ? { ...state, issueUrl: fact.url }
        : { ...state, pullRequestUrl: fact.url };
    case 'run-ended':
      return { ...state, outcome: fact.outcome };
  }
}

function finishExecution(state: RunState, fact: Extract<Fact, { kind: 'execution-finished' }>): RunState {
  const isBaseline = fact.execution.number === 0;
  return {
    ...state,
    executions: [...state.executions, fact.execution],
    scan: fact.scan,
    baselineScan: isBaseline ? fact.scan : state.baselineScan,
    gateWrites: isBaseline ? fact.gateWrites : state.gateWrites,
    rejectedSinceExecution: 0,
  };
}

/** The newest revision. @throws before the run has started. */
export function currentRevision(state: RunState): Revision {
  const revision = state.revisions.at(-1);
  if (revision === undefined) throw new Error('the run has no revision yet');
  return revision;
}

/** The newest execution when it belongs to the newest revision, else null. */
export function currentExecution(state: RunState): Execution | null {
  const execution = state.executions.at(-1);
  return execution !== undefined && execution.revisionId === state.revisions.at(-1)?.revisionId
    ? execution
    : null;
}
