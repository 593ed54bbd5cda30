import type { RepositoryName } from '../../domain/failed-run.js';
import type { PushTarget } from '../../trigger/admit-push.js';
import type { GitHubClient } from './client.js';

/** A branch that a commit is to be pushed to. */
export async function readPushTarget(
  client: GitHubClient,
  { owner, name: repo }: RepositoryName,
  branch: string,
): Promise<PushTarget> {
  const [{ data }, { data: about }] = await Promise.all([
    client.rest.repos.getBranch({ owner, repo, branch }),
    client.rest.repos.get({ owner, repo }),
  ]);
  return {
    branch,
    isDefault: about.default_branch === branch,
    isProtected: data.protected,
    headMessage: data.commit.commit.message,
  };
}
