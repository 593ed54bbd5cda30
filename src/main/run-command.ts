import { join, resolve } from 'node:path';
import { createTerminal } from '../adapters/terminal/terminal.js';
import { readRunSettings, repositoryFolder } from '../config/read-settings.js';
import { UsageError } from '../config/usage-error.js';
import { inertJson } from '../domain/inert-text.js';
import { exitCodeOf } from '../domain/outcome.js';
import { createRedaction, secretValues } from '../domain/redaction.js';
import type { RepositoryState } from '../isolate/repository.js';
import { chooseGate } from './choose-gate.js';
import { chooseModel } from './choose-model.js';
import { chooseRecipes } from './choose-recipes.js';
import type { Host } from './host.js';
import { localDoor } from './local-door.js';
import { openRun } from './open-run.js';
import { outcomeOfError } from './outcome-of-error.js';
import { readConfig } from './read-config.js';
import { repairRun } from './repair-run.js';
import { requireRepository } from './require-repository.js';
import { listenForStop } from './stop-signals.js';

/** `smart-fix run`: from a red gate to a verified fix branch, or to an honest hand-over. */
export function runCommand(args: readonly string[], host: Host): Promise<number> {
  return repairHere(args, host).catch(sayNamed);
}

async function repairHere(args: readonly string[], host: Host): Promise<number> {
  const repository = await requireRepository(resolve(host.currentFolder, repositoryFolder(args)), host);
  const state = await repository.readState();
  const settings = readRunSettings(args, await readConfig(state.root));
  const { root, headCommit: commit } = state;
  const { currentFolder } = host;
  const { gate, note } = await chooseGate(settings, { repository, root, currentFolder, commit });
  const recipes = chooseRecipes(settings);
  const model = await chooseModel(settings, host);
  const redact = createRedaction(secretValues(host.environment));
  const stop = listenForStop();
  const record = await openRun({
    settings,
    home: join(state.root, '.smart-fix'),
    currentFolder: host.currentFolder,
    redact,
  });
  const progress = createTerminal({
    stream: settings.json ? host.stderr : host.stdout,
    environment: host.environment,
    redact,
    verbose: settings.verbose,
  });
  try {
    progress({
      kind: 'note',
      text: `smart-fix ${record.runId}: ${state.root} at ${state.headCommit.slice(0, 12)}`,
    });
    for (const text of notes(state, folderNote(settings, state, host), note, model.note))
      progress({ kind: 'note', text });
    const report = await repairRun({
      settings,
      gate,
      baseCommit: state.headCommit,
      repository,
      recipes,
      model,
      holdsSecrets: ['openai', 'command'].includes(model.provider),
      record,
      stop,
      progress,
      environment: host.environment,
      redact,
      deadline: performance.now() + settings.deadline * 1000,
      door: localDoor({ settings, state, repository, record, progress }),
    });
    if (settings.json) host.stdout.write(`${redact(inertJson(report))}\n`);
    return exitCodeOf(report.status, stop.received());
  } finally {
    await record.close();
    stop.close();
  }
}

/** An end that comes before there is a record of the run is named all the same. */
function sayNamed(error: unknown): never {
  if (error instanceof UsageError) throw error;
  const { status, stopReason, detail } = outcomeOfError(error);
  throw new Error(`${status} (${stopReason}): ${detail}`, { cause: error });
}

function notes(
  { uncommitted, submodules }: RepositoryState,
  ...choices: readonly (string | null)[]
): readonly string[] {
  const paths = uncommitted.slice(0, 3).join(', ') + (uncommitted.length > 3 ? ', ...' : '');
  return [
    ...(uncommitted.length === 0
      ? []
      : [
          `not part of this run: uncommitted work in ${uncommitted.length} paths (${paths}); commit it to include it`,
        ]),
    ...(submodules.length === 0
      ? []
      : [
          `not part of this run: submodules (${submodules.join(', ')}); fill them with --setup if the gate needs them`,
        ]),
    ...choices.filter((note) => note !== null),
  ];
}

/** A person in a subfolder may expect the gate there. */
function folderNote(
  { repo }: { readonly repo: string },
  { root }: RepositoryState,
  { currentFolder }: Host,
): string | null {
  const folder = resolve(currentFolder, repo);
  return folder === root ? null : `the gate runs at the root of the repository, ${root}`;
}
