import type { ShellCommand } from '../domain/shell-command.js';
import type { Workspace } from '../isolate/workspace.js';
import type { RecipeBench } from '../repair/recipes/bench.js';
import type { CommandRunner } from '../verify/command-runner.js';

/** A tool that mends a few files and takes longer hangs. */
const TOOL_LIMIT_MS = 120_000;

export interface RecipeBenchOptions {
  readonly workspace: Pick<Workspace, 'directory' | 'checkout' | 'collectChanges'>;
  /** The runner of the gate: what a recipe starts sees what the gate sees. */
  readonly runner: CommandRunner;
  readonly signal: AbortSignal;
  readonly timeLeftMs: () => number;
}

/** The workspace, with one of its commits checked out, as the place where recipes work. */
export function createRecipeBench(options: RecipeBenchOptions, commit: string): RecipeBench {
  const { workspace, runner, signal, timeLeftMs } = options;
  return {
    reset: () => workspace.checkout(commit, 'ignored'),
    collect: () => workspace.collectChanges(commit),
    async run(command: ShellCommand, { network }: { readonly network: boolean }) {
      const limitMs = Math.max(1, Math.min(TOOL_LIMIT_MS, timeLeftMs()));
      const ran = await runner.run({ command, directory: workspace.directory, limitMs, signal, network });
      const { end, output, durationMs } = ran;
      return { exitCode: end.kind === 'exited' ? end.exitCode : null, output, durationMs };
    },
  };
}
