import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openRepository } from '../adapters/git/open-repository.js';
import { createTerminal } from '../adapters/terminal/terminal.js';
import { CONFIG_FILE } from '../config/config-file.js';
import { readRunSettings, repositoryFolder } from '../config/read-settings.js';
import { UsageError } from '../config/usage-error.js';
import { exitCodeOf } from '../domain/outcome.js';
import { createRedaction, secretValues } from '../domain/redaction.js';
import type { Repository, RepositoryState } from '../isolate/repository.js';
import { namedGate } from './choose-gate.js';
import { chooseModel } from './choose-model.js';
import type { Host } from './host.js';
import { localDoor } from './local-door.js';
import { openRun } from './open-run.js';
import { repairRun } from './repair-run.js';
import { listenForStop } from './stop-signals.js';

/** `smart-fix run`: from a red gate to a verified fix branch, or to an honest hand-over. */
export async function runCommand(args: readonly string[], host: Host): Promise<number> {
  const repository = await requireRepository(resolve(host.currentFolder, repositoryFolder(args)), host);
  const state = await repository.readState();
  const settings = readRunSettings(args, await readConfig(state.root));
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
    for (const text of notes(state, model.note)) progress({ kind: 'note', text });
    const report = await repairRun({
      settings,
      gate: namedGate(settings),
      baseCommit: state.headCommit,
      repository,
      model,
      record,
      stop,
      progress,
      environment: host.environment,
      redact,
      door: localDoor({ settings, state, repository, record, progress }),
    });
    if (settings.json) host.stdout.write(`${redact(JSON.stringify(report))}\n`);
    return exitCodeOf(report.status, stop.received());
  } finally {
    await record.close();
    stop.close();
  }
}

async function requireRepository(folder: string, { environment }: Host): Promise<Repository> {
  const repository = await openRepository(folder, { environment, temporaryRoot: tmpdir() }).catch(
    (error: Error) => {
      throw new UsageError([error.message]);
    },
  );
  if (repository === null) {
    throw new UsageError([`${folder} is not in a git repository; name one with --repo DIR`]);
  }
  return repository;
}

async function readConfig(root: string): Promise<string | null> {
  return readFile(join(root, CONFIG_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
}

function notes({ uncommitted, submodules }: RepositoryState, modelNote: string | null): readonly string[] {
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
    ...(modelNote === null ? [] : [modelNote]),
  ];
}
