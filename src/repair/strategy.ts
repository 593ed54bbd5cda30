import type { Execution } from '../domain/execution.js';
import type { LookResult } from '../domain/look.js';
import type { CallEstimate, Usage } from '../domain/model-call.js';
import type { FileChange, OddChange } from '../domain/patch.js';
import type { Rejection } from '../domain/rejection.js';
import type { Scan } from '../domain/scan.js';
import type { Declaration } from './outline.js';

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

/** The same, as somebody looks around in them. */
export interface BrowsableFiles extends RevisionFiles {
  /** The declarations of a file; null when it is no text or in no known language. */
  outline(path: string): Promise<readonly Declaration[] | null>;
  /** Paths of the files that hold a text, to the letter. */
  holding(text: string): Promise<readonly string[]>;
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

/** What the person who started the run believes about the failure (B8, B14, B29): to be weighed, not obeyed. */
export interface Hints {
  readonly scope: string | null;
  /** Probably the file to edit. */
  readonly candidatePath: string | null;
  readonly hypothesis: string | null;
}

export interface RepairContext {
  readonly binding: Binding;
  readonly scan: Scan;
  readonly failed: Execution;
  readonly gate: readonly string[];
  readonly files: BrowsableFiles;
  readonly past: readonly PastProposal[];
  readonly hints: Hints;
  /** The change that probably brought the failure in, where the history has it. */
  readonly recentChange: { readonly title: string; readonly diff: string } | null;
  /** What the model asked to see of this revision so far. */
  readonly looked: readonly LookResult[];
  readonly lookRoundsLeft: number;
  /** 1, and half of it for each time that a prompt of this run was longer than the model's context. */
  readonly promptShare: number;
  readonly limits: { readonly maxFiles: number; readonly maxLines: number };
}

/** Why a strategy could not be asked: for now, for want of a right, or of a setting that only a person can mend. */
export type UnavailableReason = 'model-unavailable' | 'permission' | 'missing-input';

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
      readonly kind: 'truncated' | 'empty' | 'refused' | 'filtered' | 'overlong';
      readonly detail: string;
      readonly usage: Usage | null;
    }
  /** The prompt is longer than the model's context; nothing was answered. */
  | { readonly kind: 'overflow'; readonly detail: string }
  /** The call's reservation was refused, so it was not made. */
  | { readonly kind: 'not-asked'; readonly detail: string }
  | {
      readonly kind: 'unavailable';
      readonly reason: UnavailableReason;
      readonly detail: string;
    }
  | { readonly kind: 'cancelled' };

export interface Candidate {
  readonly kind: 'candidate';
  readonly changes: readonly FileChange[];
  /** The proposer's words, quoted as such and never evidence (C37). */
  readonly diagnosis: string;
  readonly changeSummary: string;
  /** The recipe that made it, and the files of it that it may touch although they are protected. */
  readonly recipe?: { readonly name: string; readonly opened: readonly string[] };
}

export type Proposal =
  | Candidate
  | Rejection
  /** No proposal yet: the model wanted to see more first, and did. */
  | { readonly kind: 'looked'; readonly results: readonly LookResult[] }
  | { readonly kind: 'overflow'; readonly detail: string }
  | { readonly kind: 'not-asked'; readonly detail: string }
  | { readonly kind: 'gave-up'; readonly reason: string }
  | {
      readonly kind: 'unavailable';
      readonly reason: UnavailableReason;
      readonly detail: string;
    }
  | { readonly kind: 'cancelled' };

/** A granted reservation says the longest answer that the budget allows, in tokens; null: any. */
export type Reservation =
  | { readonly kind: 'granted'; readonly maxCompletionTokens: number | null }
  | { readonly kind: 'refused'; readonly detail: string };

export interface AskOptions {
  readonly signal: AbortSignal;
  readonly limitMs: number;
  /** Comes before a model call and is durable: what is reserved stays spent, whatever becomes of the call (C49). */
  readonly reserve: (estimate: CallEstimate) => Promise<Reservation>;
}

/** One way to come to a candidate. `ask` is the only part with an outside effect; `read` is free and repeatable. */
export interface Strategy {
  readonly name: 'search' | 'model';
  /** True when `ask` reserves and spends one model call. */
  readonly spendsModelCall: boolean;
  ask(context: RepairContext, options: AskOptions): Promise<Answer>;
  read(answer: Answer, context: RepairContext): Promise<Proposal>;
}
