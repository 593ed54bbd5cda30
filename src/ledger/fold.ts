import type { DifferentialRun, Execution, GateWrite } from '../domain/execution.js';
import type { LookResult } from '../domain/look.js';
import type { ModelCall } from '../domain/model-call.js';
import type { Outcome } from '../domain/outcome.js';
import type { ChecksProof } from '../domain/real-checks.js';
import type { RejectionCode } from '../domain/rejection.js';
import type { Request } from '../domain/request.js';
import type { Proposer, Revision } from '../domain/revision.js';
import type { SandboxKind } from '../domain/sandbox.js';
import type { Scan } from '../domain/scan.js';
import type { Binding, DeclineReason, Fact, Job } from './entry.js';

export interface RejectedProposal {
  readonly attempt: number;
  readonly proposer: Proposer;
  readonly code: RejectionCode;
  readonly detail: string;
  readonly changeSummary: string;
  readonly patchDigest: string | null;
}

/** Everything known of a repair run; follows from the ledger's facts and from nothing else. */
export interface RunState {
  /** Null for a run of one process. */
  readonly binding: Binding | null;
  readonly handedOver: { readonly from: Job; readonly next: Job; readonly outcome: Outcome | null } | null;
  readonly request: Request | null;
  readonly requestDigest: string | null;
  /** Revision 0 is the base; revision n belongs to attempt n. */
  readonly revisions: readonly Revision[];
  /** Ids of red revisions that nothing builds on any more. */
  readonly dropped: readonly string[];
  readonly executions: readonly Execution[];
  /** What the red execution of the current revision said; null before the baseline and after a pass. */
  readonly scan: Scan | null;
  /** By revision. */
  readonly scans: Readonly<Record<string, Scan | null>>;
  readonly baselineScan: Scan | null;
  /** Tracked files that the baseline's gate rewrote by itself. */
  readonly gateWrites: readonly GateWrite[];
  /** What the judge ran beside the executions, in order. */
  readonly differentials: readonly DifferentialRun[];
  readonly rejected: readonly RejectedProposal[];
  /** Rejections since the last execution, but for those of recipes. */
  readonly rejectedSinceExecution: number;
  /** Recipes that had their turn, and failures for which none is left, by fingerprint. */
  readonly recipesTried: readonly { readonly fingerprint: string; readonly recipe: string }[];
  readonly recipesDone: readonly string[];
  /** What the tools of recipes took together. */
  readonly toolMs: number;
  readonly declined: { readonly reason: DeclineReason; readonly detail: string } | null;
  /** Every model call that was reserved, whatever became of it. */
  readonly calls: readonly ModelCall[];
  /** What the model asked to see since the last execution, and in how many rounds. */
  readonly looked: readonly LookResult[];
  readonly lookRounds: number;
  /** Prompts that were longer than the model's context. */
  readonly overflows: number;
  readonly executionsReserved: number;
  readonly differentialsReserved: number;
  /** Null before it was chosen. */
  readonly sandbox: SandboxKind | 'none' | null;
  readonly delivered: {
    readonly branch: string | null;
    readonly commit: string | null;
    readonly detail: string;
  } | null;
  readonly pullRequestUrl: string | null;
  readonly issueUrl: string | null;
  readonly reviewUrl: string | null;
  /** What the real checks said of each published revision, in order. */
  readonly proofs: readonly ChecksProof[];
  readonly outcome: Outcome | null;
}

const EMPTY_STATE: RunState = {
  binding: null,
  handedOver: null,
  request: null,
  requestDigest: null,
  revisions: [],
  dropped: [],
  executions: [],
  scan: null,
  scans: {},
  baselineScan: null,
  gateWrites: [],
  differentials: [],
  rejected: [],
  rejectedSinceExecution: 0,
  recipesTried: [],
  recipesDone: [],
  toolMs: 0,
  declined: null,
  calls: [],
  looked: [],
  lookRounds: 0,
  overflows: 0,
  executionsReserved: 0,
  differentialsReserved: 0,
  sandbox: null,
  delivered: null,
  pullRequestUrl: null,
  issueUrl: null,
  reviewUrl: null,
  proofs: [],
  outcome: null,
};

export function fold(facts: readonly Fact[]): RunState {
  return facts.reduce(applyFact, EMPTY_STATE);
}

