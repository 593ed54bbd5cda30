import { plainText } from './plain-text.js';

const MAX_LINE_WIDTH = 400;

/** First and last line of a window, 1-based, both included. */
export interface Window {
  readonly first: number;
  readonly last: number;
}

/** Windows of `radius` lines around places, in order, overlapping and touching ones joined. */
export function windowsAround(
  lines: readonly number[],
  radius: number,
  lineCount: number,
): readonly Window[] {
  const windows: Window[] = [];
  for (const line of lines.toSorted((a, b) => a - b)) {
    const first = Math.max(1, line - radius);
    const last = Math.min(lineCount, line + radius);
    const previous = windows.at(-1);
    if (first > last) continue;
    if (previous !== undefined && first <= previous.last + 1) {
      windows[windows.length - 1] = { first: previous.first, last: Math.max(previous.last, last) };
    } else windows.push({ first, last });
  }
  return windows;
}

/** The windows of a text with line numbers (`  12| text`), a line of dots where lines are left out, long lines cut. */
export function numberedLines(text: string, windows: readonly Window[]): string {
  const lines = plainText(text).split('\n');
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
