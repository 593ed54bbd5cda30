import { digestOf } from '../domain/digest.js';
import type { Execution } from '../domain/execution.js';
import { titleOf } from '../domain/shell-command.js';
import { currentExecution, currentRevision } from '../ledger/fold.js';
import { TamperedError } from '../ledger/tampered-error.js';
import { isTestFile } from '../policy/protected-paths.js';
import { passesNeeded } from './differential-runs.js';
import { judgeGate } from './judge-gate.js';
import type { RepairDoors } from './repair-doors.js';

/**
 * Judges a pass that another job recorded once more, from what it says was run and seen. What only the tree told (which
 * files the gate rewrote) stays that job's word.
 * @throws TamperedError when what it recorded makes no pass.
 */
export function recheckVerdict(doors: Pick<RepairDoors, 'ledger' | 'wasFlaky'>): void {
  const { request, executions, revisions, differentials, proofs } = doors.ledger.state;
  const execution = currentExecution(doors.ledger.state);
  const { revisionId, paths } = currentRevision(doors.ledger.state);
  const [baseline] = executions;
  if (request === null || execution === null || baseline === undefined)
    throw new TamperedError('a pass is recorded without what was run');
  // Nobody runs a revision again whose real checks were red; the host's word stands over a job's.
  if (proofs.some((proof) => proof.revisionId === revisionId && proof.verdict.kind === 'red'))
    throw new TamperedError('a pass is recorded of what the real checks found red');
  if (baseline.revisionId !== revisions[0]?.revisionId || baseline.status !== 'failed')
    throw new TamperedError('a repair is recorded, but no failure of the base before it');
  for (const each of [baseline, execution]) requireReceipt(each);
  const wanted = request.gate.map(titleOf);
  const ran = execution.commands.map(({ command }) => command);
  if (wanted.join('\0') !== ran.join('\0'))
    throw new TamperedError('another gate was run than was asked for');
  const beside = differentials.filter((run) => run.revisionId === revisionId && run.purpose !== 'base-again');
  const tests = paths.filter((path) => isTestFile(path, request.policy));
  const isMixed = tests.length > 0 && tests.length < paths.length;
  if (isMixed && beside.every(({ purpose }) => purpose !== 'source-from-base'))
    throw new TamperedError('a patch of tests and source passed without its tests on the source of the base');
  const seen = { runs: execution.commands, writes: [], reported: execution.reported };
  const passes = passesNeeded(request, doors);
  const { status } = judgeGate(seen, { compare: true, differentials: beside, passes }, doors);
  if (status !== 'passed' || execution.checks.some(({ passed }) => !passed))
    throw new TamperedError('a pass is recorded that what was run does not show');
}

function requireReceipt({ executionId, revisionId, number, commands }: Execution): void {
  if (executionId !== digestOf([revisionId, number, commands.map(({ command }) => command)]))
    throw new TamperedError('the receipt of an execution is not what it says');
}
