import { type Rejection, rejection } from '../../../domain/rejection.js';
import type { Hunk, HunkLine } from '../operation.js';

/** A hunk of a unified diff, and the number of the first line that is no part of it. */
export interface DiffHunk {
  readonly hunk: Hunk;
  readonly end: number;
  /** Its header promises as many lines as follow, or more; null without numbers. */
  readonly count: 'right' | 'wrong' | 'short' | null;
}

interface Numbers {
  /** What stands behind them. */
  readonly heading: string;
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newCount: number;
}

const HEADER = /^@@ *-(\d+)(?:,(\d+))? +\+(\d+)(?:,(\d+))? *@@(.*)/;
const BARE = /^@@(?:\s+(.*?))?(?:\s*@@)?\s*$/;
const KINDS: Readonly<Record<string, HunkLine['kind']>> = { ' ': 'context', '-': 'removed', '+': 'added' };

export const isHunkHeader = (line: string): boolean => /^@@(?:[ \t-]|$)/.test(line);

/** True when a new file begins here; within a hunk, `--- x` can also be a removed line that begins with two dashes. */
export function isFileHeader(lines: readonly string[], at: number, withinHunk: boolean): boolean {
  const [line = '', next = '', third = ''] = lines.slice(at, at + 3);
  if (/^diff --git /.test(line)) return true;
  if (!/^--- \S/.test(line) || !/^\+\+\+ \S/.test(next)) return false;
  return !withinHunk || isHunkHeader(third);
}

/**
 * Reads a hunk whose header, if it has one, stands at `start`. The numbers of a header are no truth: the lines are
 * counted anew, and where they do not agree, the place is not taken from them either.
 */
export function readDiffHunk(
  lines: readonly string[],
  start: number,
  { isFenced }: { readonly isFenced: boolean },
): DiffHunk | Rejection {
  const first = lines[start] ?? '';
  const header = isHunkHeader(first) ? first : null;
  const numbers = header === null ? null : numbersOf(header);
  const body: HunkLine[] = [];
  const marks = { old: false, new: false };
  let blanks = 0;
  let end = header === null ? start : start + 1;
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? '';
    if (isHunkHeader(line) || isFileHeader(lines, end, header !== null) || isSignature(lines, end)) break;
    if (line.startsWith('\\')) {
      markEnd(marks, body.at(-1)?.kind);
      continue;
    }
    // A blank context line often comes without its blank, and so does one that is indented by a tab.
    const kind = line === '' || line.startsWith('\t') ? 'context' : KINDS[line[0] ?? ''];
    if (kind === undefined) {
      if (!isFenced && (blanks > 0 || agrees(body, numbers))) break;
      return rejection('malformed', `Line ${end + 1} of the diff starts with neither a blank, "+" nor "-".`);
    }
    blanks = line === '' ? blanks + 1 : 0;
    body.push({ kind, text: line.startsWith('\t') ? line : line.slice(1) });
  }
  return finished(body, { blanks, numbers, header, marks, end });
}

function finished(
  body: readonly HunkLine[],
  read: {
    readonly blanks: number;
    readonly numbers: Numbers | null;
    readonly header: string | null;
    readonly marks: { readonly old: boolean; readonly new: boolean };
    readonly end: number;
  },
): DiffHunk {
  const { numbers, marks } = read;
  // Blank lines at the end separate the hunk from what follows, unless the header counts them.
  const lines = agrees(body, numbers) ? body : body.slice(0, body.length - read.blanks);
  const anchor = read.header === null || numbers !== null ? undefined : BARE.exec(read.header)?.[1];
  const lastLineEnd = marks.old === marks.new ? null : marks.old ? 'added' : 'removed';
  return {
    end: read.end,
    count: compare(lines, numbers),
    hunk: {
      lines,
      anchors: anchor === undefined || /^(?:\.*|-.*\+.*)$/.test(anchor) ? [] : [anchor],
      line: lineOf(lines, numbers),
      heading: numbers === null || numbers.heading === '' ? null : numbers.heading,
      atEnd: false,
      lastLineEnd,
    },
  };
}

function numbersOf(header: string): Numbers | null {
  const match = HEADER.exec(header);
  if (match === null) return null;
  return {
    heading: (match[5] ?? '').trim(),
    oldStart: Number(match[1]),
    oldCount: Number(match[2] ?? 1),
    newCount: Number(match[4] ?? 1),
  };
}

/** Line 0 says that there was no file, or an empty one. */
function lineOf(lines: readonly HunkLine[], numbers: Numbers | null): number | null {
  if (numbers?.oldStart === 0 && numbers.oldCount === 0) return 0;
  return numbers !== null && agrees(lines, numbers) ? numbers.oldStart : null;
}

function agrees(lines: readonly HunkLine[], numbers: Numbers | null): boolean {
  if (numbers === null) return false;
  return count(lines, 'added') === numbers.oldCount && count(lines, 'removed') === numbers.newCount;
}

function compare(lines: readonly HunkLine[], numbers: Numbers | null): DiffHunk['count'] {
  if (numbers === null) return null;
  if (agrees(lines, numbers)) return 'right';
  const isShort = count(lines, 'added') < numbers.oldCount || count(lines, 'removed') < numbers.newCount;
  return isShort ? 'short' : 'wrong';
}

/** Lines of all kinds but one. */
function count(lines: readonly HunkLine[], without: HunkLine['kind']): number {
  return lines.filter(({ kind }) => kind !== without).length;
}

/** `\ No newline at end of file` speaks of the line before it. */
function markEnd(marks: { old: boolean; new: boolean }, kind: HunkLine['kind'] | undefined): void {
  if (kind !== 'added') marks.old = true;
  if (kind !== 'removed') marks.new = true;
}

/** The end of a mail that git-format-patch(1) wrote: two dashes, and git's version. */
function isSignature(lines: readonly string[], at: number): boolean {
  return /^-- ?$/.test(lines[at] ?? '') && /^\d+\.\d+/.test(lines[at + 1] ?? '');
}
