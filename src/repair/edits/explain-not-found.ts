import { distance } from 'fastest-levenshtein';

const SHOWN_LINES = 4;
const MAX_WIDTH = 160;
/** Above these, the search for the nearest lines would cost more than the hint is worth. */
const MAX_REAL_LINES = 20_000;
const MAX_WANTED_LINES = 60;

function shown(line: string): string {
  return JSON.stringify(line.slice(0, MAX_WIDTH));
}

/** Index of the line at which most lines of `wanted` fit, white space at the line's ends aside; -1 when none fits. */
function bestOverlap(real: readonly string[], wanted: readonly string[]): number {
  const starts = new Map<number, number>();
  const at = new Map<string, number[]>();
  for (const [index, line] of wanted.slice(0, MAX_WANTED_LINES).entries()) {
    const key = line.trim();
    if (key !== '') at.set(key, [...(at.get(key) ?? []), index]);
  }
  for (const [index, line] of real.slice(0, MAX_REAL_LINES).entries()) {
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
  for (const [index, line] of real.slice(0, MAX_REAL_LINES).entries()) {
    const edits = distance(line.trim().slice(0, MAX_WIDTH), wanted.trim().slice(0, MAX_WIDTH));
    if (edits < best.edits) best = { index, edits };
  }
  return best.index;
}

/** Index of the real line that the first wanted line most probably stands for. */
function likelyStart(real: readonly string[], wanted: readonly string[]): number {
  const overlap = bestOverlap(real, wanted);
  if (overlap >= 0) return overlap;
  const firstWord = wanted.findIndex((line) => line.trim() !== '');
  return firstWord < 0 ? 0 : Math.max(nearestLine(real, wanted[firstWord] ?? '') - firstWord, 0);
}

/**
 * Why a quote is not in `text`: the first line that differs, and the real lines nearest to it, so that the next
 * proposal can copy them.
 */
export function explainNotFound(text: string, quote: string): string {
  const real = text.split(/\r?\n/);
  const wanted = quote.split(/\r?\n/);
  const start = likelyStart(real, wanted);
  const differing = Math.max(
    wanted.findIndex((line, index) => line !== real[start + index]),
    0,
  );
  const said = wanted[differing] ?? '';
  const from = start + differing;
  const head = `Line ${differing + 1} of the quote is ${shown(said)}`;
  if (from >= real.length) return `${head}; the file ends at line ${real.length}.`;
  const nearest = real.slice(from, from + SHOWN_LINES);
  const lines = nearest.map((line, index) => `${from + index + 1}: ${shown(line)}`).join(', ');
  const spaces = said.trim() === real[from]?.trim() ? ' (only the white space differs)' : '';
  return `${head}${spaces}; the nearest real lines are ${lines}.`;
}
