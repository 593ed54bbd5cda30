import type { Placed } from '../../report/code-host.js';
import type { GitHubClient } from './client.js';
import { HostError, statusOf } from './host-error.js';

/** A repository as Octokit's calls name it. */
export interface At {
  readonly owner: string;
  readonly repo: string;
}

interface Move {
  readonly branch: string;
  /** Where it is now; null when it does not exist. */
  readonly replaces: string | null;
  readonly commit: string;
}

const UPDATE = `mutation ($input: UpdateRefsInput!) { updateRefs(input: $input) { clientMutationId } }`;
const REPOSITORY = `query ($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { id } }`;

/**
 * Makes a branch, or moves it from exactly where it is expected, in one step of the host. Whatever the answer was, the
 * branch itself tells whether it was done.
 */
export async function placeBranch(
  client: GitHubClient,
  at: At,
  move: Move,
): Promise<Exclude<Placed, { kind: 'placed' }> | null> {
  try {
    await (move.replaces === null ? create(client, at, move) : replace(client, at, move));
    return null;
  } catch (error) {
    if (error instanceof HostError && error.kind === 'rate-limited') throw error;
    const now = await readHead(client, at, move.branch);
    if (now === move.commit) return null;
    if (now !== move.replaces) return { kind: 'moved' };
    const detail = (error as Error).message;
    // It was there, and is gone again.
    if (/already exists/i.test(detail)) return { kind: 'moved' };
    return isRefusal(error) ? { kind: 'refused', detail } : { kind: 'unanswered', detail };
  }
}

function create(client: GitHubClient, at: At, { branch, commit }: Move): Promise<unknown> {
  return client.rest.git.createRef({ ...at, ref: `refs/heads/${branch}`, sha: commit });
}

/** REST would overwrite whatever it finds; only this mutation compares first. */
async function replace(client: GitHubClient, { owner, repo }: At, { branch, replaces, commit }: Move) {
  const { repository } = await client.graphql<{ readonly repository: { readonly id: string } | null }>(
    REPOSITORY,
    { owner, name: repo },
  );
  if (repository === null) throw new Error(`GitHub does not show ${owner}/${repo} to this token.`);
  const update = { name: `refs/heads/${branch}`, beforeOid: replaces, afterOid: commit, force: true };
  await client.graphql(UPDATE, { input: { repositoryId: repository.id, refUpdates: [update] } });
}

/** Removes a branch of ours; false when it is still there. */
export async function removeBranch(client: GitHubClient, at: At, branch: string): Promise<boolean> {
  const ref = `heads/${branch}`;
  for (let tries = 1; tries <= 2; tries++) {
    try {
      await client.rest.git.deleteRef({ ...at, ref });
      return true;
    } catch (error) {
      if (statusOf(error) === 404 || statusOf(error) === 422) return true;
    }
  }
  return false;
}

/** Commit of a branch; null when there is none. */
export async function readHead(client: GitHubClient, at: At, branch: string): Promise<string | null> {
  try {
    const { data } = await client.rest.git.getRef({ ...at, ref: `heads/${branch}` });
    return data.object.sha;
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

/** True when the host said why it did not do it; false when it may have done it. */
export function isRefusal(error: unknown): boolean {
  const status = statusOf(error);
  if (status !== null) return status >= 400 && status < 500;
  // GraphQL answers 200; an error of its own making ("Something went wrong") has no type.
  const { errors } = error as { readonly errors?: readonly { readonly type?: unknown }[] };
  return errors?.some(({ type }) => typeof type === 'string') ?? false;
}
