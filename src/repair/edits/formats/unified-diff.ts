import { type Rejection, rejection } from '../../../domain/rejection.js';
import type { Operation } from '../operation.js';
import { type DiffHunk, isFileHeader, isHunkHeader, readDiffHunk } from './diff-hunk.js';
import { type FilePatch, isExtendedHeader, namesInGitLine, operationsOf } from './diff-operations.js';
import { nameOf } from './diff-path.js';
import { type DiffStretch, splitStretches } from './diff-stretch.js';
import type { WrittenEdits, WrittenText } from './written-edits.js';

/** Unified diffs, bare or fenced, with prose around and whatever numbers. Null when there is none. */
export function readUnifiedDiff(text: WrittenText): WrittenEdits | Rejection | null {
  const taken = new Set<number>();
  const operations: Operation[] = [];
  for (const stretch of splitStretches(text)) {
    const read = new StretchReader(stretch, text, taken).read();
    if ('kind' in read) return read;
    for (const patch of read) {
      const found = operationsOf(patch, text.paths);
      if ('kind' in found) return found;
      for (const operation of found) addOperation(operations, operation);
    }
  }
  return operations.length === 0 ? null : { kind: 'edits', operations, taken };
}

/** Hunks of one file belong together, in however many parts they come: all speak of the untouched file. */
function addOperation(operations: Operation[], operation: Operation): void {
  const at = operations.findIndex(({ kind, path }) => kind === 'hunks' && path === operation.path);
  const earlier = operations[at];
  if (earlier?.kind !== 'hunks' || operation.kind !== 'hunks') operations.push(operation);
  else operations[at] = { ...earlier, hunks: [...earlier.hunks, ...operation.hunks] };
}

/** Reads the lines of a stretch one after the other; `#patch` is the file that they speak of. */
class StretchReader {
  readonly #stretch: DiffStretch;
  readonly #text: WrittenText;
  readonly #taken: Set<number>;
  readonly #patches: FilePatch[] = [];
  #patch: FilePatch | null = null;

  constructor(stretch: DiffStretch, text: WrittenText, taken: Set<number>) {
    this.#stretch = stretch;
    this.#text = text;
    this.#taken = taken;
  }

  read(): readonly FilePatch[] | Rejection {
    const { lines, isClosed } = this.#stretch;
    for (let at = 0; at < lines.length; ) {
      const end = this.#readHeader(at) ?? this.#readHunk(at);
      if (typeof end !== 'number') return end;
      for (let line = at; line < end; line += 1) this.#taken.add(this.#stretch.from + line);
      at = Math.max(end, at + 1);
    }
    if (this.#patches.length > 0 && !isClosed) {
      return rejection(
        'truncated',
        'The fenced diff is not closed: it was cut off. Write it again, shorter.',
      );
    }
    return this.#patches;
  }

  /** The line behind a header of a file, or null when none begins here. */
  #readHeader(at: number): number | null {
    const { lines } = this.#stretch;
    const line = lines[at] ?? '';
    if (line.startsWith('diff --git ')) {
      this.#open(namesInGitLine(line));
      return at + 1;
    }
    if (this.#patch?.hunks.length === 0 && isExtendedHeader(line)) {
      this.#patch.headers.push(line);
      return at + 1;
    }
    const isPair = isFileHeader(lines, at, false);
    const isAlone = /^(?:---|\+\+\+) \S/.test(line) && isHunkHeader(lines[at + 1] ?? '');
    if (!isPair && !isAlone) return null;
    const names = isPair ? [line, lines[at + 1] ?? ''] : line.startsWith('-') ? [line, null] : [null, line];
    const [from, to] = names.map((each) => (each === null ? undefined : nameOf(each.slice(4))));
    if (this.#patch?.hunks.length === 0) Object.assign(this.#patch, { from, to });
    else this.#open({ from, to });
    return isPair ? at + 2 : at + 1;
  }

  #open(names: Pick<FilePatch, 'from' | 'to'>): FilePatch {
    this.#patch = { ...names, headers: [], hunks: [] };
    this.#patches.push(this.#patch);
    return this.#patch;
  }

  /** The line behind a hunk; the same line when none begins here. */
  #readHunk(at: number): number | Rejection {
    const { lines, isDiff, isFenced, from } = this.#stretch;
    const line = lines[at] ?? '';
    const isBare = /^[-+ ]/.test(line) && (this.#patch === null ? isDiff : this.#patch.hunks.length === 0);
    if (!isHunkHeader(line) && !isBare) return at;
    const read = readDiffHunk(lines, at, { isFenced });
    if ('kind' in read) return read;
    const { hunk, end } = read;
    if (hunk.lines.every(({ kind }) => kind === 'context')) return end;
    const patch = this.#patch ?? this.#openByPath(at);
    if (patch === null) {
      return rejection(
        'malformed',
        `The hunk at line ${from + at + 1} names no file. Write "--- a/PATH" and "+++ b/PATH" above it.`,
      );
    }
    patch.hunks.push(hunk);
    return this.#faultBehind(read) ?? end;
  }

  /** Words end a bare hunk; what follows them must not be lines of it, nor may the text stop within it. */
  #faultBehind({ hunk, end, count }: DiffHunk): Rejection | null {
    const { lines, isFenced, from } = this.#stretch;
    if (isFenced || count === 'right') return null;
    const isLast = from + end === this.#text.lines.length && !this.#text.endsLine;
    if (isLast && count === 'short' && hunk.lines.at(-1)?.kind === 'added') {
      return rejection(
        'truncated',
        'The diff ends within a line, before its last hunk is complete. Write it again, shorter.',
      );
    }
    const rest = lines.slice(end);
    const next = rest.findIndex((line, at) => isHunkHeader(line) || isFileHeader(rest, at, false));
    const lost = rest
      .slice(0, next < 0 ? rest.length : next)
      .findIndex((line) => /^[-+](?:[^\s+-]|\s{2,}\S)/.test(line));
    return lost < 0
      ? null
      : rejection(
          'malformed',
          `Line ${from + end + lost + 1} looks like a line of the diff, but words stand before it.`,
        );
  }

  #openByPath(at: number): FilePatch | null {
    const path = this.#stretch.pathAbove(at);
    return path === null ? null : this.#open({ from: path, to: path });
  }
}
