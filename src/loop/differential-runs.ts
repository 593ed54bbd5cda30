import type { DifferentialPurpose, DifferentialRun } from '../domain/execution.js';
import type { FileChange } from '../domain/patch.js';
import type { Request } from '../domain/request.js';
import type { Revision } from '../domain/revision.js';
import type { Scan } from '../domain/scan.js';
import { isTestFile } from '../policy/protected-paths.js';
import { judgeGate, scanRed } from './judge-gate.js';
import { observeGate } from './observe-gate.js';
import type { RepairDoors } from './repair-doors.js';

/** Differential runs of one repair run: a cap of their own, beside that of the executions. */
const MAX_DIFFERENTIALS = 12;
/** Passes that a patch needs when the failure looks flaky. */
const PASSES_WHEN_FLAKY = 3;

const WORDS: Readonly<Record<DifferentialPurpose, string>> = {
  'base-again': 'the gate once more on the untouched commit, to see whether it ends the same way',
  'source-from-base': 'the gate on the tests of the patch with the source of the base',
  'patch-again': 'the gate once more on the patch',
};

/** True when something says that the failure of the base may come and go. */
export function looksFlaky(scan: Scan | null, { wasFlaky }: Pick<RepairDoors, 'wasFlaky'>): boolean {
  return scan !== null && (scan.flaky !== null || scan.retryable || wasFlaky(scan.fingerprint));
}

export function passesNeeded(request: Request, doors: Pick<RepairDoors, 'ledger' | 'wasFlaky'>): number {
  const { repeats } = request.limits;
  return looksFlaky(doors.ledger.state.baselineScan, doors) ? Math.max(repeats, PASSES_WHEN_FLAKY) : repeats;
}

interface Differential {
  readonly purpose: DifferentialPurpose;
  readonly revision: Revision;
  /** What is checked out for it. */
  readonly commit: string;
}

/** Runs the gate beside the executions and records what was seen; null when all differential runs are spent. */
async function runDifferential(
  { purpose, revision, commit }: Differential,
  request: Request,
  doors: RepairDoors,
): Promise<DifferentialRun | null> {
  const { ledger, progress } = doors;
  const { revisionId } = revision;
  if (ledger.state.differentialsReserved >= MAX_DIFFERENTIALS) return null;
  await ledger.append({ kind: 'differential-reserved', purpose, revisionId });
  progress({ kind: 'phase', phase: 'verify', text: WORDS[purpose] });
  const seen = await observeGate(commit, request, doors);
  const judgement = judgeGate(seen, { compare: purpose === 'patch-again' }, doors);
  const scan = await scanRed(judgement, { runs: seen.runs, commit }, doors);
  const run: DifferentialRun = {
    purpose,
    revisionId,
    status: judgement.status,
    errorCode: judgement.errorCode,
    commands: seen.runs,
    reported: seen.reported,
    durationMs: seen.runs.reduce((sum, { durationMs }) => sum + durationMs, 0),
    fingerprint: scan?.fingerprint ?? null,
  };
  await ledger.append({ kind: 'differential-finished', run });
  return run;
}

/** Runs the gate on the base once more, unless that was done; answers whether it was run now. */
export async function runBaseAgain(request: Request, doors: RepairDoors): Promise<boolean> {
  const { revisions, differentials } = doors.ledger.state;
  const [base] = revisions;
  if (base === undefined || differentials.some(({ purpose }) => purpose === 'base-again')) return false;
  const again = { purpose: 'base-again', revision: base, commit: base.commit } as const;
  return (await runDifferential(again, request, doors)) !== null;
}

/**
 * Looks closer at a revision that passed: a patch of tests and source must not pass by its tests alone, and a pass must
 * come again as often as is needed. Ends at the first run that speaks against it.
 */
export async function lookCloser(
  revision: Revision,
  request: Request,
  doors: RepairDoors,
): Promise<readonly DifferentialRun[]> {
  const runs: DifferentialRun[] = [];
  const commit = await commitTestsAlone(revision, request, doors);
  if (commit !== null) {
    const run = await runDifferential({ purpose: 'source-from-base', revision, commit }, request, doors);
    if (run !== null) runs.push(run);
    if (run?.status === 'passed' || run?.status === 'cancelled') return runs;
  }
  for (let passes = 1; passes < passesNeeded(request, doors); passes++) {
    const again = { purpose: 'patch-again', revision, commit: revision.commit } as const;
    const run = await runDifferential(again, request, doors);
    if (run === null) return runs;
    runs.push(run);
    if (run.status !== 'passed') return runs;
  }
  return runs;
}

/** The base with the tests and fixtures of the patch; null when the patch has no tests, or nothing else. */
async function commitTestsAlone(
  { commit, paths }: Revision,
  { policy }: Request,
  { workspace }: RepairDoors,
): Promise<string | null> {
  const tests = paths.filter((path) => isTestFile(path, policy));
  if (tests.length === 0 || tests.length === paths.length) return null;
  const files = new Map((await workspace.listFiles(commit)).map(({ path, kind }) => [path, kind]));
  const changes: FileChange[] = [];
  for (const path of tests) {
    const before = await workspace.readFile(workspace.baseCommit, path);
    const after = await workspace.readFile(commit, path);
    changes.push({ path, before, after, executable: files.get(path) === 'executable' });
  }
  return workspace.commit(workspace.baseCommit, changes, 'smart-fix: the tests of a patch alone');
}
