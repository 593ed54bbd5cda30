import type { Placed } from '../../report/code-host.js';
import type { GitHubClient } from './client.js';
import { HostError, statusOf } from './host-error.js';

/** A repository as Octokit's calls name it. */
export interface At {
  readonly owner: string;
  readonly repo: string;
}

interface Move {
  /** In full: `refs/heads/…`. */
  readonly ref: string;
  /** Where it is now; null when it does not exist. */
  readonly replaces: string | null;
  readonly commit: string;
}

const UPDATE = `mutation ($input: UpdateRefsInput!) { updateRefs(input: $input) { clientMutationId } }`;
const REPOSITORY = `query ($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { id } }`;

/**
 * Makes a ref, or moves it from exactly where it is expected, in one step of the host. Whatever the answer was, the ref
 * itself tells whether it was done.
 */
export async function placeRef(
  client: GitHubClient,
  at: At,
  move: Move,
): Promise<Exclude<Placed, { kind: 'placed' }> | null> {
  try {
    await (move.replaces === null ? create(client, at, move) : replace(client, at, move));
    return null;
  } catch (error) {
    if (error instanceof HostError && error.kind === 'rate-limited') throw error;
    const now = await readRef(client, at, move.ref);
    if (now === move.commit) return null;
    if (now !== move.replaces) return { kind: 'moved' };
    const detail = (error as Error).message;
    // It was there, and is gone again.
    if (/already exists/i.test(detail)) return { kind: 'moved' };
    return isRefusal(error) ? { kind: 'refused', detail } : { kind: 'unanswered', detail };
  }
}

function create(client: GitHubClient, at: At, { ref, commit }: Move): Promise<unknown> {
  return client.rest.git.createRef({ ...at, ref, sha: commit });
}

function replace(client: GitHubClient, at: At, { ref, replaces, commit }: Move): Promise<void> {
  return updateRef(client, at, { name: ref, beforeOid: replaces, afterOid: commit, force: true });
}

/** Removes a ref, only if it is at `commit`; false when it is somewhere else, or GitHub did not do it. */
export async function dropRef(client: GitHubClient, at: At, ref: string, commit: string): Promise<boolean> {
  try {
    await updateRef(client, at, { name: ref, beforeOid: commit, afterOid: '0'.repeat(commit.length) });
    return true;
  } catch {
    return false;
  }
}

/** REST would overwrite whatever it finds; only this mutation compares first. */
async function updateRef(client: GitHubClient, { owner, repo }: At, update: object): Promise<void> {
  const { repository } = await client.graphql<{ readonly repository: { readonly id: string } | null }>(
    REPOSITORY,
    { owner, name: repo },
  );
  if (repository === null) throw new Error(`GitHub does not show ${owner}/${repo} to this token.`);
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

/** What a ref, named in full, points to; null when there is none. */
export async function readRef(client: GitHubClient, at: At, ref: string): Promise<string | null> {
  try {
    const { data } = await client.rest.git.getRef({ ...at, ref: ref.replace(/^refs\//, '') });
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
