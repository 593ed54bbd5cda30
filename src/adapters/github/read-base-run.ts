import * as z from 'zod';
import type { FailedRun, RepositoryName } from '../../domain/failed-run.js';
import type { GitHubClient } from './client.js';
import { toFailedRun, workflowRunSchema } from './read-failed-run.js';

export async function readDefaultBranch(
  client: GitHubClient,
  { owner, name: repo }: RepositoryName,
): Promise<string> {
  return (await client.rest.repos.get({ owner, repo })).data.default_branch;
}

/** The newest run of the same workflow on the repository's own branch that has ended; null when none is to be seen. */
export async function readLastRun(
  client: GitHubClient,
  { repository, workflowPath, runId }: FailedRun,
  branch: string,
): Promise<FailedRun | null> {
  const { owner, name: repo } = repository;
  const { data } = await client.rest.actions.listWorkflowRunsForRepo({
    ...{ owner, repo, branch, status: 'completed' },
    per_page: 30,
  });
  const runs = z
    .array(workflowRunSchema)
    .parse(data.workflow_runs)
    .map((run) => toFailedRun(run, repository));
  // A fork's branch may bear the same name.
  const isOwn = ({ headRepository }: FailedRun): boolean =>
    headRepository?.toLowerCase() === `${owner}/${repo}`.toLowerCase();
  const isSame = (run: FailedRun): boolean => run.workflowPath === workflowPath && run.runId !== runId;
  return runs.find((run) => isOwn(run) && isSame(run)) ?? null;
}
