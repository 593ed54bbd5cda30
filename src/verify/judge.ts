import { describeEnd, describeTests } from '../domain/describe-execution.js';
import type {
  AcceptanceCheck,
  CommandRun,
  Execution,
  ExecutionStatus,
  TestCount,
} from '../domain/execution.js';
import { hasPassed } from './run-gate.js';

export interface JudgeInput {
  /** Titles of all commands of the gate, in their order. */
  readonly commands: readonly string[];
  readonly runs: readonly CommandRun[];
  /** Null when the execution is the baseline itself. */
  readonly baseline: Execution | null;
  /** Tracked files whose bytes the gate changed while it ran. */
  readonly rewrittenFiles: readonly string[];
  /** Those that the gate rewrote on the untouched base already: its own outputs. */
  readonly gateWrites: readonly string[];
  readonly isProtected: (path: string) => boolean;
}

export interface Judgement {
  readonly status: ExecutionStatus;
  readonly errorCode: string | null;
  readonly exitCode: number | null;
  readonly checks: readonly AcceptanceCheck[];
}

/**
 * The verdict on one execution, from what was run and seen alone. A pass needs every check; the first failed one names
 * the error code.
 */
export function judge(input: JudgeInput): Judgement {
  const last = input.runs.at(-1);
  const exitCode = last?.end.kind === 'exited' ? last.end.exitCode : null;
  const checks = [checkExitCodes(input), checkTestCounts(input), ...checkFiles(input)];
  const failed = checks.find((check) => !check.passed);
  if (last?.end.kind === 'cancelled')
    return { status: 'cancelled', errorCode: 'cancelled', exitCode, checks };
  if (last?.end.kind === 'timed-out')
    return { status: 'timed-out', errorCode: last.end.limit, exitCode, checks };
  if (failed === undefined) return { status: 'passed', errorCode: null, exitCode, checks };
  return { status: 'failed', errorCode: ERROR_CODES[failed.name], exitCode, checks };
}

const ERROR_CODES: Readonly<Record<AcceptanceCheck['name'], string>> = {
  'exit-code': 'gate-red',
  'test-count': 'tests-lost',
  'protected-files': 'protected-files-changed',
  'tree-unchanged': 'tree-changed',
};

function checkExitCodes({ commands, runs }: JudgeInput): AcceptanceCheck {
  const red = runs.find((run) => !hasPassed(run));
  const passed = red === undefined && runs.length === commands.length && commands.length > 0;
  const detail =
    red === undefined
      ? `${runs.length} of ${commands.length} commands exited with 0`
      : `${red.command}: ${describeEnd(red.end)}`;
  return { name: 'exit-code', passed, detail };
}

/** Fewer tests than on the base, none where there were some, or failures that the exit code does not own up to. */
function checkTestCounts({ runs, baseline }: JudgeInput): AcceptanceCheck {
  for (const [index, run] of runs.entries()) {
    const same = baseline?.commands[index];
    const before = same?.command === run.command ? same.tests : null;
    const fault = baseline === null ? null : testFault(run, before);
    if (fault !== null) return { name: 'test-count', passed: false, detail: `${run.command}: ${fault}` };
  }
  const counted = runs.filter((run) => run.tests !== null);
  const detail = counted.map((run) => `${run.command}: ${describeTests(run.tests)}`).join('; ');
  return { name: 'test-count', passed: true, detail: detail || 'no runner counted tests' };
}

function testFault(run: CommandRun, before: TestCount | null): string | null {
  if (before !== null && executed(before) > 0 && executed(run.tests) < executed(before)) {
    return `${executed(run.tests)} tests ran, ${executed(before)} before`;
  }
  if (hasPassed(run) && run.tests !== null && run.tests.failed > 0) {
    return `exit 0, yet its own summary counts ${run.tests.failed} failed tests`;
  }
  return null;
}

const executed = (count: TestCount | null): number => (count === null ? 0 : count.passed + count.failed);

/**
 * The tree that is judged must be the tree that was proposed: a gate that rewrites it proves nothing (SBX-08). What it
 * rewrites on the untouched base already is its own output, unless it is protected.
 */
function checkFiles(input: JudgeInput): readonly AcceptanceCheck[] {
  const { rewrittenFiles, baseline, gateWrites, isProtected } = input;
  const own = baseline === null ? rewrittenFiles : gateWrites;
  const guarded = baseline === null ? [] : rewrittenFiles.filter(isProtected);
  const open = rewrittenFiles.filter((path) => !isProtected(path));
  const others = open.filter((path) => !own.includes(path));
  const outputs = open.filter((path) => own.includes(path));
  const besides = outputs.length === 0 ? '' : ` (besides its own outputs ${listed(outputs)})`;
  return [
    fileCheck('protected-files', guarded, 'protected files are byte-identical before and after'),
    fileCheck('tree-unchanged', others, `the gate left the other tracked files as they were${besides}`),
  ];
}

function fileCheck(name: AcceptanceCheck['name'], paths: readonly string[], good: string): AcceptanceCheck {
  const passed = paths.length === 0;
  return { name, passed, detail: passed ? good : `the gate changed ${listed(paths)}` };
}

function listed(paths: readonly string[]): string {
  const more = paths.length > 5 ? ` and ${paths.length - 5} more` : '';
  return `${paths.slice(0, 5).join(', ')}${more}`;
}
