import { fileURLToPath } from 'node:url';
import { createCommandRunner } from '../adapters/process/create-command-runner.js';
import { createRecipeBench } from '../adapters/recipe-bench.js';
import { type Cell, createCell } from '../adapters/sandbox/cell.js';
import type { Sandbox } from '../adapters/sandbox/sandbox.js';
import { createOutlineReader } from '../adapters/syntax/read-outline.js';
import type { RunSettings } from '../config/settings.js';
import { createSecretSearch, secretValues } from '../domain/redaction.js';
import type { Workspace } from '../isolate/workspace.js';
import { ALL_POWERS, type RepairDoors } from '../loop/repair-doors.js';
import { isOpened } from '../policy/protected-paths.js';
import { sensitiveAreaOf } from '../policy/sensitive-areas.js';
import { createModelStrategy } from '../repair/model/create-model-strategy.js';
import type { Hints } from '../repair/strategy.js';
import type { Environment } from './host.js';
import { keepFiles } from './keep-files.js';
import { readRepositoryMatchers } from './read-matchers.js';
import type { Door, RepairRun } from './repair-run.js';

/** Beside the bundle. */
const GRAMMARS = fileURLToPath(new URL('grammars/', import.meta.url));

export interface LoopRun extends Omit<RepairRun, 'gate' | 'holdsSecrets' | 'door'> {
  /** What setup, gate and recipes are shut into; null: nothing. */
  readonly sandbox: Sandbox | null;
  readonly door: Pick<Door, 'greenBase' | 'looksFlaky' | 'earlierReds' | 'toTryAgain' | 'changedSince'>;
}

/** The loop's doors to the outside, with all of its powers. */
export async function openLoopDoors(
  workspace: Workspace,
  run: LoopRun,
  chooseBranch: RepairDoors['chooseBranch'],
): Promise<RepairDoors> {
  const { settings, record, stop, progress, door } = run;
  const { ledger, folder } = record;
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
    cell: run.sandbox === null ? null : cellOf(run.sandbox, workspace, run.environment),
  });
  return {
    ledger,
    workspace,
    powers: ALL_POWERS,
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
    keepFiles: (revision, changes) => keepFiles(folder, revision, run.baseCommit, changes),
    runner,
    recipes: run.recipes,
    recipeBench: (commit) => createRecipeBench({ workspace, runner, signal, timeLeftMs }, commit),
    strategies: model === null ? [] : [createModelStrategy(model, run.redact)],
    timeLeftMs,
    findSecrets: createSecretSearch(secretValues(run.environment)),
    earlierReds: door.earlierReds,
    toTryAgain: door.toTryAgain,
    wasFlaky: (fingerprint) => door.looksFlaky || record.memory.wasFlaky(fingerprint),
    sensitiveArea: (path) => (isOpened(path, settings) ? null : sensitiveAreaOf(path)),
    chooseBranch,
  };
}

function cellOf(sandbox: Sandbox, workspace: Workspace, environment: Environment): Cell {
  const { directory, temporaryDirectory, homeDirectory, objectFolders: readable } = workspace;
  return createCell(sandbox, environment, { directory, temporaryDirectory, homeDirectory, readable });
}

function hintsOf({ scopeHint, candidatePath, hypothesis }: RunSettings): Hints {
  return { scope: scopeHint, candidatePath, hypothesis };
}
