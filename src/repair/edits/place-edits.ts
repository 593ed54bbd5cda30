import { hiddenTextIn } from '../../domain/hidden-text.js';
import type { FileChange } from '../../domain/patch.js';
import { type Rejection, rejection } from '../../domain/rejection.js';
import { isSecretFile } from '../secret-file.js';
import type { RevisionFiles } from '../strategy.js';
import { checkPath } from './check-path.js';
import { EditedText } from './edited-text.js';
import type { Operation } from './operation.js';
import { placeOperation } from './place-operation.js';
import { placeholderIn } from './placeholder.js';

/** A file while edits are placed; null when there is no such file. */
interface Draft {
  readonly before: string | null;
  readonly file: EditedText | null;
  /** The file of the revision that was renamed to this one. */
  readonly modeOf?: string;
}

/**
 * The effect of edits on a revision, all or nothing, computed before anything is written. Operations apply in order,
 * each to the result of the one before; one that is written twice counts once. What is not edited stays byte for byte;
 * new text takes the line ends of its surroundings. Changes come back in path order.
 */
export async function placeEdits(
  operations: readonly Operation[],
  files: RevisionFiles,
): Promise<readonly FileChange[] | Rejection> {
  if (operations.length === 0) return rejection('no-op', 'There is no edit to apply.');
  const drafts = new Map<string, Draft>();
  for (const operation of withoutRepeats(operations)) {
    const refused = await openDrafts(operation, drafts, files);
    if (refused !== null) return refused;
    const fileAt = (path: string): EditedText | null => drafts.get(path)?.file ?? null;
    const placed = placeOperation(operation, { fileAt, paths: files.paths });
    if ('kind' in placed) return placed;
    const renamed = operation.kind === 'rename' ? operation : null;
    for (const { path, file } of placed.files) {
      const { before = null, modeOf } = drafts.get(path) ?? {};
      const origin = path === renamed?.to ? renamed.path : modeOf;
      const isMoved = origin !== undefined && before === null && file !== null;
      drafts.set(path, { before, file, ...(isMoved ? { modeOf: origin } : {}) });
    }
  }
  return changesOf(drafts, files.paths);
}

function withoutRepeats(operations: readonly Operation[]): readonly Operation[] {
  const seen = new Set<string>();
  return operations.filter((operation) => {
    const key = JSON.stringify(operation);
    return !seen.has(key) && seen.add(key);
  });
}

/** Makes the files of an operation known, unless something speaks against its paths. */
async function openDrafts(
  operation: Operation,
  drafts: Map<string, Draft>,
  files: RevisionFiles,
): Promise<Rejection | null> {
  const exists = (path: string): boolean => {
    const draft = drafts.get(path);
    return draft === undefined ? files.paths.includes(path) : draft.file !== null;
  };
  for (const path of operation.kind === 'rename' ? [operation.path, operation.to] : [operation.path]) {
    const refused = checkPath(path, exists);
    if (refused !== null) return refused;
    if (isSecretFile(path)) {
      return rejection('protected-path', `${path} may hold a secret: it is neither read nor edited.`);
    }
    if (drafts.has(path)) continue;
    const isThere = files.paths.includes(path);
    const text = isThere ? await files.read(path) : null;
    if (isThere && text === null) {
      return rejection('binary', `${path} is no regular text file; it cannot be edited.`);
    }
    drafts.set(path, { before: text, file: text === null ? null : new EditedText(text) });
  }
  return null;
}

function changesOf(
  drafts: ReadonlyMap<string, Draft>,
  paths: readonly string[],
): readonly FileChange[] | Rejection {
  const changes = [...drafts]
    .map(([path, { file, ...draft }]) => ({ path, ...draft, after: file?.text ?? null }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  for (const change of changes) {
    const refused = checkChange(change) ?? checkSpelling(change, changes, paths);
    if (refused !== null) return refused;
  }
  return changes;
}

/** What speaks against the text that a file gets. */
function checkChange({ path, before, after }: FileChange): Rejection | null {
  if (before === after) return rejection('no-op', `The edits to ${path} change nothing.`);
  const known = new Set(before?.split('\n'));
  const fresh = after?.split('\n').filter((line) => !known.has(line)) ?? [];
  const hidden = hiddenTextIn(fresh.join('\n'));
  if (hidden !== null) return rejection('binary', `The new text of ${path} holds ${hidden}.`);
  const placeholder = placeholderIn(path, before, after ?? '');
  if (placeholder === null) return null;
  return rejection(
    'placeholder-elision',
    `${path} would get a line that stands for code: ${JSON.stringify(placeholder.slice(0, 160))}. Write the code, or leave its lines out of the edit.`,
  );
}

/** Two names that differ in case alone are one file for some systems. */
function checkSpelling(
  { path, before }: FileChange,
  changes: readonly FileChange[],
  paths: readonly string[],
): Rejection | null {
  if (before !== null) return null;
  const folded = path.toLowerCase();
  const isGone = (other: string): boolean =>
    changes.some((each) => each.path === other && each.after === null);
  const twin = paths.find((other) => other !== path && other.toLowerCase() === folded && !isGone(other));
  if (twin === undefined) return null;
  return rejection(
    'exists',
    `${path} differs from ${twin} in case alone, which some systems take for the same file.`,
  );
}
