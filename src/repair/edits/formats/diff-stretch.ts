import { type Fence, findFences } from './fences.js';
import { pathInSentence, pathOfInfo, pathOfLine, wordsAbove } from './path-mention.js';
import type { WrittenText } from './written-edits.js';

/** Lines that may hold a diff: one fenced block, or what lies outside of all. */
export interface DiffStretch {
  readonly lines: readonly string[];
  /** Number of the first line in the text. */
  readonly from: number;
  readonly isFenced: boolean;
  /** False for a fence that the text ends in. */
  readonly isClosed: boolean;
  /** The fence says that its lines are a diff, whatever form they have. */
  readonly isDiff: boolean;
  /** The path that is named in the fence's head or just above a line of the stretch. */
  readonly pathAbove: (at: number) => string | null;
}

const DIFF_INFO = /^(?:diff|patch|udiff|gitdiff|git-diff)\b/i;
const DIFF_START = /^(?:diff --git |--- \S|\+\+\+ \S|@@(?:[ -]|$)|Index: |From [0-9a-f]{7,40} )/;
const RAW_START = /^(?:diff --git |--- \S|@@ ?-)/;
const LINES_ABOVE = 2;

/** Fenced blocks that hold something else are left out. */
export function splitStretches({ lines, paths }: WrittenText): readonly DiffStretch[] {
  // A line of a diff that begins with a blank is context, also when it looks like a fence.
  const firstRaw = lines.findIndex((line) => RAW_START.test(line));
  const fences = findFences(lines, (at) => firstRaw >= 0 && at > firstRaw && /^[ \t]/.test(lines[at] ?? ''));
  const above = (at: number): string | null => pathAbove(lines, at, paths);
  const fenced = fences.filter(holdsDiff).map(
    (fence): DiffStretch => ({
      lines: fence.lines,
      from: fence.open + 1,
      isFenced: true,
      isClosed: fence.close !== null,
      isDiff: DIFF_INFO.test(fence.info),
      pathAbove: () => pathOfInfo(fence.info.replace(DIFF_INFO, '').trim(), paths) ?? above(fence.open),
    }),
  );
  const outside = gapsBetween(fences, lines.length).map(
    ({ from, to }): DiffStretch => ({
      lines: lines.slice(from, to),
      from,
      isFenced: false,
      isClosed: true,
      isDiff: false,
      pathAbove: (at) => above(from + at),
    }),
  );
  return [...fenced, ...outside].toSorted((a, b) => a.from - b.from);
}

function holdsDiff({ info, lines }: Fence): boolean {
  return DIFF_INFO.test(info) || DIFF_START.test(lines.find((line) => line.trim() !== '') ?? '');
}

function gapsBetween(fences: readonly Fence[], end: number): readonly { from: number; to: number }[] {
  const starts = [0, ...fences.map(({ close }) => (close === null ? end : close + 1))];
  const ends = [...fences.map(({ open }) => open), end];
  return starts.flatMap((from, index) =>
    (ends[index] ?? end) > from ? [{ from, to: ends[index] ?? end }] : [],
  );
}

function pathAbove(lines: readonly string[], start: number, paths: readonly string[]): string | null {
  for (const line of wordsAbove(lines, start, LINES_ABOVE)) {
    const path = pathOfLine(line, paths) ?? pathInSentence(line, paths);
    if (path !== null) return path;
  }
  return null;
}
