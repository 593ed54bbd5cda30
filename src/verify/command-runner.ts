import type { ShellCommand } from '../domain/shell-command.js';

/** What a command of the gate may use. The environment is the runner's business: never the parent's, never a secret. */
export interface CommandRequest {
  readonly command: ShellCommand;
  /** The root that the command's folder lies below. */
  readonly directory: string;
  readonly limitMs: number;
  readonly signal: AbortSignal;
  /** Whether it may use the network where commands are shut in; absent: no. */
  readonly network?: boolean;
}

export type CommandResultEnd =
  | { readonly kind: 'exited'; readonly exitCode: number }
  | { readonly kind: 'signalled'; readonly signal: string }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'cancelled' };

export interface CommandResult {
  readonly end: CommandResultEnd;
  readonly durationMs: number;
  /** stdout and stderr in the order written, at most 256 KB: head and tail, with a line that says what was left out. */
  readonly output: string;
  readonly omittedBytes: number;
}

/**
 * Runs one command to its end and leaves no process of it behind, whichever way it ends.
 * @throws when the shell itself cannot be started.
 */
export interface CommandRunner {
  run(request: CommandRequest): Promise<CommandResult>;
}
