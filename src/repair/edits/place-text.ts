import { type Rejection, rejection } from '../../domain/rejection.js';
import { diffLines } from './diff-lines.js';
import { LineIndex } from './find-lines.js';
import { findText, lineAt, type Place, placesInLine, withLineEndsOf } from './find-text.js';
import type { Hunk, HunkLine, TextEdit } from './operation.js';
import { placeExactly } from './place-exactly.js';
import { placeHunks } from './place-hunks.js';
import { toLines, writtenLines } from './text-lines.js';

const MAX_SHOWN_PLACES = 20;
/** A line that stands for all that lies between its neighbours. */
const DOTS = /^\s*\.{3}\s*$/;

/** The text of a file after one piece of text has taken the place of another. */
export function placeText(edit: TextEdit, text: string): string | Rejection {
  if (edit.places !== 1) return everywhere(edit, text, findText(text, edit.oldText));
  if (edit.unit === 'text') return byText(edit, text) ?? byLines(edit, text);
  const placed = placeExactly(edit, text) ?? byLines(edit, text);
  if (typeof placed === 'string' || placed.code === 'ambiguous') return placed;
  const part = { ...edit, oldText: withoutLastEnd(edit.oldText), newText: withoutLastEnd(edit.newText) };
  return byText(part, text) ?? placed;
}

/** Null when the quoted text is not there as it is written. */
function byText(edit: TextEdit, text: string): string | Rejection | null {
  const places = findText(text, edit.oldText);
  const atLine = edit.line === null ? [] : placesInLine(places, text, edit.line);
  const [place, ...more] = atLine.length === 1 ? atLine : places;
  if (place === undefined) return null;
  if (isTornFrom(edit.oldText, place, text)) return torn(edit, lineAt(text, place.start));
  if (joinsLines(edit, place, text)) return joined(edit, lineAt(text, place.start));
  return more.length > 0 ? ambiguous(edit, text, places) : replaceAt([place], edit, text);
}

/** A quote that starts with a line end may mean a blank line: one that is found behind words, when that is found elsewhere. */
function isTornFrom(quote: string, { start }: Place, text: string): boolean {
  if (!/^\r?\n/.test(quote) || /^$|[\n\ufeff]$/.test(text.slice(0, start))) return false;
  return indexOf(text).find(writtenLines(quote)).length > 0;
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
function byLines(edit: TextEdit, text: string): string | Rejection {
  const quoted = writtenLines(edit.oldText);
  const wanted = writtenLines(edit.newText);
  const whole = placeHunks(edit.path, text, [hunkOf(diffLines(quoted, wanted), edit.line)]);
  if (typeof whole === 'string' || whole.code !== 'not-found') return whole;
  const old = piecesOf(quoted);
  const fresh = piecesOf(wanted);
  if (old.length < 2 || old.length !== fresh.length || !isInOrder(old, text)) return whole;
  const hunks = old.map((piece, index) => hunkOf(diffLines(piece, fresh[index] ?? []), null));
  return placeHunks(edit.path, text, hunks);
}

function isInOrder(pieces: readonly (readonly string[])[], text: string): boolean {
  const file = indexOf(text);
  const starts = pieces.map((piece) => (piece.length === 0 ? -1 : (file.find(piece)[0]?.start ?? -1)));
  return starts.every((start, index) => start > (starts[index - 1] ?? -1));
}

function indexOf(text: string): LineIndex {
  return new LineIndex(toLines(text).lines.map((line) => line.text));
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

function everywhere(edit: TextEdit, text: string, places: readonly Place[]): string | Rejection {
  if (places.length === 0) return byLines(edit, text);
  const isApart = places.every(({ start }, index) => start >= (places[index - 1]?.end ?? 0));
  const isCounted = edit.places === 'all' || edit.places === places.length;
  return isApart && isCounted ? replaceAt(places, edit, text) : ambiguous(edit, text, places);
}

function replaceAt(places: readonly Place[], { newText }: TextEdit, text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of places) {
    const surroundings = [text.slice(start, end), text.slice(end), text.slice(0, start)];
    parts.push(text.slice(from, start), withLineEndsOf(surroundings, newText));
    from = end;
  }
  return parts.join('') + text.slice(from);
}

function ambiguous({ path }: TextEdit, text: string, places: readonly Place[]): Rejection {
  const lines = places.slice(0, MAX_SHOWN_PLACES).map(({ start }) => lineAt(text, start));
  return rejection(
    'ambiguous',
    `${path}: the quoted text is there ${places.length} times, at lines ${lines.join(', ')}. Quote more lines around the place.`,
  );
}
