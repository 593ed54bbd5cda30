import { AUTHOR_EMAIL, hasRunTrailer } from '../../domain/own-commit.js';
import type { FixBranch } from '../../report/code-host.js';
import type { GitHubClient } from './client.js';
import { statusOf } from './host-error.js';
import type { At } from './place-ref.js';
import { isApp, plainLogin, readViewer } from './read-own-login.js';

/** The account under which GitHub commits for others. */
const GITHUB_ITSELF = 'web-flow';

/** A branch under one of our names and whose last commit it has; null when there is none. */
export async function readFixBranch(client: GitHubClient, at: At, name: string): Promise<FixBranch | null> {
  const commit = await readCommit(client, at, name);
  if (commit === null) return null;
  const parent = commit.parents.length === 1 ? (commit.parents[0]?.sha ?? null) : null;
  return { commit: commit.sha, parent, ours: await isOurs(client, commit) };
}

type Commit = Awaited<ReturnType<GitHubClient['rest']['repos']['getCommit']>>['data'];

async function readCommit(client: GitHubClient, at: At, branch: string): Promise<Commit | null> {
  try {
    return (await client.rest.repos.getCommit({ ...at, ref: `heads/${branch}`, per_page: 1 })).data;
  } catch (error) {
    if (statusOf(error) === 404 || statusOf(error) === 422) return null;
    throw error;
  }
}

/**
 * Our trailer and our account, together (CON-05): git writes any name, so that ours alone proves nothing of a commit of
 * the API, and a person's "Update branch" or edit in the browser carries no trailer. With a person's token, what that
 * person amends by hand looks like what the token made, but for what GitHub itself commits.
 */
async function isOurs(client: GitHubClient, { commit, author, committer }: Commit): Promise<boolean> {
  if (!hasRunTrailer(commit.message)) return false;
  if ([commit.author, commit.committer].every((who) => who?.email === AUTHOR_EMAIL)) return true;
  const viewer = await readViewer(client);
  const isOwn = (login: string | undefined): boolean =>
    login !== undefined && plainLogin(login) === plainLogin(viewer);
  const isCommittedByUs = committer?.login === GITHUB_ITSELF || (isApp(viewer) && isOwn(committer?.login));
  return isOwn(author?.login) && isCommittedByUs;
}
