import type { FileChange } from '../../domain/patch.js';
import type { Finding } from '../../domain/scan.js';
import type { ShellCommand } from '../../domain/shell-command.js';
import type { RevisionFiles } from '../strategy.js';

/** What a recipe sees of a red execution, all of it data. */
export interface RecipeContext {
  /** Best first; paths are those of the repository. */
  readonly findings: readonly Finding[];
  /** Output of the command that ended red. */
  readonly log: string;
  readonly command: ShellCommand;
  readonly files: RecipeFiles;
  /** Tracked files that the command itself changed. */
  readonly rewritten: readonly string[];
}

export interface RecipeFiles extends RevisionFiles {
  readonly executables: ReadonlySet<string>;
}

/** How the repository starts a tool: the first of these that is there. */
export interface Tool {
  readonly name: string;
  readonly kind: 'node' | 'python' | 'ruby' | 'php' | 'path';
}

/** A tool that mends the files itself. */
export interface ToolPlan {
  readonly kind: 'tool';
  readonly tool: Tool;
  /** Where it starts, below the root. */
  readonly folder: string;
  /** The files that it may change; null: those that `list` names. */
  readonly files: readonly string[] | null;
  /** Arguments with which the tool names the files it would change, and changes none. */
  readonly list: readonly string[] | null;
  /** Arguments for some files (relative to `folder`): tried one after the other until one of them ends with 0. */
  readonly fixes: readonly ((files: readonly string[]) => readonly string[])[];
  /** True when what it mends is worth a try although it ends with a fault: it cannot mend everything. */
  readonly isPartial: boolean;
  /** Whether it may fetch what it needs where commands are shut in. */
  readonly network: boolean;
}

/** A change that follows from the texts alone. */
export interface RewritePlan {
  readonly kind: 'rewrite';
  readonly changes: readonly FileChange[];
}

export type RecipePlan = (ToolPlan | RewritePlan) & {
  /** Whether the files that it declares are open to it although they are protected. */
  readonly opens: boolean;
  /** What was recognised, as the report says it. */
  readonly diagnosis: string;
};

/** A deterministic repair: what it recognises, and what it then does. */
export interface Recipe {
  readonly name: string;
  /** What it starts, where that is always the same. */
  readonly tool?: Tool;
  /** Null when the failure is none of its own. Has no effect. */
  plan(context: RecipeContext): Promise<RecipePlan | null>;
}
