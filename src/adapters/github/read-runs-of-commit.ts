import * as z from 'zod';
import type { FailedRun, RepositoryName } from '../../domain/failed-run.js';
import type { GitHubClient } from './client.js';
import { toFailedRun, workflowRunSchema } from './read-failed-run.js';

const runSchema = workflowRunSchema.extend({ created_at: z.string() });

/** A workflow run of a commit, however it ended. */
export interface CommitRun {
  readonly run: FailedRun;
  /** ISO 8601; a re-run keeps the time of the first attempt. */
  readonly createdAt: string;
}

/** The runs of a commit, newest first; of the events that run on the default branch's commit for another's sake, none. */
export async function readRunsOfCommit(
  client: GitHubClient,
  repository: RepositoryName,
  headSha: string,
): Promise<readonly CommitRun[]> {
  const { owner, name: repo } = repository;
  const { data } = await client.rest.actions.listWorkflowRunsForRepo({
    ...{ owner, repo, head_sha: headSha },
    per_page: 100,
  });
  return z
    .array(runSchema)
    .parse(data.workflow_runs)
    .filter(({ event }) => event !== 'issue_comment' && event !== 'workflow_run')
    .map((run) => ({ run: toFailedRun(run, repository), createdAt: run.created_at }));
}