export function applyFact(state: RunState, fact: Fact): RunState {
  switch (fact.kind) {
    case 'run-bound':
      return { ...state, binding: fact.binding };
    case 'handed-over':
      return { ...state, handedOver: { from: fact.from, next: fact.next, outcome: fact.outcome } };
    case 'run-started':
      return {
        ...state,
        request: fact.request,
        requestDigest: fact.requestDigest,
        revisions: [fact.baseline],
      };
    case 'sandbox-chosen':
      return { ...state, sandbox: fact.sandbox };
    case 'execution-reserved':
      return { ...state, executionsReserved: state.executionsReserved + 1 };
    case 'execution-finished':
      return finishExecution(state, fact);
    case 'differential-reserved':
      return { ...state, differentialsReserved: state.differentialsReserved + 1 };
    case 'differential-finished':
      return { ...state, differentials: [...state.differentials, fact.run] };
    case 'model-call-reserved': {
      const { kind: _, ...call } = fact;
      return { ...state, calls: [...state.calls, { ...call, usage: null, durationMs: null }] };
    }
    case 'answer-received': {
      const { call, usage, durationMs } = fact;
      return {
        ...state,
        calls: state.calls.map((each) => (each.number === call ? { ...each, usage, durationMs } : each)),
      };
    }
    case 'looked':
      return {
        ...state,
        looked: [...state.looked, ...fact.results],
        lookRounds: state.lookRounds + 1,
      };
    case 'prompt-overflowed':
      return { ...state, overflows: state.overflows + 1 };
    case 'proposal-accepted':
      return { ...state, revisions: [...state.revisions, fact.revision] };
    case 'proposal-rejected': {
      const { kind: _, ...rejected } = fact;
      return {
        ...state,
        rejected: [...state.rejected, rejected],
        rejectedSinceExecution:
          state.rejectedSinceExecution + (rejected.proposer.strategy === 'recipe' ? 0 : 1),
      };
    }
    case 'recipes-tried':
      return finishRecipes(state, fact);
    case 'revision-dropped': {
      const left = { ...state, dropped: [...state.dropped, fact.revisionId] };
      return { ...left, scan: state.scans[currentRevision(left).revisionId] ?? null };
    }
    case 'proposal-declined':
      return { ...state, declined: { reason: fact.reason, detail: fact.detail } };
    case 'effect-intended':
    case 'delivered':
    case 'published':
    case 'checks-awaited':
    case 'checks-judged':
      return applyDelivery(state, fact);
    case 'run-ended':
      return { ...state, outcome: fact.outcome };
  }
}

type DeliveryFact = Extract<
  Fact,
  { kind: 'effect-intended' | 'delivered' | 'published' | 'checks-awaited' | 'checks-judged' }
>;

function publishedAt({ what, url }: Extract<Fact, { kind: 'published' }>): Partial<RunState> {
  if (what === 'review') return { reviewUrl: url };
  return what === 'issue' ? { issueUrl: url } : { pullRequestUrl: url };
}

/** What leaves the workspace, and what the outside says of it. */
function applyDelivery(state: RunState, fact: DeliveryFact): RunState {
  switch (fact.kind) {
    case 'delivered':
      return { ...state, delivered: { branch: fact.branch, commit: fact.commit, detail: fact.detail } };
    case 'published':
      return { ...state, ...publishedAt(fact) };
    case 'checks-judged':
      return judgeOnChecks(state, fact);
    case 'effect-intended':
    case 'checks-awaited':
      return state;
  }
}

function finishExecution(state: RunState, fact: Extract<Fact, { kind: 'execution-finished' }>): RunState {
  const isBaseline = fact.execution.number === 0;
  return {
    ...state,
    executions: [...state.executions, fact.execution],
    scan: fact.scan,
    scans: { ...state.scans, [fact.execution.revisionId]: fact.scan },
    baselineScan: isBaseline ? fact.scan : state.baselineScan,
    gateWrites: isBaseline ? fact.gateWrites : state.gateWrites,
    rejectedSinceExecution: 0,
    looked: [],
    lookRounds: 0,
  };
}

/** Red checks are the next execution of the revision: the loop answers it as it answers a red gate. */
function judgeOnChecks(state: RunState, { proof, red }: Extract<Fact, { kind: 'checks-judged' }>): RunState {
  const told = { ...state, proofs: [...state.proofs, proof] };
  return red === null
    ? told
    : finishExecution(told, { kind: 'execution-finished', gateWrites: state.gateWrites, ...red });
}

function finishRecipes(state: RunState, fact: Extract<Fact, { kind: 'recipes-tried' }>): RunState {
  const { fingerprint, trials, done, toolMs } = fact;
  return {
    ...state,
    recipesTried: [...state.recipesTried, ...trials.map(({ recipe }) => ({ fingerprint, recipe }))],
    recipesDone: done ? [...state.recipesDone, fingerprint] : state.recipesDone,
    toolMs: state.toolMs + toolMs,
  };
}

/** The newest revision that was not dropped. @throws before the run has started. */
export function currentRevision(state: RunState): Revision {
  const revision = state.revisions.findLast(({ revisionId }) => !state.dropped.includes(revisionId));
  if (revision === undefined) throw new Error('the run has no revision yet');
  return revision;
}

/** The newest execution of the current revision, or null. */
export function currentExecution(state: RunState): Execution | null {
  if (state.revisions.length === 0) return null;
  const { revisionId } = currentRevision(state);
  return state.executions.findLast((execution) => execution.revisionId === revisionId) ?? null;
}

/** The last word on each revision that was executed: where the real checks were red, theirs. */
export function lastExecutions({ executions }: RunState): readonly Execution[] {
  const ids = executions.map(({ revisionId }) => revisionId);
  return executions.filter(({ revisionId }, index) => ids.lastIndexOf(revisionId) === index);
}
