import type { Sandbox } from '../adapters/sandbox/sandbox.js';
import type { RunSettings } from '../config/settings.js';
import { UsageError } from '../config/usage-error.js';
import { type Outcome, outcome } from '../domain/outcome.js';
import type { Progress } from '../domain/progress.js';
import type { Redact } from '../domain/redaction.js';
import type { Revision } from '../domain/revision.js';
import type { Gate } from '../domain/shell-command.js';
import { branchName } from '../isolate/branch-name.js';
import type { BranchChoice, FreeBranch } from '../isolate/choose-branch.js';
import type { Repository } from '../isolate/repository.js';
import type { Workspace } from '../isolate/workspace.js';
import { currentExecution, currentRevision } from '../ledger/fold.js';
import { setUp } from '../loop/observe-gate.js';
import type { RepairDoors } from '../loop/repair-doors.js';
import { repairLoop } from '../loop/repair-loop.js';
import { restoreRevisions } from '../loop/restore-revisions.js';
import { startBranch } from '../loop/start-branch.js';
import type { Recipe } from '../repair/recipes/recipe.js';
import { describeRealChecks } from '../report/render/real-checks.js';
import type { Report } from '../report/report.js';
import type { ModelChoice } from './choose-model.js';
import { chooseSandbox } from './choose-sandbox.js';
import { endRun, reportOf, tellUnrecorded } from './end-run.js';
import type { Environment } from './host.js';
import { readKept } from './keep-files.js';
import { openLoopDoors } from './loop-doors.js';
import type { RunRecord } from './open-run.js';
import { outcomeOfError } from './outcome-of-error.js';
import { startFact } from './start-fact.js';
import type { StopSignals } from './stop-signals.js';

type ProofParts = Pick<
  RepairDoors,
  'ledger' | 'workspace' | 'matchers' | 'progress' | 'signal' | 'timeLeftMs'
>;

/** What differs between the doors: which names are free, what a green base means, and where a result goes. */
export interface Door {
  readonly greenBase: 'already-green' | 'not-reproduced';
  /** True when what woke us says that the failure may come and go. */
  readonly looksFlaky: boolean;
  /** A person wants it tried again, whatever became of it before. */
  readonly isRetry: boolean;
  /** Red attempts at the end of earlier runs, by the failure's fingerprint. */
  readonly earlierReds: (fingerprint: string) => number;
  /** What a person does to have them forgotten. */
  readonly toTryAgain: string;
  readonly chooseBranch: (wanted: string, workspace: Workspace) => Promise<BranchChoice>;
  /** A commit or branch on which the gate was probably green; null when none is known. */
  readonly changedSince: () => Promise<string | null>;
  /** Delivers a verified revision; another outcome replaces `fixed`. */
  readonly deliver: (workspace: Workspace, branch: FreeBranch) => Promise<Outcome | null>;
  /** Waits for what the code host's own checks say of what was delivered; red ones are in the ledger as an execution. */
  readonly prove: (doors: ProofParts) => Promise<'red' | 'told'>;
  /** Tells the people of this door how the run ended, before its record is closed. */
  readonly handOver: (report: Report) => Promise<void>;
}

export interface RepairRun {
  readonly settings: RunSettings;
  readonly gate: Gate;
  readonly baseCommit: string;
  readonly repository: Repository;
  readonly recipes: readonly Recipe[];
  /** True when this process holds what the gate must not get: a key of a model, a token of more power than the job's. */
  readonly holdsSecrets: boolean;
  readonly model: ModelChoice;
  readonly record: RunRecord;
  readonly stop: StopSignals;
  readonly progress: Progress;
  readonly environment: Environment;
  readonly redact: Redact;
  /** When the run has to be over, on the clock of `performance.now`. */
  readonly deadline: number;
  readonly door: Door;
}

/** The corridor: isolate, loop, deliver, report. Whatever happens, the workspace goes and the run has one named end. */
export async function repairRun(run: RepairRun): Promise<Report> {
  requireSameRequest(run);
  const { record, progress } = run;
  // A run of which not even the start can be recorded has no report.
  if (record.ledger.state.request === null) await record.ledger.append(startFact(run));
  else progress({ kind: 'note', text: `going on with ${record.runId}, which was cut off` });
  return endWith<never>(run, () => repairIn(run));
}

