import * as z from 'zod';
import type { FailedRun } from '../../domain/failed-run.js';
import type { GitHubClient } from './client.js';
import { workflowRunSchema } from './read-failed-run.js';

/** Commit of the last run of the same workflow on the same branch that passed; null when there is none to be seen. */
export async function readLastGreen(client: GitHubClient, run: FailedRun): Promise<string | null> {
  if (run.headBranch === null || run.workflowPath === null) return null;
  const { data } = await client.rest.actions.listWorkflowRunsForRepo({
    owner: run.repository.owner,
    repo: run.repository.name,
    branch: run.headBranch,
    status: 'success',
    per_page: 30,
  });
  const runs = z.array(workflowRunSchema).parse(data.workflow_runs);
  // Another repository's branch may bear the same name.
  const green = runs.find(
    (each) =>
      each.path?.split('@')[0] === run.workflowPath &&
      each.id < run.runId &&
      each.head_repository?.full_name === run.headRepository,
  );
  return green?.head_sha ?? null;
}
