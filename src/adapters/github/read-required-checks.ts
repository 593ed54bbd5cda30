import * as z from 'zod';
import type { RepositoryName } from '../../domain/failed-run.js';
import type { GitHubClient } from './client.js';
import { statusOf } from './host-error.js';

const contextsSchema = z.array(z.object({ context: z.string() }));

const branchSchema = z.object({
  protection: z
    .object({ required_status_checks: z.object({ contexts: z.array(z.string()).default([]) }).nullish() })
    .nullish(),
});

const rulesSchema = z.array(
  z.object({
    type: z.string(),
    parameters: z.looseObject({ required_status_checks: contextsSchema.nullish() }).nullish(),
  }),
);

/** Names of the checks that a branch's protection or rules require, as far as the token may read them. */
export async function readRequiredChecks(
  client: GitHubClient,
  { owner, name: repo }: RepositoryName,
  branch: string,
): Promise<readonly string[]> {
  const protection = await readable(async () => {
    const { data } = await client.rest.repos.getBranch({ owner, repo, branch });
    return branchSchema.parse(data).protection?.required_status_checks?.contexts ?? [];
  });
  const rules = await readable(async () => {
    const { data } = await client.rest.repos.getBranchRules({ owner, repo, branch, per_page: 100 });
    return rulesSchema
      .parse(data)
      .filter(({ type }) => type === 'required_status_checks')
      .flatMap(({ parameters }) => parameters?.required_status_checks ?? [])
      .map(({ context }) => context);
  });
  return [...new Set([...protection, ...rules])];
}

/** Rules need a plan or a permission that many have not: then nothing is known to be required. */
async function readable(read: () => Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await read();
  } catch (error) {
    const status = statusOf(error);
    if (status === 403 || status === 404) return [];
    throw error;
  }
}
