import { Octokit } from '@octokit/rest';
import type { FakeGithub } from './fake-github.js';

const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** GitHub's own client on a fake, and the repository that its calls name. */
export function octokitOf(
  github: FakeGithub,
  {
    token = github.token,
    baseUrl = github.apiUrl,
  }: { readonly token?: string; readonly baseUrl?: string } = {},
) {
  const octokit = new Octokit({ auth: token, baseUrl, log: SILENT });
  return { octokit, at: { owner: github.owner, repo: github.name } };
}
