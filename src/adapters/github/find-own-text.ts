import type { GitHubClient } from './client.js';
import { hasMarker } from './marker.js';

interface Repository {
  readonly owner: string;
  readonly repo: string;
}

export interface Found {
  readonly number: number;
  readonly url: string;
}

/** The open pull request of a branch of this repository, or null when the host says that there is none. */
export async function findPullRequest(
  client: GitHubClient,
  { branch, ...at }: Repository & { readonly branch: string },
): Promise<(Found & { readonly base: string; readonly body: string | null }) | null> {
  const { data } = await client.rest.pulls.list({
    ...at,
    state: 'open',
    head: `${at.owner}:${branch}`,
    per_page: 100,
  });
  const own = data.find((pull) => pull.head.ref === branch);
  return own === undefined
    ? null
    : {
        number: own.number,
        url: own.html_url,
        base: own.base.ref,
        body: own.body,
      };
}

/** Our open issue with that marker, over all pages; the oldest when there are several. */
export async function findIssue(
  client: GitHubClient,
  { label, marker, ...at }: Repository & { readonly label: string; readonly marker: string },
): Promise<Found | null> {
  const issues = await client.paginate(client.rest.issues.listForRepo, {
    ...at,
    state: 'open',
    labels: label,
    sort: 'created',
    direction: 'asc',
    per_page: 100,
  });
  const own = issues.find((issue) => issue.pull_request === undefined && hasMarker(issue.body, marker));
  return own === undefined ? null : { number: own.number, url: own.html_url };
}
