import { digestOf } from '../domain/digest.js';
import type { CommandRun, DifferentialRun } from '../domain/execution.js';
import type { Scan } from '../domain/scan.js';
import { titleOf } from '../domain/shell-command.js';
import { isGenerated, protectionOf } from '../policy/protected-paths.js';
import { scanLog } from '../scan/scan-log.js';
import { type GateObservation, type Judgement, judge } from '../verify/judge.js';
import { hasPassed } from '../verify/run-gate.js';
import type { RepairDoors } from './repair-doors.js';
import { tellNetwork } from './tell-network.js';

interface JudgeOptions {
  /** False for a run on the base, which is compared with nothing. */
  readonly compare: boolean;
  readonly differentials?: readonly DifferentialRun[];
  /** Passes that are needed in all. */
  readonly passes?: number;
}

/** The judge's verdict on what was seen of the gate, in this repair run. */
export function judgeGate(
  seen: GateObservation,
  { compare, differentials = [], passes = 1 }: JudgeOptions,
  { ledger }: Pick<RepairDoors, 'ledger'>,
): Judgement {
  const { request, executions, differentials: before, gateWrites } = ledger.state;
  if (request === null) throw new Error('the run was not started');
  return judge({
    ...seen,
    commands: request.gate.map(titleOf),
    baseline: compare ? (executions[0] ?? null) : null,
    baselineAgain: before.find(isBaseAgain) ?? null,
    gateWrites,
    isProtected: (path) => protectionOf(path, request.policy) !== null && !isGenerated(path),
    differentials,
    passes,
  });
}

/** One that ended by itself: a run that was cut short names fewer tests, and says nothing. */
const isBaseAgain = ({ purpose, status }: DifferentialRun): boolean =>
  purpose === 'base-again' && (status === 'passed' || status === 'failed');

/**
 * Scans the output of the command that ended red. When every command exited with 0 and another check spoke, the output
 * shows no failure: then the findings of the base stay, under a fingerprint of their own.
 */
export async function scanRed(
  judgement: Judgement,
  { runs, commit }: { readonly runs: readonly CommandRun[]; readonly commit: string },
  { ledger, workspace, matchers }: RepairDoors,
): Promise<Scan | null> {
  if (judgement.status === 'passed' || judgement.status === 'cancelled') return null;
  const red = runs.find((run) => !hasPassed(run));
  const { baselineScan } = ledger.state;
  if (red === undefined && baselineScan !== null) {
    return {
      ...baselineScan,
      fingerprint: digestOf([baselineScan.fingerprint, judgement.errorCode]).slice(0, 12),
    };
  }
  const files = await workspace.listFiles(commit);
  const log = (red === undefined ? runs : [red]).map((run) => run.output).join('\n');
  const scan = scanLog({ log, repositoryFiles: files.map((file) => file.path), matchers });
  return tellNetwork(scan, red, ledger.state);
}
