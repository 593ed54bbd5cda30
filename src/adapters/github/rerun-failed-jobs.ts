import type { RepositoryName } from '../../domain/failed-run.js';
import type { Started } from '../../verify/check-host.js';
import type { GitHubClient } from './client.js';
import { statusOf } from './host-error.js';
import { readRun } from './read-failed-run.js';

/** Starts the failed jobs of a run's last attempt once more. An answer that got lost is looked up, never repeated. */
export async function rerunFailedJobs(
  client: GitHubClient,
  repository: RepositoryName,
  runId: number,
): Promise<Started> {
  const before = await readRun(client, repository, runId);
  try {
    await client.rest.actions.reRunWorkflowFailedJobs({
      owner: repository.owner,
      repo: repository.name,
      run_id: runId,
    });
    return { kind: 'started' };
  } catch (error) {
    const status = statusOf(error);
    if (status === 403 || status === 404 || status === 422)
      return { kind: 'not-possible', detail: (error as Error).message };
    const after = await readRun(client, repository, runId);
    if (after.attempt > before.attempt) return { kind: 'started' };
    throw error;
  }
}
