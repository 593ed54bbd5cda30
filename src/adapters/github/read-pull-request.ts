import * as z from 'zod';
import type { RepositoryName } from '../../domain/failed-run.js';
import type { PullRequest } from '../../domain/pull-request.js';
import type { GitHubClient } from './client.js';
import { markerOf } from './marker.js';

const pullSchema = z.object({
  number: z.number().int().positive(),
  html_url: z.string(),
  state: z.string(),
  body: z.string().nullish(),
  head: z.object({
    sha: z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/),
    ref: z.string(),
    repo: z.object({ full_name: z.string() }).nullish(),
  }),
  base: z.object({ ref: z.string() }),
  labels: z.array(z.object({ name: z.string() })).default([]),
});

export async function readPullRequest(
  client: GitHubClient,
  { owner, name: repo }: RepositoryName,
  number: number,
): Promise<PullRequest> {
  const { data } = await client.rest.pulls.get({ owner, repo, pull_number: number });
  return toPullRequest(data);
}

/** The open pull request of a branch of this repository, or null when the host says that there is none. */
export async function readPullRequestOf(
  client: GitHubClient,
  { owner, name: repo }: RepositoryName,
  branch: string,
): Promise<PullRequest | null> {
  const head = `${owner}:${branch}`;
  const { data } = await client.rest.pulls.list({ owner, repo, state: 'open', head, per_page: 100 });
  const own = data.find((pull) => pull.head.ref === branch);
  return own === undefined ? null : toPullRequest(own);
}

function toPullRequest(data: unknown): PullRequest {
  const { number, html_url: url, state, body, head, base, labels } = pullSchema.parse(data);
  return {
    ...{ number, url, isOpen: state === 'open', headSha: head.sha, headBranch: head.ref },
    baseBranch: base.ref,
    headRepository: head.repo?.full_name ?? null,
    labels: labels.map(({ name }) => name),
    isFix: markerOf(body)?.startsWith('pull-request:') === true,
  };
}
