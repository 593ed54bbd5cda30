import type { RepositoryName } from '../../domain/failed-run.js';
import type { GitHubClient } from './client.js';
import { statusOf } from './host-error.js';

interface Place {
  readonly repository: RepositoryName;
  readonly number: number;
}

/** False when the token may not. GitHub makes a label that the repository does not have yet. */
export async function addLabel(
  client: GitHubClient,
  { repository: { owner, name: repo }, number }: Place,
  label: string,
): Promise<boolean> {
  try {
    await client.rest.issues.addLabels({ owner, repo, issue_number: number, labels: [label] });
    return true;
  } catch (error) {
    if (statusOf(error) === 403 || statusOf(error) === 404) return false;
    throw error;
  }
}

/** One that is not there is fine. */
export async function removeLabel(
  client: GitHubClient,
  { repository: { owner, name: repo }, number }: Place,
  label: string,
): Promise<void> {
  try {
    await client.rest.issues.removeLabel({ owner, repo, issue_number: number, name: label });
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
  }
}
