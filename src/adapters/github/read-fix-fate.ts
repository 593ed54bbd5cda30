import type { RepositoryName } from '../../domain/failed-run.js';
import type { FixFate } from '../../report/code-host.js';
import type { GitHubClient } from './client.js';
import { hasMarker, markerOf } from './marker.js';

interface FixName {
  /** The fix branch; it may be gone. */
  readonly branch: string;
  readonly base: string;
  readonly marker: string;
}

/** What became of the newest pull request of ours from that branch into that base; null when there was none. */
export async function readFixFate(
  client: GitHubClient,
  repository: RepositoryName,
  { branch, base, marker }: FixName,
): Promise<FixFate | null> {
  const { owner, name: repo } = repository;
  const { data } = await client.rest.pulls.list({
    ...{ owner, repo, state: 'all', base, head: `${owner}:${branch}` },
    ...{ sort: 'created', direction: 'desc', per_page: 100 },
  });
  // The prefix of our branches can be taken by anybody who may push: the marker says that the text is ours (CON-05).
  const pull = data.find(({ head, body }) => head.ref === branch && hasMarker(body, marker));
  if (pull === undefined) return null;
  const labels = pull.labels.map(({ name }) => name);
  const of = (end: FixFate['end']): FixFate => ({ end, url: pull.html_url, labels });
  if (pull.state === 'open') return of('open');
  if (pull.merged_at == null) return of('closed');
  const words = [
    `This reverts commit ${pull.merge_commit_sha ?? pull.head.sha}`,
    `This reverts commit ${pull.head.sha}`,
    `Reverts ${owner}/${repo}#${pull.number}`,
  ];
  const isReverted = await hasCommitSaying(client, repository, { base, since: pull.merged_at, words });
  return of(isReverted ? 'reverted' : 'merged');
}

/** Pages of a hundred commits that are read at most: a revert that is older than those is history. */
const MAX_PAGES = 3;

async function hasCommitSaying(
  client: GitHubClient,
  { owner, name: repo }: RepositoryName,
  {
    base,
    since,
    words,
  }: { readonly base: string; readonly since: string; readonly words: readonly string[] },
): Promise<boolean> {
  const options = { owner, repo, sha: base, since, per_page: 100 };
  let pages = 0;
  for await (const { data } of client.paginate.iterator(client.rest.repos.listCommits, options)) {
    if (data.some(({ commit }) => words.some((each) => says(commit.message, each)))) return true;
    pages += 1;
    if (pages === MAX_PAGES) break;
  }
  return false;
}

/** The words end where a number or a hash does: #12 is not in #123. */
const says = (message: string, words: string): boolean =>
  message
    .split(words)
    .slice(1)
    .some((rest) => !/^\w/.test(rest));

/** Our open pull requests into a branch: the fix branch and address of each. */
export async function readOpenFixes(
  client: GitHubClient,
  { owner, name: repo }: RepositoryName,
  base: string,
): Promise<readonly { readonly branch: string; readonly url: string }[]> {
  const open = await client.paginate(client.rest.pulls.list, {
    ...{ owner, repo, state: 'open', base },
    per_page: 100,
  });
  return open
    .filter(({ body, head }) => {
      const isHere = head.repo?.full_name.toLowerCase() === `${owner}/${repo}`.toLowerCase();
      return isHere && markerOf(body)?.startsWith('pull-request:') === true;
    })
    .map(({ head, html_url: url }) => ({ branch: head.ref, url }));
}
