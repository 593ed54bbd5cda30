import type { Progress } from '../domain/progress.js';
import type { Workspace } from '../isolate/workspace.js';
import type { Ledger } from '../ledger/ledger.js';
import type { Strategy } from '../repair/strategy.js';
import type { CommandRunner } from '../verify/command-runner.js';

/** Everything that the loop reaches the outside through. */
export interface RepairDoors {
  readonly ledger: Ledger;
  readonly workspace: Workspace;
  /** Names the fix branch once the failure is known; called before the first edit (A41). */
  readonly startFixBranch: (fingerprint: string) => Promise<void>;
  readonly runner: CommandRunner;
  readonly strategies: readonly Strategy[];
  readonly progress: Progress;
  readonly signal: AbortSignal;
  readonly timeLeftMs: () => number;
  readonly earlierReds: (fingerprint: string) => number;
  readonly sensitiveArea: (path: string) => string | null;
}
