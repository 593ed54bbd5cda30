import type { CommandRun } from '../../src/domain/execution.js';
import type { Finding } from '../../src/domain/scan.js';
import type { RepairContext } from '../../src/repair/strategy.js';
import { revisionFiles } from './revision-files.js';

export function finding(fields: Partial<Finding> = {}): Finding {
  return {
    file: 'src/cart.ts',
    line: 2,
    column: 10,
    message: "Type 'string' is not assignable to type 'number'.",
    code: 'TS2322',
    tool: 'tsc',
    test: null,
    severity: 'error',
    logLine: 1,
    logEndLine: 1,
    repeats: 0,
    jobs: [],
    why: 'error, log line 1',
    ...fields,
  };
}

export function commandRun(fields: Partial<CommandRun> = {}): CommandRun {
  return {
    command: 'npm test',
    end: { kind: 'exited', exitCode: 1 },
    durationMs: 1200,
    output: "src/cart.ts(2,10): error TS2322: Type 'string' is not assignable to type 'number'.\n",
    omittedBytes: 0,
    tests: null,
    inventory: null,
    ...fields,
  };
}

/** A failed execution with one finding in one file; what a test is about goes into `fields`. */
export function repairContext(
  fields: Partial<RepairContext> & {
    readonly findings?: readonly Finding[];
    readonly commands?: readonly CommandRun[];
  } = {},
): RepairContext {
  const { findings = [finding()], commands = [commandRun()], ...rest } = fields;
  return {
    binding: { baseRevisionId: 'base-1', executionId: 'run-1' },
    scan: {
      category: 'type',
      actionable: true,
      retryable: false,
      flaky: null,
      reason: { text: 'What tsc reports is of this category.', evidence: null, logLine: 1 },
      fingerprint: '0123456789ab',
      findings,
      blockers: [],
      outsideLocations: 0,
      notes: [],
    },
    failed: {
      executionId: 'run-1',
      revisionId: 'base-1',
      number: 0,
      status: 'failed',
      errorCode: 'exit-code',
      exitCode: 1,
      commands,
      checks: [],
      reported: null,
      evidence: null,
      fingerprint: '0123456789ab',
    },
    gate: ['npm test'],
    files: revisionFiles({ 'src/cart.ts': 'export function total(): number {\n  return "0";\n}\n' }),
    past: [],
    hints: { scope: null, candidatePath: null, hypothesis: null },
    recentChange: null,
    looked: [],
    lookRoundsLeft: 3,
    promptShare: 1,
    limits: { maxFiles: 5, maxLines: 200 },
    ...rest,
  };
}
