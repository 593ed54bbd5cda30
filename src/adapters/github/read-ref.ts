import type { RepositoryName } from '../../domain/failed-run.js';
import type { GitHubClient } from './client.js';
import { statusOf } from './host-error.js';

/** What `heads/NAME` or `tags/NAME` points to, null when there is no such ref. */
export async function readRef(
  client: GitHubClient,
  { owner, name: repo }: RepositoryName,
  ref: string,
): Promise<string | null> {
  try {
    return (await client.rest.git.getRef({ owner, repo, ref })).data.object.sha;
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}
