import { type Rejection, rejection } from '../../domain/rejection.js';
import { adaptHunk } from './adapt-hunk.js';
import { choosePlace } from './choose-place.js';
import { explainNotFound } from './explain-not-found.js';
import { LineIndex, type LinePlace } from './find-lines.js';
import type { Hunk } from './operation.js';
import { type TextLine, toLines, toText } from './text-lines.js';

const MAX_SHOWN_PLACES = 20;
/** A shorter line, such as a bracket, is in many files. */
const TELLING_LENGTH = 8;

/** Lines of a file while hunks are placed, and whether the last one has a line end. */
interface Draft {
  readonly lines: readonly TextLine[];
  readonly endsLine: boolean;
}

/** The draft's lines that a hunk quotes, by index and in order, and how the quote was read. */
interface Target {
  readonly indices: readonly number[];
  readonly place: LinePlace;
}

/**
 * The text of a file after hunks that were all written against the same state of it, in whatever order. A hunk that
 * stands there twice counts once. Only added and removed lines differ from the file, byte for byte.
 */
export function placeHunks(path: string, text: string, hunks: readonly Hunk[]): string | Rejection {
  const { mark, lines } = toLines(text);
  const pristine = new LineIndex(textsOf(lines));
  let draft: Draft = { lines, endsLine: lines.at(-1)?.end !== '' };
  for (const hunk of withoutRepeats(hunks)) {
    if (hunk.lines.every(({ kind }) => kind === 'context')) continue;
    const placed = placeHunk(hunk, draft, pristine);
    if ('kind' in placed) return { ...placed, detail: `${path}: ${placed.detail}` };
    draft = placed;
  }
  return toText({ mark, lines: draft.lines }, draft.endsLine);
}

function withoutRepeats(hunks: readonly Hunk[]): readonly Hunk[] {
  const seen = new Set<string>();
  return hunks.filter(({ lines, anchors, line }) => {
    const key = JSON.stringify([lines, anchors, line]);
    return !seen.has(key) && seen.add(key);
  });
}

function placeHunk(hunk: Hunk, draft: Draft, pristine: LineIndex): Draft | Rejection {
  const quoted = hunk.lines.filter(({ kind }) => kind !== 'added').map(({ text }) => text);
  if (quoted.every(isBlank)) return append(hunk, quoted, draft);
  const target = findTarget(hunk, quoted, { draft, pristine });
  if ('kind' in target) {
    const core = withoutBlankEdges(hunk);
    if (target.code !== 'not-found' || core.lines.length === hunk.lines.length) return target;
    const placed = placeHunk(core, draft, pristine);
    return 'kind' in placed ? target : placed;
  }
  const real = target.indices.map((index) => draft.lines[index]?.text ?? '');
  const adapted = adaptHunk(hunk, target.place, { real, file: pristine.lines });
  return 'kind' in adapted ? adapted : replaceLines(adapted, target.indices, draft);
}

const isBlank = (line: string): boolean => line.trim() === '';

/** Models begin and end a quote with blank lines that are not there. */
function withoutBlankEdges(hunk: Hunk): Hunk {
  const isKept = ({ kind, text }: Hunk['lines'][number]): boolean => kind === 'added' || !isBlank(text);
  const lines = hunk.lines.slice(hunk.lines.findIndex(isKept), hunk.lines.findLastIndex(isKept) + 1);
  return { ...hunk, lines };
}

/** Lines that quote nothing, or blank lines alone, have a place only at the end of a file, and when that is said. */
function append(hunk: Hunk, quoted: readonly string[], draft: Draft): Draft | Rejection {
  const isPlaced = hunk.atEnd || draft.lines.length === 0;
  if (quoted.length > 0 || !isPlaced) {
    return rejection(
      'ambiguous',
      'new lines quote no line of words that is there. Quote the lines around the place.',
    );
  }
  return replaceLines(hunk, [], draft);
}

/** A hunk speaks of the untouched file; only what is not there may be what an earlier hunk has written. */
function findTarget(
  hunk: Hunk,
  quoted: readonly string[],
  { draft, pristine }: { readonly draft: Draft; readonly pristine: LineIndex },
): Target | Rejection {
  const length = quoted.length;
  const inOriginal = pristine.find(quoted);
  const index = inOriginal.length > 0 ? pristine : new LineIndex(textsOf(draft.lines));
  const file = index.lines;
  const places = inOriginal.length > 0 ? inOriginal : index.find(quoted);
  if (places.length === 0) return notFound(hunk, index, quoted);
  const [place, ...more] = choosePlace(places, hunk, { file, length });
  if (place === undefined) {
    const anchors = hunk.anchors.map((anchor) => JSON.stringify(anchor.trim().slice(0, 160))).join(', ');
    return rejection('not-found', `the lines are there, but not where ${anchors} says.`);
  }
  if (more.length > 0) return ambiguous([place, ...more]);
  const indices = quoted.map((_, offset) => place.start + offset);
  if (inOriginal.length === 0) return { place, indices };
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

function notFound(hunk: Hunk, file: LineIndex, quoted: readonly string[]): Rejection {
  if (isThereAlready(hunk, file)) {
    return rejection('no-op', 'the change is there already; the lines that it replaces are not.');
  }
  const where = explainNotFound(file.lines.join('\n'), quoted.join('\n'));
  return rejection('not-found', `the quoted lines are not there. ${where}`);
}

/** The new lines have one place, and say too much to stand there by chance. */
function isThereAlready({ lines }: Hunk, file: LineIndex): boolean {
  const wanted = lines.filter(({ kind }) => kind !== 'removed').map(({ text }) => text);
  const words = wanted.map((line) => line.trim()).filter((line) => line !== '');
  const isTelling = words.length > 1 || (words[0]?.length ?? 0) >= TELLING_LENGTH;
  const isNew = lines.some(({ kind, text }) => kind === 'added' && !isBlank(text));
  return isNew && isTelling && file.find(wanted).length === 1;
}

function textsOf(lines: readonly TextLine[]): readonly string[] {
  return lines.map(({ text }) => text);
}

/** Writes a hunk over the lines that it quotes. What an earlier hunk put between them stays. */
function replaceLines(hunk: Hunk, indices: readonly number[], draft: Draft): Draft {
  const first = indices[0] ?? draft.lines.length;
  const written: TextLine[] = [];
  const ends: TextLine['end'][] = [];
  let [next, quoted, ended] = [first, 0, 0];
  for (const { kind, text } of hunk.lines) {
    if (kind === 'added') {
      const before = written.at(-1) ?? draft.lines[first - 1];
      written.push({ text, end: ends[ended] ?? before?.end ?? draft.lines[next]?.end ?? '', origin: null });
      ended += 1;
      continue;
    }
    const index = indices[quoted] ?? next;
    quoted += 1;
    for (const between of draft.lines.slice(next, index)) written.push(between);
    next = index + 1;
    const real = draft.lines[index];
    if (real === undefined) continue;
    if (kind === 'removed') ends.push(real.end);
    else written.push(real);
  }
  const reachesEnd = next >= draft.lines.length;
  const endsLine = reachesEnd && hunk.lastLineEnd !== null ? hunk.lastLineEnd === 'added' : draft.endsLine;
  return { lines: draft.lines.slice(0, first).concat(written, draft.lines.slice(next)), endsLine };
}
