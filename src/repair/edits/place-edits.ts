import { hiddenTextIn, isWellFormed } from '../../domain/hidden-text.js';
import type { Edit, FileChange } from '../../domain/patch.js';
import { type Rejection, rejection } from '../../domain/rejection.js';
import { isSecretFile } from '../secret-file.js';
import type { RevisionFiles } from '../strategy.js';
import { checkPath } from './check-path.js';
import { explainNotFound } from './explain-not-found.js';
import { findText, lineAt, withLineEndsOf } from './find-text.js';
import { suggestPath } from './suggest-path.js';

const MAX_SHOWN_PLACES = 20;

/** A file while edits are placed; `text` is null as long as the file does not exist. */
interface Draft {
  readonly before: string | null;
  readonly text: string | null;
}

/** The text of an existing file after one edit. */
function replaceOnce({ path, oldText, newText }: Edit, text: string): string | Rejection {
  const [place, ...more] = findText(text, oldText);
  if (place === undefined) {
    const already = newText !== '' && findText(text, newText).length > 0 ? ' newText is there already.' : '';
    return rejection('not-found', `oldText is not in ${path}.${already} ${explainNotFound(text, oldText)}`);
  }
  if (more.length > 0) {
    const places = [place, ...more];
    const lines = places.slice(0, MAX_SHOWN_PLACES).map(({ start }) => lineAt(text, start));
    return rejection(
      'ambiguous',
      `oldText is in ${path} ${places.length} times, at lines ${lines.join(', ')}. Quote more lines around the place.`,
    );
  }
  const before = text.slice(0, place.start);
  const after = text.slice(place.end);
  const added = withLineEndsOf([text.slice(place.start, place.end), after, before], newText);
  return `${before}${added}${after}`;
}

/** What speaks against an edit before its file is read. */
function checkEdit(edit: Edit, isFile: (path: string) => boolean): Rejection | null {
  const badPath = checkPath(edit.path, isFile);
  if (badPath !== null) return badPath;
  if (isSecretFile(edit.path)) {
    return rejection('protected-path', `${edit.path} may hold a secret: it is neither read nor edited.`);
  }
  const hidden = hiddenTextIn(edit.newText);
  if (hidden !== null) return rejection('binary', `newText for ${edit.path} holds ${hidden}.`);
  if (!isWellFormed(edit.oldText))
    return rejection('not-found', `oldText for ${edit.path} is no valid Unicode.`);
  return null;
}

async function openDraft(path: string, files: RevisionFiles): Promise<Draft | Rejection> {
  if (!files.paths.includes(path)) return { before: null, text: null };
  const text = await files.read(path);
  if (text === null) return rejection('binary', `${path} is no regular text file; it cannot be edited.`);
  return { before: text, text };
}

function placeEdit(edit: Edit, draft: Draft, paths: readonly string[]): Draft | Rejection {
  const { path, oldText, newText } = edit;
  if (draft.text === null) {
    if (oldText === '') return { ...draft, text: newText };
    return rejection('not-found', `There is no file ${path}.${suggestPath(path, paths)}`);
  }
  if (oldText === '') {
    return rejection('exists', `${path} exists: an empty oldText makes a new file. Quote what to replace.`);
  }
  const text = replaceOnce(edit, draft.text);
  if (typeof text !== 'string') return text;
  if (text === draft.text) return rejection('no-op', `The edit to ${path} changes nothing.`);
  return { ...draft, text };
}

/**
 * The effect of exact edits on a revision, all or nothing. Edits to one file apply in order, each to the result of the
 * one before. Line ends, byte-order mark and final line end of what is not quoted stay byte for byte; new text takes
 * the line end of its surroundings. Changes come back in path order.
 */
export async function placeEdits(
  edits: readonly Edit[],
  files: RevisionFiles,
): Promise<readonly FileChange[] | Rejection> {
  if (edits.length === 0) return rejection('no-op', 'The reply holds no edit and no reason to give up.');
  const drafts = new Map<string, Draft>();
  for (const edit of edits) {
    const refused = checkEdit(edit, (path) => files.paths.includes(path) || drafts.has(path));
    if (refused !== null) return refused;
    const draft = drafts.get(edit.path) ?? (await openDraft(edit.path, files));
    if ('kind' in draft) return draft;
    const placed = placeEdit(edit, draft, files.paths);
    if ('kind' in placed) return placed;
    drafts.set(edit.path, placed);
  }
  const changes = [...drafts].map(([path, draft]) => ({ path, before: draft.before, after: draft.text }));
  const same = changes.find((change) => change.before === change.after);
  if (same !== undefined) return rejection('no-op', `The edits to ${same.path} cancel each other out.`);
  return changes.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
