import { type Rejection, rejection } from '../../domain/rejection.js';
import { choosePlace } from './choose-place.js';
import { explainNotFound } from './explain-not-found.js';
import type { LineIndex, LinePlace } from './find-lines.js';
import type { Hunk } from './operation.js';
import type { NotThere } from './placing.js';
import type { TextLine } from './text-lines.js';

const MAX_SHOWN_PLACES = 20;
/** A shorter line, such as a bracket, is in many files. */
const TELLING_LENGTH = 8;

/** A file while hunks are placed. */
export interface Searched {
  readonly pristine: LineIndex;
  /** The lines as they now are, which are the pristine ones until a hunk was written. */
  readonly draft: { readonly index: LineIndex; readonly lines: readonly TextLine[] } | null;
}

/** The draft's lines that a hunk quotes, by index and in order, and how the quote was read. */
interface Target {
  readonly indices: readonly number[];
  readonly place: LinePlace;
}

/** A hunk speaks of the untouched file; only what is not there may be what an earlier hunk has written. */
export function findTarget(
  hunk: Hunk,
  quoted: readonly string[],
  { pristine, draft }: Searched,
): Target | Rejection | NotThere {
  const length = quoted.length;
  const inOriginal = pristine.find(quoted);
  const index = inOriginal.length > 0 || draft === null ? pristine : draft.index;
  const file = index.lines;
  const places = inOriginal.length > 0 || draft === null ? inOriginal : index.find(quoted);
  if (places.length === 0) return notFound(hunk, index, quoted);
  const [place, ...more] = choosePlace(places, hunk, { file, length });
  if (place === undefined) {
    const anchors = hunk.anchors.map((anchor) => JSON.stringify(anchor.trim().slice(0, 160))).join(', ');
    return rejection('not-found', `the lines are there, but not where ${anchors} says.`);
  }
  if (more.length > 0) return ambiguous([place, ...more]);
  const indices = quoted.map((_, offset) => place.start + offset);
  if (inOriginal.length === 0 || draft === null) return { place, indices };
  const moved = indicesOf(draft.lines, indices);
  return moved.length < length ? overlap(place.start) : { place, indices: moved };
}

/** Where the lines with these origins, which rise, now are. Those that are gone are left out. */
function indicesOf(lines: readonly TextLine[], origins: readonly number[]): readonly number[] {
  const found: number[] = [];
  let at = firstFrom(lines, origins[0] ?? 0);
  for (const origin of origins) {
    while (at < lines.length && (lines[at]?.origin ?? -1) < origin) at += 1;
    if (lines[at]?.origin === origin) found.push(at);
  }
  return found;
}

/** An index that no line with an origin below `origin` follows, by halving, since origins rise. */
function firstFrom(lines: readonly TextLine[], origin: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    let known = middle;
    while (known < high && lines[known]?.origin === null) known += 1;
    if (known < high && (lines[known]?.origin ?? 0) < origin) low = known + 1;
    else high = middle;
  }
  return low;
}

function ambiguous(places: readonly LinePlace[]): Rejection {
  const lines = places.slice(0, MAX_SHOWN_PLACES).map(({ start }) => start + 1);
  return rejection(
    'ambiguous',
    `the quoted lines fit ${places.length} places, at lines ${lines.join(', ')}. Quote more lines around the place.`,
  );
}

function overlap(start: number): Rejection {
  return rejection(
    'ambiguous',
    `two hunks change line ${start + 1}. Write one hunk for lines that lie close.`,
  );
}

function notFound(hunk: Hunk, file: LineIndex, quoted: readonly string[]): Rejection | NotThere {
  if (isThereAlready(hunk, file)) {
    return rejection('no-op', 'the change is there already; the lines that it replaces are not.');
  }
  return {
    kind: 'not-there',
    explain: () => {
      const where = explainNotFound(file.lines.join('\n'), quoted.join('\n'));
      return rejection('not-found', `the quoted lines are not there. ${where}`);
    },
  };
}

/** The new lines have one place, and say too much to stand there by chance. */
function isThereAlready({ lines }: Hunk, file: LineIndex): boolean {
  const wanted = lines.filter(({ kind }) => kind !== 'removed').map(({ text }) => text);
  const words = wanted.map((line) => line.trim()).filter((line) => line !== '');
  const isTelling = words.length > 1 || (words[0]?.length ?? 0) >= TELLING_LENGTH;
  const isNew = lines.some(({ kind, text }) => kind === 'added' && text.trim() !== '');
  return isNew && isTelling && file.find(wanted).length === 1;
}
