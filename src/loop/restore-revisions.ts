import type { FileChange } from '../domain/patch.js';
import type { Redact } from '../domain/redaction.js';
import { type Revision, revisionIdOf } from '../domain/revision.js';
import type { Workspace } from '../isolate/workspace.js';
import type { RunState } from '../ledger/fold.js';
import { TamperedError } from '../ledger/tampered-error.js';
import { commitAttempt } from './commit-attempt.js';

export interface RestoreDoors {
  readonly state: RunState;
  readonly workspace: Workspace;
  readonly redact: Redact;
  /** The whole patch of a revision against the base, as it was handed over. */
  readonly readChanges: (revision: Revision) => Promise<readonly FileChange[]>;
}

/**
 * Makes every revision of a run that began elsewhere again, on the same base. Answers each one's patch by revision id.
 * @throws TamperedError unless each comes out as the very commit that the ledger names.
 */
export async function restoreRevisions(
  doors: RestoreDoors,
): Promise<ReadonlyMap<string, readonly FileChange[]>> {
  const { request, requestDigest, revisions } = doors.state;
  const patches = new Map<string, readonly FileChange[]>();
  for (const revision of revisions.slice(1)) {
    const { revisionId, parentRevisionId, patchDigest } = revision;
    const changes = await doors.readChanges(revision);
    if (revisionId !== revisionIdOf(requestDigest ?? '', parentRevisionId, patchDigest))
      throw changed(revision, 'its id');
    if (request !== null) await restore(revision, changes, request, doors);
    patches.set(revisionId, changes);
  }
  return patches;
}

async function restore(
  revision: Revision,
  changes: readonly FileChange[],
  request: NonNullable<RunState['request']>,
  { state, workspace, redact }: RestoreDoors,
): Promise<void> {
  const { number, parentRevisionId, commit, paths, diff } = revision;
  const parent = state.revisions.find((each) => each.revisionId === parentRevisionId);
  if (parent === undefined || parent.number >= number) throw changed(revision, 'its parent');
  if (changes.map(({ path }) => path).join('\0') !== paths.join('\0')) throw changed(revision, 'its files');
  const attempt = { number, parent, on: workspace.baseCommit, changes };
  if ((await commitAttempt(workspace, attempt, request)) !== commit) throw changed(revision, 'its commit');
  const { baseCommit } = workspace;
  if (redact(await workspace.diff(baseCommit, commit)) !== diff) throw changed(revision, 'its diff');
}

function changed({ number }: Revision, what: string): TamperedError {
  return new TamperedError(`revision ${number} was changed on the way: ${what} is another`);
}