/** A killed run goes on as what it was, or not at all. @throws UsageError */
function requireSameRequest(run: RepairRun): void {
  const { requestDigest } = run.record.ledger.state;
  if (requestDigest === null || startFact(run).requestDigest === requestDigest) return;
  throw new UsageError([
    `${run.record.folder.path} holds an unfinished run of another commit, gate or settings; give it what that run was given, or choose another --state`,
  ]);
}

/** Ends the run as `work` does, or as what broke it; tells people, and closes the record. One that goes on has no end. */
export async function endWith<On extends null = never>(
  run: RepairRun,
  work: () => Promise<Outcome | On>,
): Promise<Report | On> {
  const errors: string[] = [];
  const broken = (error: unknown): Outcome => {
    const end = run.stop.signal.aborted
      ? outcome('cancelled', 'The run was stopped from outside.')
      : outcomeOfError(error);
    errors.push(end.detail);
    return end;
  };
  const end = await work().catch(broken);
  if (end === null) return end;
  await run.door.handOver(reportOf(run, end, errors)).catch(broken);
  return endRun(run, end, errors).catch((error: unknown) => tellUnrecorded(run, broken(error), errors));
}

async function repairIn(run: RepairRun): Promise<Outcome> {
  const { repository, baseCommit, record, settings, progress } = run;
  const choice = await chooseSandbox({ ...run, ...settings });
  if (choice.kind === 'unavailable') return outcome('sandbox-unavailable', choice.detail);
  try {
    await record.ledger.append({ kind: 'sandbox-chosen', sandbox: choice.sandbox?.kind ?? 'none' });
    for (const text of choice.notes) progress({ kind: 'note', text });
    const workspace = await repository.openWorkspace(baseCommit);
    try {
      const end = await repairInWorkspace(workspace, choice.sandbox, run);
      if (settings.keepAttempts) await keepAttempts(workspace, run);
      return end;
    } finally {
      await workspace.dispose();
    }
  } finally {
    await choice.sandbox?.dispose();
  }
}

async function repairInWorkspace(
  workspace: Workspace,
  sandbox: Sandbox | null,
  run: RepairRun,
): Promise<Outcome> {
  const { settings, record, door } = run;
  const { runId, startedAt } = record;
  let branch: BranchChoice | null = null;
  const doors = await openLoopDoors(workspace, { ...run, sandbox }, async (fingerprint) => {
    branch = await door.chooseBranch(
      branchName(settings.branch, { fingerprint, runId, startedAt }),
      workspace,
    );
    return branch;
  });
  await goOn(doors, run);
  for (;;) {
    const end = await repairLoop(doors);
    if (end.kind === 'handed-over') throw new Error(`nobody is there to ${end.step}`);
    const chosen = branch as BranchChoice | null;
    if (end.outcome.stopReason !== 'fixed' || chosen?.kind !== 'free') return end.outcome;
    const { delivered } = record.ledger.state;
    // What we published before is replaced, and only that.
    const replaces = delivered?.commit ?? chosen.replaces;
    const replaced = await door.deliver(workspace, { ...chosen, replaces });
    if (replaced !== null) return replaced;
    if ((await door.prove(doors)) === 'told') return withProof(end.outcome, record);
  }
}

/** Makes the revisions of a killed run again, its branch, and the tree in which it would go on. */
async function goOn(doors: RepairDoors, { record, redact }: RepairRun): Promise<void> {
  const { workspace, ledger } = doors;
  const { state } = ledger;
  if (state.revisions.length > 1) {
    const readChanges = (revision: Revision) => readKept(record.folder, revision, workspace);
    await restoreRevisions({ state, workspace, redact, readChanges });
    await startBranch(doors);
  }
  // What comes next may be a recipe, which finds the tree as an execution leaves it.
  const isRed = currentExecution(state)?.status === 'failed';
  if (isRed && state.request !== null) await setUp(currentRevision(state).commit, state.request, doors);
}

/** The end of a published fix, with what its real checks said. */
export function withProof(end: Outcome, { ledger }: RunRecord): Outcome {
  return { ...end, detail: `${end.detail}${describeRealChecks(ledger.state.proofs.at(-1))}` };
}

/** A convenience: that it fails takes nothing away from the result. */
async function keepAttempts(
  workspace: Workspace,
  { record, repository, progress }: RepairRun,
): Promise<void> {
  for (const { number, commit } of record.ledger.state.revisions.slice(1)) {
    const ref = `refs/smart-fix/${record.runId}/${number}`;
    await repository.putRef(ref, workspace, commit, null).catch((error: Error) => {
      progress({ kind: 'note', text: `${ref} could not be kept: ${error.message}` });
    });
  }
}
