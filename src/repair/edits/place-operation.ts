import { isWellFormed } from '../../domain/hidden-text.js';
import { type Rejection, rejection } from '../../domain/rejection.js';
import { EditedText } from './edited-text.js';
import type { Operation, TextEdit } from './operation.js';
import { placeHunks } from './place-hunks.js';
import { placeText } from './place-text.js';
import type { Placing } from './placing.js';
import { suggestPath } from './suggest-path.js';
import { toLines } from './text-lines.js';
import { writeText } from './write-text.js';

/** What an operation makes of each file that it names; null: the file is gone. */
export interface Placed {
  readonly files: readonly { readonly path: string; readonly file: EditedText | null }[];
}

interface Files {
  /** Null when there is no such file. */
  readonly fileAt: (path: string) => EditedText | null;
  /** For suggestions. */
  readonly paths: readonly string[];
}

export function placeOperation(operation: Operation, { fileAt, paths }: Files): Placed | Rejection {
  const { path } = operation;
  const file = fileAt(path);
  if (file !== null) return onFile(operation, file, fileAt);
  const fresh = newTextOf(operation);
  if (fresh !== null) return { files: [{ path, file: new EditedText(fresh) }] };
  return rejection('not-found', `There is no file ${path}.${suggestPath(path, paths)}`);
}

/** The text of the file that an operation makes, or null when it changes one. */
function newTextOf(operation: Operation): string | null {
  switch (operation.kind) {
    case 'create':
    case 'write':
      return operation.text;
    case 'text':
      return quotesNothing(operation) ? operation.newText : null;
    case 'hunks': {
      const lines = operation.hunks.flatMap((hunk) => hunk.lines);
      const isNew = operation.hunks[0]?.line === 0 && lines.every(({ kind }) => kind === 'added');
      if (!isNew) return null;
      const text = lines.map((line) => line.text).join('\n');
      return operation.hunks.at(-1)?.lastLineEnd === 'removed' ? text : `${text}\n`;
    }
    case 'delete':
    case 'rename':
      return null;
  }
}

function quotesNothing({ oldText, unit }: TextEdit): boolean {
  return oldText === '' || (unit === 'lines' && oldText.trim() === '');
}

function onFile(operation: Operation, file: EditedText, fileAt: Files['fileAt']): Placed | Rejection {
  const { path } = operation;
  switch (operation.kind) {
    case 'create':
      return exists(path);
    case 'write':
      return changed(path, file, writeText(file, operation));
    case 'text':
      if (operation.oldText === '') return exists(path);
      if (!isWellFormed(operation.oldText)) {
        return rejection('not-found', `The quote of ${path} is no valid Unicode.`);
      }
      return changed(path, file, placeText(operation, file));
    case 'hunks':
      return changed(path, file, placeHunks(path, file, operation.hunks));
    case 'delete':
      return holds(file.text, operation.lines)
        ? { files: [{ path, file: null }] }
        : rejection('not-found', `${path} does not hold what the edit says that it deletes.`);
    case 'rename':
      if (fileAt(operation.to) !== null) return exists(operation.to);
      return {
        files: [
          { path, file: null },
          { path: operation.to, file },
        ],
      };
  }
}

function changed(path: string, file: EditedText, end: Placing): Placed | Rejection {
  if (end.kind === 'rejection') return end;
  if (end.kind === 'not-there') return end.explain();
  if (!end.isChanged) return rejection('no-op', `The edit to ${path} changes nothing.`);
  return { files: [{ path, file }] };
}

function exists(path: string): Rejection {
  return rejection(
    'exists',
    `${path} exists, and an edit that makes a new file does not replace one. Quote what to replace.`,
  );
}

function holds(text: string, lines: readonly string[] | null): boolean {
  if (lines === null) return true;
  const real = toLines(text).lines;
  return (
    real.length === lines.length && real.every((line, at) => line.text.trimEnd() === lines[at]?.trimEnd())
  );
}
