import { setTimeout as sleep } from 'node:timers/promises';
import * as core from '@actions/core';
import { type RunnerContext, readRunner } from '../adapters/actions/read-event.js';
import { type ClientOptions, createGitHubClient, type GitHubClient } from '../adapters/github/client.js';
import { GitHubHost } from '../adapters/github/github-host.js';
import type { Remote } from '../isolate/workspace.js';
import type { Start } from './action.js';

/** One job's connection to GitHub, with the power of its tokens. */
export interface Session {
  readonly context: RunnerContext;
  /** On the clock of `performance.now`. */
  readonly deadline: number;
  readonly limits: Pick<ClientOptions, 'signal' | 'timeLeftMs' | 'pause'>;
  readonly client: GitHubClient;
  /** Of the token that pushes. */
  readonly placing: GitHubClient;
  readonly host: GitHubHost;
  /** The repository, for git: what the push token may. */
  readonly remote: Remote;
  /** The same with the other token, which is enough to read. */
  readonly readRemote: Remote;
}

/** Secrets are made known to the runner first, so that it masks them in the log. */
export function openSession({ settings, environment, stop, redact }: Start): Session {
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
  const place = { apiUrl: context.apiUrl, repositoryId: context.repositoryId };
  const client = createGitHubClient({ token, ...place, ...limits });
  const { pushToken } = settings;
  const placing = pushToken === null ? client : createGitHubClient({ token: pushToken, ...place, ...limits });
  const cleaning = () => (signal.aborted ? createGitHubClient({ token, ...place, ...lastLimits() }) : client);
  const host = new GitHubHost({ client, placing, cleaning, stays }, context.repository, redact);
  const { owner, name } = context.repository;
  const url = `${context.serverUrl}/${owner}/${name}.git`;
  return {
    ...{ context, deadline, limits, client, placing, host },
    remote: { url, token: settings.pushToken ?? token },
    readRemote: { url, token },
  };
}

/** After a cancel the runner waits some seconds before it kills. */
const CLEANING_MS = 5000;

/** Of a client that speaks once the signal which stopped the run has stopped every other. */
function lastLimits(): Session['limits'] {
  return {
    signal: AbortSignal.timeout(CLEANING_MS),
    timeLeftMs: () => 0,
    pause: async () => undefined,
  };
}

function stays(branch: string): void {
  core.warning(`the branch ${branch} could not be removed; it may go`);
}
