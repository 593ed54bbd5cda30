import { createGitHubClient } from '../../src/adapters/github/client.js';
import { GitHubHost } from '../../src/adapters/github/github-host.js';
import type { FakeGithub } from './github/fake-github.js';

/** Our client on a fake: every pause is over at once. */
export function clientOf(github: FakeGithub, { token = github.token, apiUrl = github.apiUrl } = {}) {
  const { signal } = new AbortController();
  return createGitHubClient({
    ...{ token, apiUrl, signal, timeLeftMs: () => 1000_000, pause: async () => undefined },
  });
}

export interface HostOptions {
  readonly token?: string;
  /** Makes the fix branch; the same when absent. */
  readonly pushToken?: string;
  readonly apiUrl?: string;
}

export function hostOf(github: FakeGithub, { token, pushToken, apiUrl }: HostOptions = {}): GitHubHost {
  const options = { ...(token && { token }), ...(apiUrl && { apiUrl }) };
  const client = clientOf(github, options);
  const placing = pushToken === undefined ? client : clientOf(github, { ...options, token: pushToken });
  const name = { owner: github.owner, name: github.name };
  return new GitHubHost({ client, placing }, name, (text) => text.replaceAll('hunter2', '[redacted]'));
}
