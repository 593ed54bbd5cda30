import { digestOf } from '../domain/digest.js';
import type { CommandRun, Execution } from '../domain/execution.js';
import type { Request } from '../domain/request.js';
import type { Revision } from '../domain/revision.js';
import type { Scan } from '../domain/scan.js';
import { type ShellCommand, titleOf } from '../domain/shell-command.js';
import { currentRevision } from '../ledger/fold.js';
import { isGenerated, protectionOf } from '../policy/protected-paths.js';
import { scanLog } from '../scan/scan-log.js';
import { type Judgement, judge } from '../verify/judge.js';
import { hasPassed, runGate } from '../verify/run-gate.js';
import type { RepairDoors } from './repair-doors.js';

/** Runs the whole gate on the newest revision, judges what was seen, scans what was red, and records all of it. */
export async function executeRevision(doors: RepairDoors): Promise<void> {
  const { ledger, workspace, progress } = doors;
  const { state } = ledger;
  const { request } = state;
  const revision = currentRevision(state);
  if (request === null) throw new Error('the run was not started');
  await ledger.append({
    kind: 'execution-reserved',
    number: revision.number,
    revisionId: revision.revisionId,
  });
  progress({ kind: 'phase', phase: revision.number === 0 ? 'scan' : 'verify', text: describe(revision) });
  await workspace.checkout(revision.commit, 'nothing');
  const setupRuns = await runSetup(request, revision, doors);
  const { runs, rewrittenFiles } = setupRuns.every(hasPassed)
    ? await runWatched(request, revision, doors)
    : { runs: setupRuns, rewrittenFiles: [] };
  const judgement = judge({
    commands: request.gate.map(titleOf),
    runs,
    baseline: state.executions[0] ?? null,
    rewrittenFiles,
    gateWrites: state.gateWrites,
    isProtected: (path) => protectionOf(path, request.policy) !== null && !isGenerated(path),
  });
  const scan = await scanRed(judgement, runs, revision, doors);
  if (scan !== null) progress({ kind: 'scanned', scan });
  const execution = receipt(revision, runs, judgement, scan);
  await ledger.append({ kind: 'execution-finished', execution, scan, gateWrites: rewrittenFiles });
}

function describe({ number }: Revision): string {
  return number === 0 ? 'the whole gate on the untouched commit' : `the whole gate on attempt ${number}`;
}

/**
 * The setup runs before every gate, in a tree without a trace of the execution before: only so is a pass the revision's
 * own. What it rewrites of tracked files is put back, since it is not what would be published.
 */
async function runSetup(
  request: Request,
  revision: Revision,
  doors: RepairDoors,
): Promise<readonly CommandRun[]> {
  if (request.setup.length === 0) return [];
  const runs = await runCommands(request.setup, request, doors);
  await doors.workspace.checkout(revision.commit, 'untracked');
  return runs;
}

async function runWatched(request: Request, revision: Revision, doors: RepairDoors) {
  const before = await doors.workspace.digestFiles(revision.commit);
  const runs = await runCommands(request.gate, request, doors);
  const after = await doors.workspace.digestFiles(revision.commit);
  const rewrittenFiles = [...before]
    .filter(([path, digest]) => after.get(path) !== digest)
    .map(([path]) => path);
  return { runs, rewrittenFiles };
}

function runCommands(commands: readonly ShellCommand[], request: Request, doors: RepairDoors) {
  const gate = {
    commands,
    directory: doors.workspace.directory,
    gateTimeoutMs: request.limits.gateTimeoutSeconds * 1000,
    timeLeftMs: doors.timeLeftMs(),
    signal: doors.signal,
  };
  return runGate(gate, doors.runner, doors.progress);
}

/**
 * Scans the output of the command that ended red. When every command exited with 0 and another check spoke, the output
 * shows no failure: then the findings of the base stay, under a fingerprint of their own.
 */
async function scanRed(
  judgement: Judgement,
  runs: readonly CommandRun[],
  revision: Revision,
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
  const files = await workspace.listFiles(revision.commit);
  const log = (red === undefined ? runs : [red]).map((run) => run.output).join('\n');
  return scanLog({ log, repositoryFiles: files.map((file) => file.path), matchers });
}

function receipt(
  { revisionId, number }: Revision,
  runs: readonly CommandRun[],
  judgement: Judgement,
  scan: Scan | null,
): Execution {
  return {
    executionId: digestOf([revisionId, number, runs.map((run) => run.command)]),
    revisionId,
    number,
    ...judgement,
    commands: runs,
    fingerprint: scan?.fingerprint ?? null,
  };
}
