import type { FileChange } from '../domain/patch.js';
import type { Progress } from '../domain/progress.js';
import type { FindSecrets } from '../domain/redaction.js';
import type { Revision } from '../domain/revision.js';
import type { BranchChoice } from '../isolate/choose-branch.js';
import type { Workspace } from '../isolate/workspace.js';
import type { Ledger } from '../ledger/ledger.js';
import type { ReadOutline } from '../repair/outline.js';
import type { RecipeBench } from '../repair/recipes/bench.js';
import type { Recipe } from '../repair/recipes/recipe.js';
import type { Hints, RepairContext, Strategy } from '../repair/strategy.js';
import type { ProblemMatcher } from '../scan/matchers/problem-matcher.js';
import type { CommandRunner } from '../verify/command-runner.js';

/** What a process may do of the loop's steps; one that it may not take is another's, to whom the run is handed over. */
export interface Powers {
  /** Run commands: the gate, and the tools of recipes. */
  readonly execute: boolean;
  readonly askModel: boolean;
}

export const ALL_POWERS: Powers = { execute: true, askModel: true };

/** Everything that the loop reaches the outside through. */
export interface RepairDoors {
  readonly ledger: Ledger;
  readonly powers: Powers;
  /** What it means that the gate passes on the untouched base: fine for a person, odd for a failed CI run. */
  readonly greenBase: 'already-green' | 'not-reproduced';
  readonly workspace: Workspace;
  /** Names the fix branch once the failure is known. */
  readonly chooseBranch: (fingerprint: string) => Promise<BranchChoice>;
  /** Keeps the originals of the files that a revision changes, and the revision's own text of them. */
  readonly keepFiles: (revision: Revision, changes: readonly FileChange[]) => Promise<void>;
  readonly runner: CommandRunner;
  /** In the order in which they have their turn. */
  readonly recipes: readonly Recipe[];
  /** A bench on which a revision of the workspace lies. */
  readonly recipeBench: (commit: string) => RecipeBench;
  readonly strategies: readonly Strategy[];
  /** The repository's own, for tools that no parser knows. */
  readonly matchers: readonly ProblemMatcher[];
  readonly readOutline: ReadOutline;
  readonly hints: Hints;
  /** The change that probably brought a failure into these files. */
  readonly recentChange: (suspects: readonly string[]) => Promise<RepairContext['recentChange']>;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  /** Whole milliseconds, as timers want them; negative when the deadline has passed. */
  readonly timeLeftMs: () => number;
  readonly earlierReds: (fingerprint: string) => number;
  /** What a person does to have earlier runs forgotten. */
  readonly toTryAgain: string;
  /** Whether an earlier run saw this failure go away by itself. */
  readonly wasFlaky: (fingerprint: string) => boolean;
  readonly findSecrets: FindSecrets;
  readonly sensitiveArea: (path: string) => string | null;
}
