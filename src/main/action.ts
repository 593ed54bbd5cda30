import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as core from '@actions/core';
import { type RunnerContext, readRunner } from '../adapters/actions/read-event.js';
import { openRepository } from '../adapters/git/open-repository.js';
import { createGitHubClient, type GitHubClient } from '../adapters/github/client.js';
import { GitHubHost } from '../adapters/github/github-host.js';
import { readLastGreen } from '../adapters/github/read-last-green.js';
import { createTerminal } from '../adapters/terminal/terminal.js';
import { type ActionSettings, readActionSettings, toRunSettings } from '../config/action-settings.js';
import { UsageError } from '../config/usage-error.js';
import { type Outcome, outcome } from '../domain/outcome.js';
import { createRedaction, type Redact, secretValues } from '../domain/redaction.js';
import type { Gate } from '../domain/shell-command.js';
import type { Repository } from '../isolate/repository.js';
import type { FailureContext } from '../report/failed-checks.js';
import { renderJobSummary } from '../report/render/hosted-text.js';
import { type ActionEnd, setOutputs, tellEnd, tellUsageError, writeSummary } from './action-end.js';
import { chooseFailedGate, type FailedGate } from './choose-failed-gate.js';
import { chooseModel } from './choose-model.js';
import { chooseRecipes } from './choose-recipes.js';
import { endEarly } from './end-early.js';
import { findTarget, type Target } from './find-target.js';
import { githubDoor } from './github-door.js';
import type { Environment, Host } from './host.js';
import { openRun } from './open-run.js';
import { outcomeOfError } from './outcome-of-error.js';
import { readFailure } from './read-failure.js';
import { readRepositoryMatchers } from './read-matchers.js';
import { repairRun } from './repair-run.js';
import { listenForStop, type StopSignals } from './stop-signals.js';

/** The Action: from a failed run to a pull request, an issue, or a named reason for neither. Never throws. */
export async function action(): Promise<void> {
  const stop = listenForStop();
  const environment = { ...process.env };
  const redact = createRedaction(secretValues(environment));
  let settings: ActionSettings | null = null;
  const tell = (end: ActionEnd): void => {
    setOutputs(end);
    process.exitCode = tellEnd(end.outcome, { settings, signal: stop.received(), redact });
  };
  try {
    settings = readActionSettings(environment);
    tell(await repairFailedRun({ settings, environment, stop, redact }));
  } catch (error) {
    if (error instanceof UsageError) process.exitCode = tellUsageError(error);
    else tell(await endBroken(error, stop, redact));
  } finally {
    stop.close();
  }
}

async function endBroken(error: unknown, stop: StopSignals, redact: Redact): Promise<ActionEnd> {
  const end = stop.signal.aborted ? outcome('cancelled', 'The job was cancelled.') : outcomeOfError(error);
  return endEarly({ outcome: end, context: null, host: null, settings: { dryRun: false }, redact });
}

interface Start {
  readonly settings: ActionSettings;
  readonly environment: Environment;
  readonly stop: StopSignals;
  readonly redact: Redact;
}

async function repairFailedRun(start: Start): Promise<ActionEnd> {
  const { settings, environment, stop, redact } = start;
  const token = settings.githubToken ?? '';
  for (const secret of [token, settings.pushToken, settings.apiKey]) {
    if (secret !== null) core.setSecret(secret);
  }
  const context = readRunner(environment);
  const deadline = performance.now() + settings.deadline * 1000;
  const { signal } = stop;
  const limits = {
    signal,
    timeLeftMs: () => deadline - performance.now(),
    pause: (ms: number) => sleep(ms, undefined, { signal }),
  };
  const client = createGitHubClient({ token, apiUrl: context.apiUrl, ...limits });
  const host = new GitHubHost(client, context.repository, redact);
  const target = await findTarget(context, settings, client);
  if (target.kind === 'end') {
    const { outcome, run } = target;
    const failure = run === null ? null : { run, checks: [], pullRequestUrl: null, gateNotes: [] };
    return endEarly({ outcome, context: failure, host, settings, redact });
  }
  const { owner, name } = context.repository;
  const remote = { url: `${context.serverUrl}/${owner}/${name}.git`, token: settings.pushToken ?? token };
  const repository = await requireRepository(context, environment);
  await repository.requireCommit(target.run.headSha, { ...remote, token });
  const repositoryFiles = await repository.listFilesOf(target.run.headSha);
  // What is wrong with one of them is told when the gate is run.
  const { matchers } = await readRepositoryMatchers(repository, target.run.headSha, []);
  const failure = await readFailure(client, target.run, { ...limits, repositoryFiles, matchers, redact });
  const pullRequestUrl = (await host.readPullRequest(target.base))?.url ?? null;
  const told = { run: target.run, checks: failure.checks, pullRequestUrl, gateNotes: [] };
  if (failure.kind === 'end') {
    return endEarly({ outcome: failure.outcome, context: told, host, settings, redact });
  }
  const { gate, notes } = await chooseFailedGate(settings, told, repository);
  if (gate === null) {
    return endEarly({ outcome: noGate(notes), context: told, host, settings, redact });
  }
  const informed = { ...told, gateNotes: notes };
  return repairTarget({
    ...start,
    ...{ deadline, context, client, target, repository, host, remote, gate },
    told: informed,
  });
}

