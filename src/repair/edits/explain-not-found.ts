import { distance } from 'fastest-levenshtein';

const SHOWN_LINES = 4;
const MAX_WIDTH = 160;
/** Above this, the search for the nearest line would cost more than the hint is worth. */
const MAX_COMPARED_LINES = 20_000;

function shown(line: string): string {
  return JSON.stringify(line.slice(0, MAX_WIDTH));
}

/** Index of the line at which most lines of `wanted` fit, white space at the line's ends aside; -1 when none fits. */
function bestOverlap(real: readonly string[], wanted: readonly string[]): number {
  const starts = new Map<number, number>();
  const at = new Map<string, number[]>();
  for (const [index, line] of wanted.entries()) {
    const key = line.trim();
    if (key !== '') at.set(key, [...(at.get(key) ?? []), index]);
  }
  for (const [index, line] of real.entries()) {
    for (const offset of at.get(line.trim()) ?? []) {
      starts.set(index - offset, (starts.get(index - offset) ?? 0) + 1);
    }
  }
  let best = -1;
  for (const [start, fits] of starts) {
    if (start >= 0 && (best < 0 || fits > (starts.get(best) ?? 0))) best = start;
  }
  return best;
}

function nearestLine(real: readonly string[], wanted: string): number {
  let best = { index: 0, edits: Number.POSITIVE_INFINITY };
  for (const [index, line] of real.slice(0, MAX_COMPARED_LINES).entries()) {
    const edits = distance(line.trim().slice(0, MAX_WIDTH), wanted.trim().slice(0, MAX_WIDTH));
    if (edits < best.edits) best = { index, edits };
  }
  return best.index;
}

/**
 * Why `oldText` is not in `text`: the first line that differs, and the real lines nearest to it, so that the next
 * proposal can copy them.
 */
export function explainNotFound(text: string, oldText: string): string {
  const real = text.split(/\r?\n/);
  const wanted = oldText.split(/\r?\n/);
  const overlap = bestOverlap(real, wanted);
  const firstWord = Math.max(
    wanted.findIndex((line) => line.trim() !== ''),
    0,
  );
  const start = overlap >= 0 ? overlap : Math.max(nearestLine(real, wanted[firstWord] ?? '') - firstWord, 0);
  const differing = Math.max(
    wanted.findIndex((line, index) => line !== real[start + index]),
    0,
  );
  const from = start + differing;
  const lines = real
    .slice(from, from + SHOWN_LINES)
    .map((line, index) => `${from + index + 1}: ${shown(line)}`);
  const said = wanted[differing] ?? '';
  const spaces = said.trim() === real[from]?.trim() ? ' (only the white space differs)' : '';
  return `Line ${differing + 1} of oldText is ${shown(said)}${spaces}; the nearest real lines are ${lines.join(', ')}.`;
}
