import { type Declaration, enclosing } from '../outline.js';
import { definitionsOf, MAX_PLACES, wordsOf } from './likely-places.js';
import type { Window } from './numbered-lines.js';

/** A longer function is shown around the line and by its head. */
const MAX_BODY_LINES = 100;
/** Of a definition that only a name leads to. */
const MAX_DEFINITION_LINES = 60;
/** Around a line where no declaration bounds it, or a long one does. */
const RADIUS = 25;
/** Where not even that fits. */
const SMALL_RADII = [8, 2];
const MAX_IMPORT_LINES = 30;
/** Of a long file that nothing points into: its declarations by their first lines or, without an outline, its beginning. */
const MAX_SIGNATURES = 50;
const HEAD_LINES = 40;

const IMPORT =
  /^\s*(?:import\b|from\s+\S+\s+import\b|const .*\brequire\(|require\b|#\s*include\b|use\s|using\s|package\s)/;

/** A file and what of it matters: lines that findings name, and names in the order in which they do. */
export interface FileView {
  readonly text: string;
  /** Null where no grammar is known. */
  readonly outline: readonly Declaration[] | null;
  readonly pointed: readonly number[];
  readonly wanted: ReadonlySet<string>;
}

const around = (line: number, radius: number): Window => ({
  first: Math.max(1, line - radius),
  last: line + radius,
});

const lengthOf = ({ first, last }: Window): number => last - first + 1;

/** A window, and in its place the beginning of it where the whole does not fit. */
function fromTheTop({ first, last }: Window, lines: number): readonly Window[] {
  return [lines, 20, 4].map((count) => ({ first, last: Math.min(last, first + count - 1) }));
}

/** A line with what is around it, nothing beyond `bounds`; smaller ones follow for where it does not fit. */
function aroundWithin(line: number, bounds: Window): readonly Window[] {
  return [RADIUS, ...SMALL_RADII].map((radius) => {
    const { first, last } = around(line, radius);
    return { first: Math.max(bounds.first, first), last: Math.min(bounds.last, last) };
  });
}

/** Where a line belongs: its function as a whole or, of a long one, the head and the lines around. */
function bodyOf(line: number, outline: readonly Declaration[] | null): readonly Window[] {
  const [inner, ...outer] = enclosing(outline ?? [], line);
  if (inner === undefined) return aroundWithin(line, around(line, RADIUS));
  const whole = lengthOf(inner) <= MAX_BODY_LINES ? [inner] : [];
  const head = { first: inner.first, last: Math.min(inner.last, inner.first + 2) };
  const heads = outer.map(({ first }) => ({ first, last: first }));
  return [...whole, ...aroundWithin(line, inner), head, ...heads];
}

/** Declarations with a wanted name, in the order of the names; a qualified name counts by its last part. */
export function definitionsIn(
  outline: readonly Declaration[],
  wanted: ReadonlySet<string>,
): readonly Declaration[] {
  const order = new Map([...wanted].map((name, index) => [name, index]));
  const rank = ({ name }: Declaration): number | undefined => order.get(name.split(/::|\./).at(-1) ?? name);
  return outline
    .filter((each) => rank(each) !== undefined)
    .toSorted((a, b) => (rank(a) ?? 0) - (rank(b) ?? 0));
}

function definitionWindows({ text, outline, wanted }: FileView): readonly Window[] {
  if (outline === null) {
    return definitionsOf(text, wanted).flatMap((line) =>
      fromTheTop({ first: line, last: line + RADIUS }, RADIUS),
    );
  }
  return definitionsIn(outline, wanted)
    .slice(0, MAX_PLACES)
    .flatMap((definition) => fromTheTop(definition, MAX_DEFINITION_LINES));
}

/** True when a name leads into the file. */
export function definesWanted(view: FileView): boolean {
  return definitionWindows(view).length > 0;
}

function importWindow(text: string): readonly Window[] {
  const last = text
    .split('\n')
    .slice(0, 2 * MAX_IMPORT_LINES)
    .findLastIndex((line) => IMPORT.test(line));
  return last < 0 ? [] : [{ first: 1, last: Math.min(last + 1, MAX_IMPORT_LINES) }];
}

/** Names in the functions that hold the pointed lines, or in a few lines around them. */
export function namesUsed({ text, outline, pointed }: Omit<FileView, 'wanted'>): ReadonlySet<string> {
  const lines = text.split('\n');
  const windows = pointed.flatMap((line) => [
    around(line, 2),
    ...(outline === null ? [] : bodyOf(line, outline)),
  ]);
  return new Set(windows.flatMap(({ first, last }) => wordsOf(lines.slice(first - 1, last).join('\n'))));
}

/** What to show of a file, the most important first; windows may overlap and run past its end. */
export function chooseWindows(view: FileView): readonly Window[] {
  const { text, outline, pointed } = view;
  const definitions = definitionWindows(view);
  if (pointed.length > 0) {
    const bodies = pointed.flatMap((line) => bodyOf(line, outline));
    return [...bodies, ...importWindow(text), ...definitions];
  }
  if (definitions.length > 0) return [...definitions, ...importWindow(text)];
  if (outline === null) return [{ first: 1, last: HEAD_LINES }];
  return outline.slice(0, MAX_SIGNATURES).map(({ first }) => ({ first, last: first }));
}
