import type { CommandEnd, CommandRun } from '../domain/execution.js';
import type { Progress } from '../domain/progress.js';
import { type ShellCommand, titleOf } from '../domain/shell-command.js';
import type { CommandResultEnd, CommandRunner } from './command-runner.js';
import { countTests } from './count-tests.js';

export interface GateRequest {
  readonly commands: readonly ShellCommand[];
  readonly directory: string;
  /** The gate's own limit and what is left of the run, both for all commands together. */
  readonly gateTimeoutMs: number;
  readonly timeLeftMs: number;
  readonly signal: AbortSignal;
}

/**
 * Runs the commands in order and stops at the first that does not exit with 0, as a CI job does. The smaller of the two
 * limits holds, and the end of a cut command says which one it was.
 */
export async function runGate(
  request: GateRequest,
  runner: CommandRunner,
  progress: Progress,
): Promise<readonly CommandRun[]> {
  const limit = request.gateTimeoutMs <= request.timeLeftMs ? 'gate-timeout' : 'deadline';
  let leftMs = Math.min(request.gateTimeoutMs, request.timeLeftMs);
  const runs: CommandRun[] = [];
  for (const command of request.commands) {
    const title = titleOf(command);
    progress({ kind: 'command-started', command: title });
    const result = await runner.run({
      command,
      directory: request.directory,
      limitMs: Math.max(1, leftMs),
      signal: request.signal,
    });
    const { output, omittedBytes, durationMs } = result;
    const run = {
      command: title,
      end: endOf(result.end, limit),
      durationMs,
      output,
      omittedBytes,
      tests: countTests(output),
    };
    progress({ kind: 'command-ended', run });
    runs.push(run);
    leftMs -= durationMs;
    if (!hasPassed(run)) break;
  }
  return runs;
}

export function hasPassed({ end }: CommandRun): boolean {
  return end.kind === 'exited' && end.exitCode === 0;
}

function endOf(end: CommandResultEnd, limit: 'gate-timeout' | 'deadline'): CommandEnd {
  return end.kind === 'timed-out' ? { kind: 'timed-out', limit } : end;
}
