import { setTimeout as sleep } from 'node:timers/promises';
import { readOrigin } from '../../adapters/git/read-origin.js';
import { createGitHubClient } from '../../adapters/github/client.js';
import { readToken } from '../../adapters/github/read-token.js';
import type { RepositoryName } from '../../domain/failed-run.js';
import { note, type Observation } from '../../domain/observation.js';
import type { Environment } from '../host.js';
import { lookAtStart, lookAtToken } from './look-at-token.js';

const LIMIT_MS = 20_000;
const PUBLIC_API = 'https://api.github.com';

/** A token of the environment, for the repository that this one was cloned from. `run` itself uses none. */
export async function lookAtLocalToken(
  root: string,
  environment: Environment,
): Promise<readonly Observation[]> {
  const name = environment.GITHUB_TOKEN === undefined ? 'GH_TOKEN' : 'GITHUB_TOKEN';
  const token = environment[name] ?? '';
  if (token === '')
    return [note('token', 'no GITHUB_TOKEN is here: run needs none, and the Action is given its own.')];
  const repository = repositoryOf((await readOrigin(root, environment)) ?? '');
  if (repository === null)
    return [note('token', `${name} was not tried: the remote origin names no repository.`)];
  const signal = AbortSignal.timeout(LIMIT_MS);
  const client = createGitHubClient({
    token,
    apiUrl: environment.GITHUB_API_URL ?? PUBLIC_API,
    signal,
    timeLeftMs: () => LIMIT_MS,
    pause: (ms) => sleep(ms, undefined, { signal }),
  });
  try {
    const reading = await readToken(client, token, repository);
    const start = reading.kind === 'facts' ? [lookAtStart(name, reading.facts.kind, false)] : [];
    return [...lookAtToken(name, reading, null), ...start].map(harmless);
  } catch (error) {
    return [note('token', `${name} was not tried: ${(error as Error).message}`)];
  }
}

/** Here a token is a convenience. */
const harmless = (observation: Observation): Observation =>
  observation.state === 'missing' ? { ...observation, state: 'note' } : observation;

/** `https://HOST/OWNER/NAME.git`, `git@HOST:OWNER/NAME.git`, `ssh://git@HOST/OWNER/NAME`. */
function repositoryOf(url: string): RepositoryName | null {
  const [, owner = '', name = ''] = /[/:]([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(url) ?? [];
  return owner === '' || name === '' ? null : { owner, name };
}
