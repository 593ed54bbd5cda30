import type { ClassOverride } from './file-class.js';
import type { ShellCommand } from './shell-command.js';

/** Hard limits of one repair run; ranges are those of the settings (DESIGN rule 3). */
export interface Limits {
  readonly maxAttempts: number;
  readonly maxModelCalls: number;
  /** US dollars for all model calls together; null: as the other limits allow. */
  readonly maxCost: number | null;
  /** Runs of the gate, the baseline included. */
  readonly maxExecutions: number;
  /** Proposals for one failed revision that may be rejected. */
  readonly maxProposals: number;
  /** Passes of the gate that a patch needs in all. */
  readonly repeats: number;
  readonly deadlineSeconds: number;
  readonly gateTimeoutSeconds: number;
  readonly maxFiles: number;
  /** Added plus removed lines of the whole patch. */
  readonly maxLines: number;
}

/** What a patch may touch beyond the default rules; `protect` wins over `allow`. */
export interface PolicySettings {
  readonly allow: readonly string[];
  readonly protect: readonly string[];
  /** True when tests and their fixtures may be edited. */
  readonly allowTestEdits: boolean;
  /** The last that matches wins. */
  readonly classes: readonly ClassOverride[];
}

/** What was asked, written once to `input/request.json` and bound by its digest to every revision. */
export interface Request {
  readonly requestId: string;
  readonly createdAt: string;
  readonly baseCommit: string;
  readonly gate: readonly ShellCommand[];
  readonly setup: readonly ShellCommand[];
  readonly provider: string;
  readonly limits: Limits;
  readonly policy: PolicySettings;
  readonly branchTemplate: string;
  readonly onSuccess: 'branch' | 'merge' | 'patch';
}