function noGate(notes: FailedGate['notes']): Outcome {
  const why =
    'No gate is named, and none that would see the failure can be inferred; say with the input gate what must pass.';
  return outcome('missing-input', [why, ...notes].join('\n'));
}

async function requireRepository(
  { workspace }: RunnerContext,
  environment: Environment,
): Promise<Repository> {
  const repository = await openRepository(workspace, { environment, temporaryRoot: tmpdir() });
  if (repository === null) {
    throw new UsageError([`${workspace} is not a git repository; run actions/checkout before this step`]);
  }
  return repository;
}

interface TargetParts extends Start {
  /** On the clock of `performance.now`: reading the failure has taken its part of the time. */
  readonly deadline: number;
  readonly context: RunnerContext;
  readonly target: Target;
  readonly repository: Repository;
  readonly client: GitHubClient;
  readonly host: GitHubHost;
  readonly remote: { readonly url: string; readonly token: string };
  readonly told: FailureContext;
  readonly gate: Gate;
}

const WEAKER =
  'the gate sees no token or key in its environment, but it runs in this job as this user: it could read the memory and files of the runner. Do not give this job more power than it needs.';

/** A help for the model, and no more: that the host or the history does not give it stops nothing. */
async function fetchLastGreen({ client, target, repository, remote }: TargetParts): Promise<string | null> {
  try {
    const commit = await readLastGreen(client, target.run);
    if (commit !== null) await repository.requireCommit(commit, remote);
    return commit;
  } catch {
    return null;
  }
}

async function repairTarget(parts: TargetParts): Promise<ActionEnd> {
  const { context, stop, target, repository, told, redact } = parts;
  const settings = toRunSettings(parts.settings);
  const { stdin, stdout, stderr } = process;
  const environment = { ...parts.environment, OPENAI_API_KEY: parts.settings.apiKey ?? undefined };
  const host: Host = { environment, currentFolder: context.workspace, stdin, stdout, stderr };
  const recipes = chooseRecipes(settings);
  const model = await chooseModel(settings, host);
  const record = await openRun({
    settings,
    home: join(context.temporaryFolder, 'smart-fix'),
    currentFolder: context.workspace,
    redact,
  });
  const progress = createTerminal({ stream: stdout, environment, redact, verbose: settings.verbose });
  const logNotes = new Set(told.checks.flatMap(({ scan }) => scan.notes));
  const modelNotes = model.note === null ? [] : [model.note];
  for (const text of [WEAKER, ...logNotes, ...told.gateNotes, ...modelNotes])
    progress({ kind: 'note', text });
  try {
    const report = await repairRun({
      settings,
      gate: parts.gate,
      baseCommit: target.run.headSha,
      repository,
      recipes,
      model,
      record,
      stop,
      progress,
      environment: parts.environment,
      deadline: parts.deadline,
      redact,
      door: githubDoor({
        settings,
        state: await repository.readState(),
        repository,
        record,
        progress,
        host: parts.host,
        remote: parts.remote,
        target,
        failure: told,
        lastGreen: () => fetchLastGreen(parts),
      }),
    });
    await writeSummary(redact(renderJobSummary(report, told)));
    return { outcome: report, report, issueUrl: report.issueUrl, statePath: record.folder.path };
  } finally {
    await record.close();
  }
}
