import { plainText } from './plain-text.js';

const MAX_LINE_WIDTH = 400;

/** First and last line of a window, 1-based, both included. */
export interface Window {
  readonly first: number;
  readonly last: number;
}

/** Windows in order, within a text of so many lines, overlapping and touching ones joined. */
export function joinWindows(windows: readonly Window[], lineCount: number): readonly Window[] {
  const joined: Window[] = [];
  for (const window of windows.toSorted((a, b) => a.first - b.first)) {
    const first = Math.max(1, window.first);
    const last = Math.min(lineCount, window.last);
    const previous = joined.at(-1);
    if (first > last) continue;
    if (previous !== undefined && first <= previous.last + 1) {
      joined[joined.length - 1] = { first: previous.first, last: Math.max(previous.last, last) };
    } else joined.push({ first, last });
  }
  return joined;
}

/** Windows of `radius` lines around places. */
export function windowsAround(
  lines: readonly number[],
  radius: number,
  lineCount: number,
): readonly Window[] {
  const windows = lines.map((line) => ({ first: line - radius, last: line + radius }));
  return joinWindows(windows, lineCount);
}

/** The lines of a text as a person would see them. */
export function plainLines(text: string): readonly string[] {
  return plainText(text).split('\n');
}

/** Windows of plain lines with line numbers (`  12| text`), a line of dots where lines are left out, long lines cut. */
export function numberedLines(lines: readonly string[], windows: readonly Window[]): string {
  const width = String(lines.length).length;
  const parts = windows.map(({ first, last }) =>
    lines
      .slice(first - 1, last)
      .map((line, index) => `${String(first + index).padStart(width)}| ${cut(line)}`)
      .join('\n'),
  );
  return parts.join('\n...\n');
}

function cut(line: string): string {
  return line.length > MAX_LINE_WIDTH ? `${line.slice(0, MAX_LINE_WIDTH)} (line cut, not quotable)` : line;
}
