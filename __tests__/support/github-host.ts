import { createGitHubClient } from '../../src/adapters/github/client.js';
import { GitHubHost } from '../../src/adapters/github/github-host.js';
import type { FakeGithub } from './github/fake-github.js';

/** Our client on a fake: every pause is over at once. */
export function clientOf(
  github: FakeGithub,
  { token = github.token, apiUrl = github.apiUrl, signal = new AbortController().signal } = {},
) {
  return createGitHubClient({
    ...{ token, apiUrl, signal, timeLeftMs: () => 1000_000, pause: async () => undefined },
  });
}

export interface HostOptions {
  readonly token?: string;
  /** Makes the fix branch; the same when absent. */
  readonly pushToken?: string;
  readonly apiUrl?: string;
  /** Stops every client but the one that cleans up. */
  readonly signal?: AbortSignal;
  readonly stays?: (branch: string) => void;
}

export function hostOf(
  github: FakeGithub,
  { token, pushToken, apiUrl, signal, stays = () => undefined }: HostOptions = {},
): GitHubHost {
  const place = { ...(token && { token }), ...(apiUrl && { apiUrl }) };
  const options = { ...place, ...(signal && { signal }) };
  const client = clientOf(github, options);
  const placing = pushToken === undefined ? client : clientOf(github, { ...options, token: pushToken });
  const name = { owner: github.owner, name: github.name };
  const cleaning = () => clientOf(github, place);
  return new GitHubHost({ client, placing, cleaning, stays }, name, (text) =>
    text.replaceAll('hunter2', '[redacted]'),
  );
}
