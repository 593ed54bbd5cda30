import { fileURLToPath } from 'node:url';
import { createCommandRunner } from '../adapters/process/create-command-runner.js';
import { createRecipeBench } from '../adapters/recipe-bench.js';
import { createOutlineReader } from '../adapters/syntax/read-outline.js';
import type { RunSettings } from '../config/settings.js';
import { type Outcome, outcome } from '../domain/outcome.js';
import type { Progress } from '../domain/progress.js';
import { createSecretSearch, type Redact, secretValues } from '../domain/redaction.js';
import type { Gate } from '../domain/shell-command.js';
import { branchName } from '../isolate/branch-name.js';
import type { BranchChoice, FreeBranch } from '../isolate/choose-branch.js';
import type { Repository } from '../isolate/repository.js';
import type { Workspace } from '../isolate/workspace.js';
import { repairLoop } from '../loop/repair-loop.js';
import { isOpened } from '../policy/protected-paths.js';
import { sensitiveAreaOf } from '../policy/sensitive-areas.js';
import { createModelStrategy } from '../repair/model/create-model-strategy.js';
import type { Recipe } from '../repair/recipes/recipe.js';
import type { Hints } from '../repair/strategy.js';
import type { Report } from '../report/report.js';
import type { ModelChoice } from './choose-model.js';
import { endRun, reportOf, tellUnrecorded } from './end-run.js';
import type { Environment } from './host.js';
import { keepFiles } from './keep-files.js';
import type { RunRecord } from './open-run.js';
import { outcomeOfError } from './outcome-of-error.js';
import { readRepositoryMatchers } from './read-matchers.js';
import { startFact } from './start-fact.js';
import type { StopSignals } from './stop-signals.js';

/** Beside the bundle. */
const GRAMMARS = fileURLToPath(new URL('grammars/', import.meta.url));

/** What differs between the doors: which names are free, what a green base means, and where a result goes. */
export interface Door {
  readonly greenBase: 'already-green' | 'not-reproduced';
  /** True when what woke us says that the failure may come and go. */
  readonly looksFlaky: boolean;
  readonly chooseBranch: (wanted: string, workspace: Workspace) => Promise<BranchChoice>;
  /** A commit or branch on which the gate was probably green; null when none is known. */
  readonly changedSince: () => Promise<string | null>;
  /** Delivers a verified revision; another outcome replaces `fixed`. */
  readonly deliver: (workspace: Workspace, branch: FreeBranch) => Promise<Outcome | null>;
  /** Tells the people of this door how the run ended, before its record is closed. */
  readonly handOver: (report: Report) => Promise<void>;
}

export interface RepairRun {
  readonly settings: RunSettings;
  readonly gate: Gate;
  readonly baseCommit: string;
  readonly repository: Repository;
  readonly recipes: readonly Recipe[];
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
  const errors: string[] = [];
  const broken = (error: unknown): Outcome => {
    const end = run.stop.signal.aborted
      ? outcome('cancelled', 'The run was stopped from outside.')
      : outcomeOfError(error);
    errors.push(end.detail);
    return end;
  };
  const end = await repairIn(run).catch(broken);
  await run.door.handOver(reportOf(run, end, errors)).catch(broken);
  return endRun(run, end, errors).catch((error: unknown) => tellUnrecorded(run, broken(error), errors));
}

async function repairIn(run: RepairRun): Promise<Outcome> {
  const { repository, baseCommit, record, settings } = run;
  await record.ledger.append(startFact(run));
  const workspace = await repository.openWorkspace(baseCommit);
  try {
    const end = await repairInWorkspace(workspace, run);
    if (settings.keepAttempts) await keepAttempts(workspace, run);
    return end;
  } finally {
    await workspace.dispose();
  }
}

async function repairInWorkspace(workspace: Workspace, run: RepairRun): Promise<Outcome> {
  const { settings, record, stop, progress, door } = run;
  const { ledger, runId, startedAt, folder } = record;
  const model = run.model.build({ workspace, ledger, stop, endpoints: record.endpoints });
  const { matchers, faults } = await readRepositoryMatchers(
    run.repository,
    run.baseCommit,
    settings.problemMatcher,
  );
  for (const text of faults) progress({ kind: 'note', text });
  const { signal } = stop;
  const timeLeftMs = () => run.deadline - performance.now();
  const runner = createCommandRunner({
    baseEnvironment: run.environment,
    extraNames: settings.gateEnv,
    temporaryDirectory: workspace.temporaryDirectory,
    hurry: stop.hurry,
  });
  let branch: BranchChoice | null = null;
  const end = await repairLoop({
    ledger,
    workspace,
    matchers,
    progress,
    readOutline: createOutlineReader(GRAMMARS),
    hints: hintsOf(settings),
    recentChange: async (suspects) => {
      const since = await door.changedSince();
      return run.repository.readRecentChange({ head: run.baseCommit, since, suspects });
    },
    signal,
    greenBase: door.greenBase,
    keepFiles: (revision, changes) => keepFiles(folder, revision, changes),
    runner,
    recipes: run.recipes,
    recipeBench: (commit) => createRecipeBench({ workspace, runner, signal, timeLeftMs }, commit),
    strategies: model === null ? [] : [createModelStrategy(model, run.redact)],
    timeLeftMs,
    findSecrets: createSecretSearch(secretValues(run.environment)),
    earlierReds: record.memory.reds,
    wasFlaky: (fingerprint) => door.looksFlaky || record.memory.wasFlaky(fingerprint),
    sensitiveArea: (path) => (isOpened(path, settings) ? null : sensitiveAreaOf(path)),
    chooseBranch: async (fingerprint) => {
      branch = await door.chooseBranch(
        branchName(settings.branch, { fingerprint, runId, startedAt }),
        workspace,
      );
      return branch;
    },
  });
  const chosen = branch as BranchChoice | null;
  if (end.stopReason !== 'fixed' || chosen?.kind !== 'free') return end;
  return (await door.deliver(workspace, chosen)) ?? end;
}

function hintsOf({ scopeHint, candidatePath, hypothesis }: RunSettings): Hints {
  return { scope: scopeHint, candidatePath, hypothesis };
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
