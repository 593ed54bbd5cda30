import { rejection } from '../../domain/rejection.js';
import { diffLines } from './diff-lines.js';
import type { EditedText } from './edited-text.js';
import { shiftLine, styleShift } from './indentation.js';
import type { Operation } from './operation.js';
import { placeHunks } from './place-hunks.js';
import { isPlaced, type Placing } from './placing.js';
import { writtenLines } from './text-lines.js';

/** A file of this many lines of which less than this share is left was probably not meant to be given whole. */
const FROM_LINES = 12;
const LEAST_SHARE = 0.4;

/**
 * Writes a file that is given anew as a whole. Lines that it had keep their own line ends; the byte-order mark, the
 * last line end and the way of indenting stay.
 */
export function writeText(
  file: EditedText,
  { path, text, head }: Extract<Operation, { kind: 'write' }>,
): Placing {
  const old = file.index.lines;
  const written = writtenLines(text.replace(/^\ufeff/, ''));
  const fresh = head !== null && head.trim() === old[0]?.trim() ? [old[0], ...written] : written;
  if (old.length === 0) return isPlaced(file.write(text));
  const isShort = old.length >= FROM_LINES && fresh.length < old.length * LEAST_SHARE;
  // An empty block is more often a slip than a wish.
  if (isShort || fresh.length === 0) {
    return rejection(
      'truncated',
      `${path} would keep ${fresh.length} of ${old.length} lines. Give the whole file, or quote what to replace.`,
    );
  }
  const shift = styleShift(file.index.indents(), fresh);
  const styled = fresh.map((line) => shiftLine(line, shift) ?? line);
  const isMeant = styled.length === old.length && styled.every((line, index) => line === old[index]);
  const lines = diffLines(old, isMeant ? fresh : styled);
  if (lines.every(({ kind }) => kind === 'context')) return isPlaced(false);
  return placeHunks(path, file, [
    { lines, anchors: [], line: 1, heading: null, atEnd: false, lastLineEnd: null },
  ]);
}
