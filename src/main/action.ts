import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as core from '@actions/core';
import { type RunnerContext, readRunner } from '../adapters/actions/read-event.js';
import { openRepository } from '../adapters/git/open-repository.js';
import { createGitHubClient } from '../adapters/github/client.js';
import { GitHubHost } from '../adapters/github/github-host.js';
import { createTerminal } from '../adapters/terminal/terminal.js';
import { type ActionSettings, readActionSettings, toRunSettings } from '../config/action-settings.js';
import { UsageError } from '../config/usage-error.js';
import { createRedaction, secretValues } from '../domain/redaction.js';
import type { Repository } from '../isolate/repository.js';
import { renderJobSummary } from '../report/render/hosted-text.js';
import { type ActionEnd, setOutputs, tellEnd, tellUsageError } from './action-end.js';
import { chooseModel } from './choose-model.js';
import { findTarget, type Target } from './find-target.js';
import { githubDoor } from './github-door.js';
import type { Environment, Host } from './host.js';
import { openRun } from './open-run.js';
import { outcomeOfError } from './outcome-of-error.js';
import { readFailure } from './read-failure.js';
import { repairRun } from './repair-run.js';
import { listenForStop, type StopSignals } from './stop-signals.js';

/** The Action: from a failed run to a pull request, an issue, or a named reason for neither. Never throws. */
export async function action(): Promise<void> {
  const stop = listenForStop();
  const environment = { ...process.env };
  let settings: ActionSettings | null = null;
  try {
    settings = readActionSettings(environment);
    const end = await repairFailedRun(settings, environment, stop);
    setOutputs(end);
    process.exitCode = tellEnd(end.outcome, settings, stop.received());
  } catch (error) {
    if (error instanceof UsageError) process.exitCode = tellUsageError(error);
    else process.exitCode = endBroken(error, settings, stop);
  } finally {
    stop.close();
  }
}

function endBroken(error: unknown, settings: ActionSettings | null, stop: StopSignals): number {
  const outcome = stop.signal.aborted
    ? { status: 'cancelled' as const, stopReason: 'cancelled' as const, detail: 'The job was cancelled.' }
    : outcomeOfError(error);
  setOutputs({ outcome, report: null, statePath: null });
  return tellEnd(outcome, settings, stop.received());
}

async function repairFailedRun(
  settings: ActionSettings,
  environment: Environment,
  stop: StopSignals,
): Promise<ActionEnd> {
  const token = settings.githubToken ?? '';
  const secrets = [token, settings.pushToken, settings.apiKey].filter((each) => each !== null);
  for (const secret of secrets) core.setSecret(secret);
  const context = readRunner(environment);
  const deadline = performance.now() + settings.deadline * 1000;
  const limits = { signal: stop.signal, timeLeftMs: () => deadline - performance.now() };
  const client = createGitHubClient({ token, apiUrl: context.apiUrl, ...limits });
  const target = await findTarget(context, settings, client);
  if (target.kind === 'end') return { outcome: target.outcome, report: null, statePath: null };

  const { owner, name } = target.run.repository;
  const remote = { url: `${context.serverUrl}/${owner}/${name}.git`, token: settings.pushToken ?? token };
  const repository = await requireRepository(context, environment);
  await repository.requireCommit(target.run.headSha, { ...remote, token });
  const repositoryFiles = await repository.listFilesOf(target.run.headSha);
  const failure = await readFailure(client, target.run, { ...limits, repositoryFiles });
  const host = new GitHubHost(client, target.run.repository);
  const pullRequestUrl = (await host.readPullRequest(target.base))?.url ?? null;
  const told = { run: target.run, checks: failure.checks, pullRequestUrl };
  if (failure.kind === 'end') return { outcome: failure.outcome, report: null, statePath: null };
  return repairTarget({
    settings,
    environment,
    stop,
    context,
    target,
    repository,
    host,
    remote,
    told,
    secrets,
  });
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

interface TargetParts {
  readonly settings: ActionSettings;
  readonly environment: Environment;
  readonly stop: StopSignals;
  readonly context: RunnerContext;
  readonly target: Target;
  readonly repository: Repository;
  readonly host: GitHubHost;
  readonly remote: { readonly url: string; readonly token: string };
  readonly told: Parameters<typeof renderJobSummary>[1];
  readonly secrets: readonly string[];
}

const WEAKER =
  'the gate sees no token or key in its environment, but it runs in this job as this user: it could read the memory and files of the runner. Do not give this job more power than it needs.';

async function repairTarget(parts: TargetParts): Promise<ActionEnd> {
  const { context, stop, target, repository, told } = parts;
  const settings = toRunSettings(parts.settings);
  const redact = createRedaction([...secretValues(parts.environment), ...parts.secrets]);
  const { stdin, stdout, stderr } = process;
  const environment = { ...parts.environment, OPENAI_API_KEY: parts.settings.apiKey ?? undefined };
  const host: Host = { environment, currentFolder: context.workspace, stdin, stdout, stderr };
  const model = await chooseModel(settings, host);
  const record = await openRun({
    settings,
    home: join(context.temporaryFolder, 'smart-fix'),
    currentFolder: context.workspace,
    redact,
  });
  const progress = createTerminal({ stream: stdout, environment, redact, verbose: settings.verbose });
  for (const text of [WEAKER, ...(model.note === null ? [] : [model.note])]) progress({ kind: 'note', text });
  try {
    const report = await repairRun({
      settings,
      baseCommit: target.run.headSha,
      repository,
      model,
      record,
      stop,
      progress,
      environment: parts.environment,
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
      }),
    });
    await core.summary.addRaw(redact(renderJobSummary(report, told))).write();
    return { outcome: report, report, statePath: record.folder.path };
  } finally {
    await record.close();
  }
}
