import type { CommandEnd, CommandRun, TestCount } from '../domain/execution.js';
import type { Progress } from '../domain/progress.js';
import { type ShellCommand, titleOf } from '../domain/shell-command.js';
import type { TestInventory } from '../domain/test-inventory.js';
import type { CommandResultEnd, CommandRunner } from './command-runner.js';
import { countTests } from './count-tests.js';
import { readInventory } from './inventory/read-inventory.js';

export interface GateRequest {
  readonly commands: readonly ShellCommand[];
  readonly directory: string;
  /** The gate's own limit and what is left of the run, both for all commands together. */
  readonly gateTimeoutMs: number;
  readonly timeLeftMs: number;
  readonly signal: AbortSignal;
  /** True for a setup, which fetches what the commands then use. */
  readonly network: boolean;
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
      network: request.network,
    });
    const { output, omittedBytes, durationMs } = result;
    const counted = countTests(output);
    const inventory = readInventory(output, counted);
    const run = {
      command: title,
      end: endOf(result.end, limit),
      durationMs,
      output,
      omittedBytes,
      tests: counted ?? countOf(inventory),
      inventory,
    };
    progress({ kind: 'command-ended', run });
    runs.push(run);
    leftMs -= durationMs;
    if (!hasPassed(run)) break;
  }
  return runs;
}

function countOf(inventory: TestInventory | null): TestCount | null {
  if (inventory?.unit !== 'test') return null;
  const { passed, failed, skipped } = inventory;
  return { passed: passed.length, failed: failed.length, skipped: skipped.length };
}

export function hasPassed({ end }: CommandRun): boolean {
  return end.kind === 'exited' && end.exitCode === 0;
}

function endOf(end: CommandResultEnd, limit: 'gate-timeout' | 'deadline'): CommandEnd {
  return end.kind === 'timed-out' ? { kind: 'timed-out', limit } : end;
}
