import type { CommandRun } from '../domain/execution.js';
import type { Request } from '../domain/request.js';
import type { ShellCommand } from '../domain/shell-command.js';
import { inventoryOf, type NamedTest, type TestInventory } from '../domain/test-inventory.js';
import { readReportedTests } from '../scan/structured/read-reported-tests.js';
import type { GateObservation } from '../verify/judge.js';
import { hasPassed, runGate } from '../verify/run-gate.js';
import { isReportFile, isRunnerFile } from '../verify/runner-files.js';
import type { RepairDoors } from './repair-doors.js';

const MAX_REPORTS = 1_000;
const MAX_REPORTED_TESTS = 20_000;

/** Runs setup and gate on a commit, in a tree without a trace of what ran before, and answers what was seen. */
export async function observeGate(
  commit: string,
  request: Request,
  doors: RepairDoors,
): Promise<GateObservation> {
  const { workspace } = doors;
  const setupRuns = await setUp(commit, request, doors);
  if (!setupRuns.every(hasPassed)) return { runs: setupRuns, writes: [], reported: null };
  const isUntouched = setupRuns.length === 0;
  const before = await (isUntouched ? workspace.digestCheckout(commit) : workspace.digestFiles(commit));
  const runs = await runCommands(request.gate, { network: false }, request, doors);
  const after = await workspace.digestFiles(commit);
  const rewritten = [...before.keys()]
    .map((path) => ({ path, digest: after.get(path) ?? null }))
    .filter(({ path, digest }) => digest !== before.get(path));
  const untracked = await workspace.listUntracked(commit);
  return {
    runs,
    writes: [...rewritten, ...plantedFiles(untracked, runs, doors).map((path) => ({ path, digest: null }))],
    reported: await readReports(untracked, doors),
  };
}

/**
 * Checks a commit out without a trace of what ran before, and runs the setup: only so is a pass the revision's own. What
 * it rewrites of tracked files is put back, since it is not what would be published.
 */
export async function setUp(
  commit: string,
  request: Request,
  doors: RepairDoors,
): Promise<readonly CommandRun[]> {
  await doors.workspace.checkout(commit, 'nothing');
  if (request.setup.length === 0) return [];
  const runs = await runCommands(request.setup, { network: true }, request, doors);
  await doors.workspace.checkout(commit, 'untracked');
  return runs;
}

function runCommands(
  commands: readonly ShellCommand[],
  { network }: { readonly network: boolean },
  request: Request,
  doors: RepairDoors,
) {
  const gate = {
    commands,
    directory: doors.workspace.directory,
    gateTimeoutMs: request.limits.gateTimeoutSeconds * 1000,
    timeLeftMs: doors.timeLeftMs(),
    signal: doors.signal,
    network,
  };
  return runGate(gate, doors.runner, doors.progress);
}

/**
 * Runner files that the gate wrote and the base's did not. Where the base did not come as far in the gate, they may be
 * the work of a command that it never reached, and say nothing.
 */
function plantedFiles(
  untracked: readonly string[],
  runs: readonly CommandRun[],
  { ledger }: RepairDoors,
): readonly string[] {
  const found = untracked.filter(isRunnerFile);
  const baseline = ledger.state.executions[0];
  if (baseline === undefined) return found;
  const cameAsFar = runs.every(({ command }, index) => baseline.commands[index]?.command === command);
  const known = new Set(ledger.state.gateWrites.map(({ path }) => path));
  return cameAsFar ? found.filter((path) => !known.has(path)) : [];
}

/** Reports that the gate itself wrote; a test that several of them name has passed when it passed in one (re-runs). */
async function readReports(
  untracked: readonly string[],
  { workspace }: RepairDoors,
): Promise<TestInventory | null> {
  const tests: NamedTest[] = [];
  const paths = untracked.filter(isReportFile);
  if (paths.length > MAX_REPORTS) return null;
  for (const path of paths) {
    const text = await workspace.readWorktreeFile(path);
    if (text !== null) tests.push(...(readReportedTests(text) ?? []));
  }
  if (tests.length === 0 || tests.length > MAX_REPORTED_TESTS) return null;
  return inventoryOf(tests, 'test', (earlier, later) =>
    [earlier, later].includes('passed') ? 'passed' : earlier === 'skipped' ? later : earlier,
  );
}
