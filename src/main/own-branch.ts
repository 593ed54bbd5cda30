import { readFixBranch } from '../adapters/github/read-fix-branch.js';
import type { FailedRun } from '../domain/failed-run.js';
import { isOfFork } from '../trigger/admit-run.js';
import type { Session } from './session.js';

/** Branches of ours are under this prefix; their failures are never repaired. */
export const OWN_BRANCH_PREFIX = 'smart-fix/';

/**
 * The name alone tells nothing: anybody may give it to a branch, and a person's commit makes a fix branch theirs. One that
 * is gone was ours to remove. A fork's is none of ours, whatever is here under the same name.
 */
export async function isOwnBranch(
  head: Pick<FailedRun, 'headBranch' | 'headRepository'>,
  { client, context }: Pick<Session, 'client' | 'context'>,
): Promise<boolean> {
  const { headBranch } = head;
  const { owner, name: repo } = context.repository;
  if (headBranch === null || !headBranch.startsWith(OWN_BRANCH_PREFIX)) return false;
  if (isOfFork({ ...head, repository: context.repository })) return false;
  return (await readFixBranch(client, { owner, repo }, headBranch))?.ours ?? true;
}
