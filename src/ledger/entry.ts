import type { DifferentialPurpose, DifferentialRun, Execution, GateWrite } from '../domain/execution.js';
import type { RepositoryName } from '../domain/failed-run.js';
import type { LookResult } from '../domain/look.js';
import type { ModelCall, Usage } from '../domain/model-call.js';
import type { Outcome } from '../domain/outcome.js';
import type { CheckStart, ChecksProof } from '../domain/real-checks.js';
import type { RejectionCode } from '../domain/rejection.js';
import type { Request } from '../domain/request.js';
import type { Proposer, Revision } from '../domain/revision.js';
import type { SandboxKind } from '../domain/sandbox.js';
import type { Scan } from '../domain/scan.js';

/** Why a proposer handed back no candidate although it was able to answer, or could not be asked. */
export type DeclineReason =
  | 'model-gave-up'
  | 'model-unavailable'
  | 'budget-cost'
  | 'permission'
  | 'missing-input'
  | 'too-many-files'
  | 'sensitive-area'
  | 'protected-target'
  | 'duplicate'
  | 'lease-lost'
  | 'disabled-after-revert'
  | 'opted-out'
  | 'no-strategy'
  | 'cancelled';

/** A job of the split form. */
export type Job = 'admit' | 'verify' | 'repair' | 'publish';

/** How often in a row earlier runs saw a failure stay red, by its fingerprint. */
export type EarlierReds = Readonly<Record<string, number>>;

/** What ties a run that goes on in other jobs to the one place and time where it may. */
export interface Binding {
  readonly repositoryId: number;
  readonly repository: RepositoryName;
  /** Our own workflow run, in the attempt in which it was admitted. */
  readonly workflowRun: { readonly runId: number; readonly attempt: number };
  readonly failedRun: { readonly runId: number; readonly attempt: number; readonly headSha: string };
  /** Of all settings that decide what may be done; the same in every job. */
  readonly settingsDigest: string;
  /** Something in the failed run's logs says that the failure may come and go. */
  readonly looksFlaky: boolean;
  readonly earlierReds: EarlierReds;
}

/** One fact of a repair run. Reservations come before what they pay for; everything else right after it happened. */
export type Fact =
  | { readonly kind: 'run-bound'; readonly binding: Binding }
  | {
      readonly kind: 'handed-over';
      readonly from: Job;
      readonly next: Job;
      /** How the run ended in that job; null when it goes on. */
      readonly outcome: Outcome | null;
    }
  | {
      readonly kind: 'run-started';
      readonly request: Request;
      readonly requestDigest: string;
      readonly baseline: Revision;
    }
  /** What setup, gate and recipes of this job are shut into. */
  | { readonly kind: 'sandbox-chosen'; readonly sandbox: SandboxKind | 'none' }
  | { readonly kind: 'execution-reserved'; readonly number: number; readonly revisionId: string }
  | {
      readonly kind: 'execution-finished';
      readonly execution: Execution;
      readonly scan: Scan | null;
      readonly gateWrites: readonly GateWrite[];
    }
  | {
      readonly kind: 'differential-reserved';
      readonly purpose: DifferentialPurpose;
      readonly revisionId: string;
    }
  | { readonly kind: 'differential-finished'; readonly run: DifferentialRun }
  | ({ readonly kind: 'model-call-reserved' } & Omit<ModelCall, 'usage' | 'durationMs'>)
  | {
      readonly kind: 'answer-received';
      readonly attempt: number;
      readonly strategy: string;
      /** Number of the model call that it answers; null when none was made. */
      readonly call: number | null;
      readonly answer: unknown;
      readonly usage: Usage | null;
      /** Null without a call. */
      readonly durationMs: number | null;
    }
  | { readonly kind: 'looked'; readonly attempt: number; readonly results: readonly LookResult[] }
  | { readonly kind: 'prompt-overflowed'; readonly attempt: number; readonly detail: string }
  /** Recipes that had their turn at a failure; `done` when none is left for it. */
  | {
      readonly kind: 'recipes-tried';
      readonly fingerprint: string;
      /** Each with what came of it. */
      readonly trials: readonly { readonly recipe: string; readonly detail: string }[];
      readonly done: boolean;
      /** What their tools took together. */
      readonly toolMs: number;
    }
  /** A red revision that the next proposal does not build on. */
  | { readonly kind: 'revision-dropped'; readonly revisionId: string; readonly detail: string }
  | { readonly kind: 'proposal-accepted'; readonly attempt: number; readonly revision: Revision }
  | {
      readonly kind: 'proposal-rejected';
      readonly attempt: number;
      readonly proposer: Proposer;
      readonly code: RejectionCode;
      readonly detail: string;
      readonly changeSummary: string;
      readonly patchDigest: string | null;
    }
  | {
      readonly kind: 'proposal-declined';
      readonly attempt: number;
      readonly reason: DeclineReason;
      readonly detail: string;
    }
  | {
      readonly kind: 'effect-intended';
      readonly effect:
        | 'lease'
        | 'branch'
        | 'merge'
        | 'push'
        | 'pull-request'
        | 'issue'
        | 'review'
        | 'dispatch'
        | 'rerun';
      /** The natural key by which the effect can be found again. */
      readonly key: string;
    }
  | {
      readonly kind: 'published';
      readonly what: 'pull-request' | 'issue' | 'review';
      readonly url: string;
    }
  | {
      readonly kind: 'delivered';
      readonly branch: string | null;
      readonly commit: string | null;
      readonly detail: string;
    }
  | { readonly kind: 'checks-awaited'; readonly commit: string; readonly start: CheckStart }
  /** What the real checks of a published revision say; red ones are an execution of it, with what their logs say. */
  | {
      readonly kind: 'checks-judged';
      readonly proof: ChecksProof;
      readonly red: { readonly execution: Execution; readonly scan: Scan } | null;
    }
  | { readonly kind: 'run-ended'; readonly outcome: Outcome };

/** A fact as it is stored: numbered, dated and chained to the entry before it. */
export interface Entry {
  readonly sequence: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly fact: Fact;
  /** Hash of the entry before, or 64 zeros for the first. */
  readonly previous: string;
  /** sha256 over sequence, at, fact and previous. */
  readonly hash: string;
}
