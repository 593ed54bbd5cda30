import * as z from 'zod';
import type { RepositoryName } from '../../domain/failed-run.js';
import type { Permission } from '../../trigger/admit-run.js';
import type { GitHubClient } from './client.js';

const answerSchema = z.object({ permission: z.enum(['admin', 'write', 'read', 'none']) });

/** An account's power over the repository, as the host tells it; `unknown` for any other answer, which refuses. */
export async function readPermission(
  client: GitHubClient,
  { owner, name: repo }: RepositoryName,
  login: string,
): Promise<Permission> {
  try {
    const { data } = await client.rest.repos.getCollaboratorPermissionLevel({ owner, repo, username: login });
    return answerSchema.parse(data).permission;
  } catch {
    return 'unknown';
  }
}
