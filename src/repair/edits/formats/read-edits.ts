import { type Rejection, rejection } from '../../../domain/rejection.js';
import type { Operation } from '../operation.js';
import { readApplyPatch } from './apply-patch.js';
import { readJsonEdits } from './json-edits.js';
import { readSearchReplace } from './search-replace.js';
import { readUnifiedDiff } from './unified-diff.js';
import { readWholeFiles } from './whole-files.js';
import type { ReadShape, WrittenText } from './written-edits.js';

export type Shape = 'json' | 'apply-patch' | 'search-replace' | 'unified-diff' | 'whole-files';

/** What a text asks for, in whatever shape it is written. */
export interface EditSet {
  readonly kind: 'edits';
  readonly shape: Shape;
  readonly operations: readonly Operation[];
  /** The words around the edits. */
  readonly prose: string;
}

/** The first shape that a text holds is its shape; those with marks of their own go first. */
const SHAPES: readonly { readonly shape: Shape; readonly read: ReadShape }[] = [
  { shape: 'apply-patch', read: readApplyPatch },
  { shape: 'search-replace', read: readSearchReplace },
  { shape: 'unified-diff', read: readUnifiedDiff },
  { shape: 'json', read: readJsonEdits },
  { shape: 'whole-files', read: readWholeFiles },
];
const JSON_START = /^\s*(?:[`~]{3,}json\s*)?[[{]/i;

/**
 * The edits in a model's text, told by their content. Text that holds none, edits of two shapes, or edits that are cut off
 * is refused. `paths` are those of the files that there are.
 */
export function readEdits(text: string, paths: readonly string[]): EditSet | Rejection {
  const written = splitText(text, paths);
  const shapes = JSON_START.test(text) ? SHAPES.toSorted(byJsonFirst) : SHAPES;
  for (const { shape, read } of shapes) {
    const edits = read(written);
    if (edits === null) continue;
    if (edits.kind === 'rejection') return edits;
    const rest = written.lines.map((line, index) => (edits.taken.has(index) ? '' : line));
    const other = secondShape({ ...written, lines: rest }, { shape, operations: edits.operations });
    if (other !== null) {
      return rejection(
        'malformed',
        `The text holds edits of two shapes (${shape}, ${other}). Write all in one.`,
      );
    }
    return { kind: 'edits', shape, operations: edits.operations.map(tidied), prose: rest.join('\n').trim() };
  }
  return rejection(
    'malformed',
    'The text holds no edit. Write a unified diff, or SEARCH/REPLACE blocks under a path.',
  );
}

function byJsonFirst(a: { readonly shape: Shape }, b: { readonly shape: Shape }): number {
  return Number(b.shape === 'json') - Number(a.shape === 'json');
}

function splitText(text: string, paths: readonly string[]): WrittenText {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const endsLine = lines.at(-1) === '';
  return { lines: endsLine ? lines.slice(0, -1) : lines, endsLine, paths };
}

/** Another shape in what the edits leave. Fenced code may show a file that they name; a new file it would be lost. */
function secondShape(
  rest: WrittenText,
  { shape, operations }: { readonly shape: Shape; readonly operations: readonly Operation[] },
): Shape | null {
  const named = new Set(
    operations.flatMap((each) => (each.kind === 'rename' ? [each.path, each.to] : [each.path])),
  );
  for (const other of SHAPES) {
    if (other.shape === shape || (other.shape === 'json' && shape !== 'whole-files')) continue;
    const edits = other.read(rest);
    if (edits?.kind !== 'edits') continue;
    if (other.shape !== 'whole-files' || edits.operations.some(({ path }) => !named.has(path)))
      return other.shape;
  }
  return null;
}

/** `./src/a.ts` is `src/a.ts`. */
function tidied(operation: Operation): Operation {
  const path = operation.path.replace(/^(?:\.\/)+/, '');
  return operation.kind === 'rename'
    ? { ...operation, path, to: operation.to.replace(/^(?:\.\/)+/, '') }
    : { ...operation, path };
}
