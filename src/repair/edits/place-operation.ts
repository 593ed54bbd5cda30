import { isWellFormed } from '../../domain/hidden-text.js';
import { type Rejection, rejection } from '../../domain/rejection.js';
import type { Operation, TextEdit } from './operation.js';
import { placeHunks } from './place-hunks.js';
import { placeText } from './place-text.js';
import { suggestPath } from './suggest-path.js';
import { toLines } from './text-lines.js';
import { writeText } from './write-text.js';

/** What an operation does to each file that it names; null: the file is gone. */
export interface Placed {
  readonly texts: readonly { readonly path: string; readonly text: string | null }[];
}

interface Files {
  /** Null when there is no such file. */
  readonly textOf: (path: string) => string | null;
  /** For suggestions. */
  readonly paths: readonly string[];
}

export function placeOperation(operation: Operation, { textOf, paths }: Files): Placed | Rejection {
  const { path } = operation;
  const text = textOf(path);
  if (text !== null) return onFile(operation, text, textOf);
  const fresh = newTextOf(operation);
  if (fresh !== null) return { texts: [{ path, text: fresh }] };
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

function onFile(operation: Operation, text: string, textOf: Files['textOf']): Placed | Rejection {
  const { path } = operation;
  switch (operation.kind) {
    case 'create':
      return exists(path);
    case 'write':
      return changed(path, text, writeText(text, operation));
    case 'text':
      if (operation.oldText === '') return exists(path);
      if (!isWellFormed(operation.oldText)) {
        return rejection('not-found', `The quote of ${path} is no valid Unicode.`);
      }
      return changed(path, text, placeText(operation, text));
    case 'hunks':
      return changed(path, text, placeHunks(path, text, operation.hunks));
    case 'delete':
      return holds(text, operation.lines)
        ? { texts: [{ path, text: null }] }
        : rejection('not-found', `${path} does not hold what the edit says that it deletes.`);
    case 'rename':
      if (textOf(operation.to) !== null) return exists(operation.to);
      return {
        texts: [
          { path, text: null },
          { path: operation.to, text },
        ],
      };
  }
}

function changed(path: string, before: string, after: string | Rejection): Placed | Rejection {
  if (typeof after !== 'string') return after;
  if (after === before) return rejection('no-op', `The edit to ${path} changes nothing.`);
  return { texts: [{ path, text: after }] };
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
