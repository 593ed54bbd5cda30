import type { FileChange, OddChange } from '../../domain/patch.js';
import type { ShellCommand } from '../../domain/shell-command.js';

export interface ToolResult {
  /** Null when it was cut or killed. */
  readonly exitCode: number | null;
  /** stdout and stderr in the order written. */
  readonly output: string;
  readonly durationMs: number;
}

/**
 * Where recipes work: the worktree of the failed revision with what its setup installed, and the rules of the gate for
 * whatever runs there.
 */
export interface RecipeBench {
  /** Puts the tracked files back as they are in the revision; what was installed and is ignored stays. */
  reset(): Promise<void>;
  run(command: ShellCommand, power: { readonly network: boolean }): Promise<ToolResult>;
  /** What differs from the revision now. */
  collect(): Promise<{ readonly changes: readonly FileChange[]; readonly odd: readonly OddChange[] }>;
}
