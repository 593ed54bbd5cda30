import type { FileChange } from '../domain/patch.js';
import type { Revision } from '../domain/revision.js';
import { currentRevision, type RunState } from '../ledger/fold.js';

export interface OpenedParts {
  readonly state: RunState;
  /** Of every revision against the base, by its id. */
  readonly patches: ReadonlyMap<string, readonly FileChange[]>;
  /** Names of the recipes that may have had a turn. */
  readonly recipes: readonly string[];
}

/**
 * Files that the current patch holds as open although no recipe opened them: a step that it was built on, after which
 * none but a recipe changed them. A recipe of a dropped or another line opens nothing here.
 */
export function openedByNoRecipe({ state, patches, recipes }: OpenedParts): readonly string[] {
  const changeIn = ({ revisionId }: Revision, path: string) =>
    patches.get(revisionId)?.find((change) => change.path === path);
  const isOpenedFor = (path: string, revision: Revision): boolean => {
    if (!revision.opened.includes(path)) return false;
    if (recipes.includes(revision.proposer?.recipe ?? '')) return true;
    const parent = state.revisions.find(({ revisionId }) => revisionId === revision.parentRevisionId);
    return (
      parent !== undefined &&
      isSame(changeIn(revision, path), changeIn(parent, path)) &&
      isOpenedFor(path, parent)
    );
  };
  const current = currentRevision(state);
  return current.opened.filter((path) => !isOpenedFor(path, current));
}

const isSame = (one: FileChange | undefined, other: FileChange | undefined): boolean =>
  one?.after === other?.after && (one?.executable ?? null) === (other?.executable ?? null);
