import { type Rejection, rejection } from '../../domain/rejection.js';
import { adaptHunk } from './adapt-hunk.js';
import type { EditedText } from './edited-text.js';
import { LineIndex } from './find-lines.js';
import { findTarget, type Searched } from './find-target.js';
import type { Hunk } from './operation.js';
import { isNotFound, isPlaced, type NotThere, type Placing } from './placing.js';
import { splice } from './splice.js';
import { type TextLine, toLines, toText } from './text-lines.js';
import { writeLines } from './write-lines.js';

/** A hunk as it is written, and the lines that it quotes, by index and in order. */
interface Aim {
  readonly hunk: Hunk;
  readonly indices: readonly number[];
}

/**
 * Places hunks that were all written against the same state of a file, in whatever order: all or none. A hunk that
 * stands there twice counts once. Only added and removed lines differ from the file, byte for byte.
 */
export function placeHunks(path: string, file: EditedText, hunks: readonly Hunk[]): Placing {
  const [first, ...more] = withoutRepeats(hunks).filter(isChange);
  if (first === undefined) return isPlaced(false);
  const alone = more.length === 0 ? placeAlone(first, file) : null;
  const end = alone ?? placeAll([first, ...more], file);
  const inFile = (refused: Rejection): Rejection => ({ ...refused, detail: `${path}: ${refused.detail}` });
  if (end.kind === 'placed') return end;
  return end.kind === 'rejection' ? inFile(end) : { ...end, explain: () => inFile(end.explain()) };
}

const isChange = ({ lines }: Hunk): boolean => lines.some(({ kind }) => kind !== 'context');

function withoutRepeats(hunks: readonly Hunk[]): readonly Hunk[] {
  const seen = new Set<string>();
  return hunks.filter(({ lines, anchors, line }) => {
    const key = JSON.stringify([lines, anchors, line]);
    return !seen.has(key) && seen.add(key);
  });
}

/** Only the lines around the place are looked at. Null where the end of the file counts. */
function placeAlone(hunk: Hunk, file: EditedText): Placing | null {
  const pristine = file.index;
  const aim = aimHunk(hunk, { pristine, draft: null });
  if ('kind' in aim) return aim;
  const [start] = aim.indices;
  const next = (aim.indices.at(-1) ?? 0) + 1;
  if (start === undefined || next >= pristine.lines.length) return null;
  // A new line ends as its neighbours do.
  const from = Math.max(start - 1, 0);
  const indices = aim.indices.map((index) => index - from);
  const written = writeLines(aim.hunk, indices, file.linesOf(from, next + 1));
  return isPlaced(file.writeLines({ ...written, start }));
}

function placeAll(hunks: readonly Hunk[], file: EditedText): Placing {
  const { mark, lines: untouched } = toLines(file.text);
  const lines = [...untouched];
  const index = new LineIndex(textsOf(lines));
  let endsLine = lines.at(-1)?.end !== '';
  for (const hunk of hunks) {
    const aim = aimHunk(hunk, { pristine: file.index, draft: { index, lines } });
    if ('kind' in aim) return aim;
    const written = writeLines(aim.hunk, aim.indices, lines);
    const { start, count, fresh } = written;
    const reachesEnd = start + count >= lines.length;
    if (reachesEnd && aim.hunk.lastLineEnd !== null) endsLine = aim.hunk.lastLineEnd === 'added';
    index.replace(start, count, textsOf(fresh));
    splice(lines, written);
  }
  return isPlaced(file.write(toText({ mark, lines }, endsLine)));
}

function aimHunk(hunk: Hunk, files: Searched): Aim | Rejection | NotThere {
  const quoted = hunk.lines.filter(({ kind }) => kind !== 'added').map(({ text }) => text);
  const file = files.draft?.index ?? files.pristine;
  if (quoted.every(isBlank)) return aimAtEnd(hunk, quoted, file);
  const target = findTarget(hunk, quoted, files);
  if ('kind' in target) {
    const core = withoutBlankEdges(hunk);
    if (!isNotFound(target) || core.lines.length === hunk.lines.length) return target;
    const aim = aimHunk(core, files);
    return 'kind' in aim ? target : aim;
  }
  const real = target.indices.map((index) => file.lines[index] ?? '');
  const adapted = adaptHunk(hunk, target.place, { real, indents: () => files.pristine.indents() });
  return 'kind' in adapted ? adapted : { hunk: adapted, indices: target.indices };
}

const isBlank = (line: string): boolean => line.trim() === '';

/** Models begin and end a quote with blank lines that are not there. */
function withoutBlankEdges(hunk: Hunk): Hunk {
  const isKept = ({ kind, text }: Hunk['lines'][number]): boolean => kind === 'added' || !isBlank(text);
  const lines = hunk.lines.slice(hunk.lines.findIndex(isKept), hunk.lines.findLastIndex(isKept) + 1);
  return { ...hunk, lines };
}

/** Lines that quote nothing, or blank lines alone, have a place only at the end of a file, and when that is said. */
function aimAtEnd(hunk: Hunk, quoted: readonly string[], file: LineIndex): Aim | Rejection {
  const isPlaced = hunk.atEnd || file.lines.length === 0;
  if (quoted.length > 0 || !isPlaced) {
    return rejection(
      'ambiguous',
      'new lines quote no line of words that is there. Quote the lines around the place.',
    );
  }
  return { hunk, indices: [] };
}

function textsOf(lines: readonly TextLine[]): readonly string[] {
  return lines.map(({ text }) => text);
}
