import type { FileChange } from '../domain/patch.js';
import type { Request } from '../domain/request.js';
import type { Revision } from '../domain/revision.js';
import type { Workspace } from '../isolate/workspace.js';

/**
 * Every attempt is a commit on the fix branch with its diff stat, so that the trail is exact (B9, B34). It is dated like
 * the request: made again from the same changes, it is the same commit.
 */
export async function commitAttempt(
  workspace: Workspace,
  { number, parent, on, changes }: AttemptParts,
  { createdAt }: Pick<Request, 'createdAt'>,
): Promise<string> {
  const subject = `smart-fix: attempt ${number}`;
  const bare = await workspace.commit(on, changes, subject);
  const diffStat = await workspace.diffStat(parent.commit, bare);
  return workspace.recommit(bare, parent.commit, `${subject}\n\n${diffStat}`, new Date(createdAt));
}

export interface AttemptParts {
  readonly number: number;
  readonly parent: Pick<Revision, 'commit'>;
  /** The commit that the changes start from: the parent for a step, the base for a whole patch. */
  readonly on: string;
  readonly changes: readonly FileChange[];
}
