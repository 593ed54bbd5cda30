import * as z from 'zod';
import type { FailedRun, RepositoryName } from '../../domain/failed-run.js';
import type { GitHubClient } from './client.js';
import { statusOf } from './host-error.js';
import { toFailedRun, workflowRunSchema } from './read-failed-run.js';

export async function readDefaultBranch(
  client: GitHubClient,
  { owner, name: repo }: RepositoryName,
): Promise<string> {
  return (await client.rest.repos.get({ owner, repo })).data.default_branch;
}

/** The commit where a branch and the run's commit part; null when they have none in common. */
export async function readMergeBase(
  client: GitHubClient,
  { repository: { owner, name: repo }, headSha }: FailedRun,
  branch: string,
): Promise<string | null> {
  const basehead = `${branch}...${headSha}`;
  const compare = client.rest.repos.compareCommitsWithBasehead;
  try {
    return (await compare({ owner, repo, basehead, per_page: 1 })).data.merge_base_commit.sha;
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

/**
 * The newest run of the same workflow on the repository's own branch, there at one commit if it is named, that has ended;
 * null when none is to be seen.
 */
export async function readLastRun(
  client: GitHubClient,
  { repository, workflowPath, runId }: FailedRun,
  { branch, commit }: { readonly branch: string; readonly commit?: string },
): Promise<FailedRun | null> {
  const { owner, name: repo } = repository;
  const { data } = await client.rest.actions.listWorkflowRunsForRepo({
    ...{ owner, repo, branch, status: 'completed' },
    ...(commit === undefined ? {} : { head_sha: commit }),
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
