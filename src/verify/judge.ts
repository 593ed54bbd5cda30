import { describeEnd } from '../domain/describe-execution.js';
import type {
  AcceptanceCheck,
  CommandRun,
  DifferentialRun,
  Evidence,
  Execution,
  ExecutionStatus,
  GateWrite,
} from '../domain/execution.js';
import type { TestInventory } from '../domain/test-inventory.js';
import { compareTests } from './compare-tests.js';
import { gradeEvidence } from './grade-evidence.js';
import { checkDifferentials } from './judge-differentials.js';
import { checkFiles } from './judge-files.js';
import { checkConsistency, checkCounts, checkNames } from './judge-tests.js';
import { bad, good, type JudgedCheck } from './judged-check.js';
import { hasPassed } from './run-gate.js';

/** What was seen of one run of the gate. */
export interface GateObservation {
  readonly runs: readonly CommandRun[];
  /** Files whose bytes the gate changed while it ran, and runner files that it planted. */
  readonly writes: readonly GateWrite[];
  readonly reported: TestInventory | null;
}

export interface JudgeInput extends GateObservation {
  /** Titles of all commands of the gate, in their order. */
  readonly commands: readonly string[];
  /** Null when the execution is the baseline itself. */
  readonly baseline: Execution | null;
  /** The base once more, where it was run twice. */
  readonly baselineAgain: DifferentialRun | null;
  /** Those of the untouched base already: the gate's own outputs. */
  readonly gateWrites: readonly GateWrite[];
  readonly isProtected: (path: string) => boolean;
  /** What was run beside the execution to look closer at it. */
  readonly differentials: readonly DifferentialRun[];
  /** Passes that are needed in all. */
  readonly passes: number;
}

export interface Judgement {
  readonly status: ExecutionStatus;
  readonly errorCode: string | null;
  readonly exitCode: number | null;
  readonly checks: readonly AcceptanceCheck[];
  readonly evidence: Evidence | null;
}

/**
 * The verdict on one execution, from what was run and seen alone. A pass needs every check; the first failed one names
 * the error code, but a test that passed before and fails now is always said.
 */
export function judge(input: JudgeInput): Judgement {
  const { runs, baseline } = input;
  const comparison = baseline === null ? null : compareTests(input, baseline, input.baselineAgain);
  const judged = [
    checkExitCodes(input),
    ...(comparison === null || baseline === null
      ? []
      : [
          checkNames(comparison),
          checkCounts(comparison, input, baseline),
          checkConsistency(comparison, input, baseline),
        ]),
    ...checkFiles(input),
    ...checkDifferentials(input.differentials, input.passes),
  ];
  const { status, errorCode } = verdict(input, judged);
  const last = runs.at(-1);
  return {
    status,
    errorCode,
    exitCode: last?.end.kind === 'exited' ? last.end.exitCode : null,
    checks: judged.map(({ name, passed, detail }) => ({ name, passed, detail })),
    evidence: status === 'passed' && comparison !== null ? gradeEvidence(comparison) : null,
  };
}

function verdict({ runs, differentials }: JudgeInput, judged: readonly JudgedCheck[]) {
  const cut =
    runs.find(({ end }) => end.kind === 'cancelled' || end.kind === 'timed-out')?.end ??
    cutShort(differentials);
  if (cut?.kind === 'cancelled') return { status: 'cancelled', errorCode: 'cancelled' } as const;
  if (cut?.kind === 'timed-out') return { status: 'timed-out', errorCode: cut.limit } as const;
  const failed = judged.filter(({ passed }) => !passed);
  const first = failed.find(({ code }) => code === 'regression') ?? failed[0];
  return first === undefined
    ? ({ status: 'passed', errorCode: null } as const)
    : ({ status: 'failed', errorCode: first.code } as const);
}

/** A run beside the execution that nobody waited for says nothing; one that ran into the gate's own limit failed. */
function cutShort(differentials: readonly DifferentialRun[]) {
  return differentials
    .flatMap(({ commands }) => commands.map(({ end }) => end))
    .find((end) => end.kind === 'cancelled' || (end.kind === 'timed-out' && end.limit === 'deadline'));
}

function checkExitCodes({ commands, runs }: JudgeInput): JudgedCheck {
  const red = runs.find((run) => !hasPassed(run));
  if (red !== undefined) {
    const isOdd = red.tests !== null && red.tests.passed > 0 && red.tests.failed === 0;
    const besides = isOdd ? ', although its own summary counts no failed test' : '';
    return bad('exit-code', 'gate-red', `${red.command}: ${describeEnd(red.end)}${besides}`);
  }
  const detail = `${runs.length} of ${commands.length} commands exited with 0`;
  return runs.length === commands.length && commands.length > 0
    ? good('exit-code', detail)
    : bad('exit-code', 'gate-red', detail);
}
