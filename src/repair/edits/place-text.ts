import { type Rejection, rejection } from '../../domain/rejection.js';
import { diffLines } from './diff-lines.js';
import type { EditedText } from './edited-text.js';
import { findText, lineAt, type Place, placesInLine, withLineEndsOf } from './find-text.js';
import type { Hunk, HunkLine, TextEdit } from './operation.js';
import { placeHunks } from './place-hunks.js';
import { isNotFound, isPlaced, type Placing } from './placing.js';
import { writtenLines } from './text-lines.js';

const MAX_SHOWN_PLACES = 20;
/** A line that stands for all that lies between its neighbours. */
const DOTS = /^\s*\.{3}\s*$/;

/** Puts one piece of text in the place of another. */
export function placeText(edit: TextEdit, file: EditedText): Placing {
  if (edit.places !== 1) return everywhere(edit, file, findText(file.text, edit.oldText));
  if (edit.unit === 'text') return byText(edit, file) ?? byLines(edit, file);
  const placed = byLines(edit, file);
  if (placed.kind === 'placed' || (placed.kind === 'rejection' && placed.code === 'ambiguous')) return placed;
  const part = { ...edit, oldText: withoutLastEnd(edit.oldText), newText: withoutLastEnd(edit.newText) };
  return byText(part, file) ?? placed;
}

/** Null when the quoted text is not there as it is written. */
function byText(edit: TextEdit, file: EditedText): Placing | null {
  const { text } = file;
  const places = findText(text, edit.oldText);
  const atLine = edit.line === null ? [] : placesInLine(places, text, edit.line);
  const [place, ...more] = atLine.length === 1 ? atLine : places;
  if (place === undefined) return null;
  if (isTornFrom(edit.oldText, place, file)) return torn(edit, lineAt(text, place.start));
  if (joinsLines(edit, place, text)) return joined(edit, lineAt(text, place.start));
  if (more.length > 0) return ambiguous(edit, text, places);
  return isPlaced(file.writeAt(place, freshAt(place, edit, text)));
}

/** A quote that starts with a line end may mean a blank line: one that is found behind words, when that is found elsewhere. */
function isTornFrom(quote: string, { start }: Place, { text, index }: EditedText): boolean {
  if (!/^\r?\n/.test(quote) || start === 0 || /[\n\ufeff]/.test(text[start - 1] ?? '')) return false;
  return index.find(writtenLines(quote)).length > 0;
}

function torn({ path }: TextEdit, line: number): Rejection {
  return rejection(
    'ambiguous',
    `${path}: the quote starts with the line end of line ${line}, or with a blank line elsewhere. Start it with words.`,
  );
}

/** Whole lines give way to text without a line end, which the next line would then follow: it may be forgotten, or meant. */
function joinsLines({ oldText, newText }: TextEdit, { start, end }: Place, text: string): boolean {
  const isWhole = (start === 0 || /[\n\ufeff]/.test(text[start - 1] ?? '')) && oldText.endsWith('\n');
  const isFollowed = end < text.length && !/^\r?\n/.test(text.slice(end, end + 2));
  return isWhole && isFollowed && newText !== '' && !newText.endsWith('\n');
}

function joined({ path }: TextEdit, line: number): Rejection {
  return rejection(
    'ambiguous',
    `${path}: the quote at line ${line} ends with a line end, and the new text does not. End both alike.`,
  );
}

const withoutLastEnd = (text: string): string => text.replace(/\r?\n$/, '');

/** Whole lines, read as freely as a hunk's are; and, in pieces, what a line of dots on both sides keeps. */
function byLines(edit: TextEdit, file: EditedText): Placing {
  const quoted = writtenLines(edit.oldText);
  const wanted = writtenLines(edit.newText);
  const whole = placeHunks(edit.path, file, [hunkOf(diffLines(quoted, wanted), edit.line)]);
  if (!isNotFound(whole)) return whole;
  const old = piecesOf(quoted);
  const fresh = piecesOf(wanted);
  if (old.length < 2 || old.length !== fresh.length || !isInOrder(old, file)) return whole;
  const hunks = old.map((piece, index) => hunkOf(diffLines(piece, fresh[index] ?? []), null));
  return placeHunks(edit.path, file, hunks);
}

function isInOrder(pieces: readonly (readonly string[])[], { index }: EditedText): boolean {
  const starts = pieces.map((piece) => (piece.length === 0 ? -1 : (index.find(piece)[0]?.start ?? -1)));
  return starts.every((start, at) => start > (starts[at - 1] ?? -1));
}

function piecesOf(lines: readonly string[]): readonly (readonly string[])[] {
  const pieces: string[][] = [[]];
  for (const line of lines) {
    if (DOTS.test(line)) pieces.push([]);
    else pieces.at(-1)?.push(line);
  }
  return pieces;
}

function hunkOf(lines: readonly HunkLine[], line: number | null): Hunk {
  return { lines, anchors: [], line, heading: null, atEnd: false, lastLineEnd: null };
}

function everywhere(edit: TextEdit, file: EditedText, places: readonly Place[]): Placing {
  if (places.length === 0) return byLines(edit, file);
  const isApart = places.every(({ start }, index) => start >= (places[index - 1]?.end ?? 0));
  const isCounted = edit.places === 'all' || edit.places === places.length;
  if (!isApart || !isCounted) return ambiguous(edit, file.text, places);
  return isPlaced(file.write(replacedAt(places, edit, file.text)));
}

function replacedAt(places: readonly Place[], edit: TextEdit, text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const place of places) {
    parts.push(text.slice(from, place.start), freshAt(place, edit, text));
    from = place.end;
  }
  return parts.join('') + text.slice(from);
}

function freshAt({ start, end }: Place, { newText }: TextEdit, text: string): string {
  return withLineEndsOf([text.slice(start, end), text.slice(end), text.slice(0, start)], newText);
}

function ambiguous({ path }: TextEdit, text: string, places: readonly Place[]): Rejection {
  const lines = places.slice(0, MAX_SHOWN_PLACES).map(({ start }) => lineAt(text, start));
  return rejection(
    'ambiguous',
    `${path}: the quoted text is there ${places.length} times, at lines ${lines.join(', ')}. Quote more lines around the place.`,
  );
}
