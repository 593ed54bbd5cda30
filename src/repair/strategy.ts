import type { Execution } from '../domain/execution.js';
import type { FileChange, OddChange } from '../domain/patch.js';
import type { Rejection } from '../domain/rejection.js';
import type { Scan } from '../domain/scan.js';

/** The failed execution that a proposal answers; both ids must come back unchanged (C35). */
export interface Binding {
  readonly baseRevisionId: string;
  readonly executionId: string;
}

/** Files of the failed revision, as data. */
export interface RevisionFiles {
  readonly paths: readonly string[];
  /** Null when absent or not text. */
  read(path: string): Promise<string | null>;
}

/** What became of an earlier proposal in this run, in words that the next prompt carries. */
export interface PastProposal {
  readonly attempt: number;
  readonly changeSummary: string;
  readonly diff: string;
  readonly result: 'rejected' | 'gate-red';
  /** Rejection code and detail, or what the gate then said. */
  readonly detail: string;
}

export interface RepairContext {
  readonly binding: Binding;
  readonly scan: Scan;
  readonly failed: Execution;
  readonly gate: readonly string[];
  readonly files: RevisionFiles;
  readonly past: readonly PastProposal[];
  readonly limits: { readonly maxFiles: number; readonly maxLines: number };
}

export interface Usage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** A strategy's raw answer, stored in the ledger before it is read, so that it is never asked for twice. */
export type Answer =
  | { readonly kind: 'text'; readonly text: string; readonly usage: Usage | null }
  | {
      readonly kind: 'changes';
      readonly changes: readonly FileChange[];
      readonly odd: readonly OddChange[];
      /** The agent's own last words. */
      readonly summary: string;
      readonly usage: Usage | null;
    }
  | {
      readonly kind: 'truncated' | 'empty' | 'refused';
      readonly detail: string;
      readonly usage: Usage | null;
    }
  | {
      readonly kind: 'unavailable';
      readonly reason: 'model-unavailable' | 'permission';
      readonly detail: string;
    }
  | { readonly kind: 'cancelled' };

export interface Candidate {
  readonly kind: 'candidate';
  readonly changes: readonly FileChange[];
  /** The proposer's words, quoted as such and never evidence (C37). */
  readonly diagnosis: string;
  readonly changeSummary: string;
}

export type Proposal =
  | Candidate
  | Rejection
  | { readonly kind: 'gave-up'; readonly reason: string }
  | {
      readonly kind: 'unavailable';
      readonly reason: 'model-unavailable' | 'permission';
      readonly detail: string;
    }
  | { readonly kind: 'cancelled' };

/** One way to come to a candidate. `ask` is the only part with an outside effect; `read` is free and repeatable. */
export interface Strategy {
  readonly name: 'recipe' | 'search' | 'model';
  /** True when `ask` spends one model call. */
  readonly spendsModelCall: boolean;
  ask(
    context: RepairContext,
    options: { readonly signal: AbortSignal; readonly limitMs: number },
  ): Promise<Answer>;
  read(answer: Answer, context: RepairContext): Promise<Proposal>;
}
