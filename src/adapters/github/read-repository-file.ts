import * as z from 'zod';
import type { RepositoryName } from '../../domain/failed-run.js';
import type { GitHubClient } from './client.js';
import { statusOf } from './host-error.js';

const fileSchema = z.object({
  type: z.literal('file'),
  encoding: z.literal('base64'),
  content: z.string(),
});

/**
 * Text of a file on the default branch, or at another commit; null when there is none.
 * @throws Error when it is no plain file, or larger than the 1 MB that the API gives.
 */
export async function readRepositoryFile(
  client: GitHubClient,
  { owner, name: repo }: RepositoryName,
  path: string,
  ref?: string,
): Promise<string | null> {
  try {
    const { data } = await client.rest.repos.getContent({
      owner,
      repo,
      path,
      ...(ref !== undefined && { ref }),
    });
    return Buffer.from(fileSchema.parse(data).content, 'base64').toString('utf8');
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}
