import { type Rejection, rejection } from '../../../domain/rejection.js';
import type { Operation } from '../operation.js';
import { readApplyPatch } from './apply-patch.js';
import { findFences } from './fences.js';
import { readJsonEdits } from './json-edits.js';
import { pathOfLine } from './path-mention.js';
import { BLOCK_HEAD, readSearchReplace } from './search-replace.js';
import { readUnifiedDiff } from './unified-diff.js';
import { linesOfFiles, readWholeFiles } from './whole-files.js';
import type { ReadShape, WrittenEdits, WrittenText } from './written-edits.js';

export type Shape = 'json' | 'apply-patch' | 'search-replace' | 'unified-diff' | 'whole-files';

/** What a text asks for, in whatever shape it is written. */
export interface EditSet {
  readonly kind: 'edits';
  readonly shape: Shape;
  readonly operations: readonly Operation[];
  /** The words around the edits. */
  readonly prose: string;
}

interface ShapeReader {
  readonly shape: Shape;
  readonly read: ReadShape;
  /** A line with which edits of the shape can begin. */
  readonly mark: RegExp;
}

const MARKED: readonly ShapeReader[] = [
  { shape: 'apply-patch', read: readApplyPatch, mark: /^\s*\*\*\* Begin Patch\s*$/ },
  { shape: 'search-replace', read: readSearchReplace, mark: BLOCK_HEAD },
  {
    shape: 'unified-diff',
    read: readUnifiedDiff,
    mark: /^\s*(?:diff --git |--- \S|\+\+\+ \S|@@(?:[ -]|$)|(?:`{3,}|~{3,})(?:diff|patch|udiff)\b)/,
  },
  { shape: 'json', read: readJsonEdits, mark: /^\s*(?:[[{]|(?:`{3,}|~{3,})json\b)|\{\s*"\w+"\s*:/ },
];
/** Has no marks: whatever is fenced under a path can be a file. */
const WHOLE_FILES: ShapeReader = { shape: 'whole-files', read: readWholeFiles, mark: /^\s*(?:`{3,}|~{3,})/ };

/**
 * The edits in a model's text, told by their content; null when it holds none. Edits of two shapes, or edits that are cut
 * off, are refused. `paths` are those of the files that there are.
 */
export function readEdits(text: string, paths: readonly string[]): EditSet | Rejection | null {
  const written = splitText(text, paths);
  for (const reader of inOrder(written)) {
    const edits = reader.read(written);
    if (edits === null) continue;
    if (edits.kind === 'rejection') return edits;
    const rest = written.lines.map((line, index) => (edits.taken.has(index) ? '' : line));
    const fault = faultOfRest({ ...written, lines: rest }, reader, edits);
    if (fault !== null) return fault;
    const operations = edits.operations.map(tidied);
    return { kind: 'edits', shape: reader.shape, operations, prose: proseOf(rest, paths) };
  }
  return null;
}

/** The shape whose mark comes first may quote the others; so may a whole file, in which a mark opens nothing. */
function inOrder(written: WrittenText): readonly ShapeReader[] {
  const inFile = linesOfFiles(written, (line) => MARKED.some(({ mark }) => mark.test(line)));
  const first = ({ mark }: ShapeReader): number => {
    const at = written.lines.findIndex((line, index) => mark.test(line) && !inFile.has(index));
    return at < 0 ? Number.POSITIVE_INFINITY : at;
  };
  const marked = MARKED.map((reader) => ({ reader, at: first(reader) })).filter(({ at }) =>
    Number.isFinite(at),
  );
  return [...marked.toSorted((a, b) => a.at - b.at).map(({ reader }) => reader), WHOLE_FILES];
}

function proseOf(lines: readonly string[], paths: readonly string[]): string {
  const words = lines.filter((line) => !/^\s*(?:`{3,}|~{3,})/.test(line) && pathOfLine(line, paths) === null);
  return words.join('\n').trim();
}

function splitText(text: string, paths: readonly string[]): WrittenText {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const endsLine = lines.at(-1) === '';
  return { lines: endsLine ? lines.slice(0, -1) : lines, endsLine, paths };
}

/** What speaks against reading only one shape: the rest holds another, or the text ends within a block. */
function faultOfRest(
  rest: WrittenText,
  { shape }: ShapeReader,
  { operations }: WrittenEdits,
): Rejection | null {
  const other = secondShape(rest, shape, operations);
  if (other !== null) {
    return rejection(
      'malformed',
      `The text holds edits of two shapes (${shape}, ${other}). Write all in one.`,
    );
  }
  const isOpen = findFences(rest.lines, () => false).some(({ close }) => close === null);
  return shape === 'search-replace' && isOpen
    ? rejection('truncated', 'A fenced block is not closed: the text was cut off. Write it again, shorter.')
    : null;
}

/** Fenced code may show a file that the edits name; a file that they do not name would be lost. */
function secondShape(rest: WrittenText, shape: Shape, operations: readonly Operation[]): Shape | null {
  const named = new Set(
    operations.flatMap((each) => (each.kind === 'rename' ? [each.path, each.to] : [each.path])),
  );
  const isLost = (each: Operation): boolean =>
    !named.has(each.path) && (each.kind !== 'write' || each.text.trim() !== '');
  for (const other of [...MARKED, WHOLE_FILES]) {
    if (other.shape === shape || other.shape === 'json') continue;
    const edits = other.read(rest);
    if (edits?.kind !== 'edits') continue;
    if (other !== WHOLE_FILES || edits.operations.some(isLost)) return other.shape;
  }
  return null;
}

/** `./src//a.ts` is `src/a.ts`. */
function tidied(operation: Operation): Operation {
  const tidy = (path: string): string => path.replace(/^(?:\.\/)+/, '').replace(/\/(?:\.?\/)+/g, '/');
  const path = tidy(operation.path);
  return operation.kind === 'rename'
    ? { ...operation, path, to: tidy(operation.to) }
    : { ...operation, path };
}
