import { findShift, type Shift } from './indentation.js';
import { asTyped } from './punctuation.js';

/** Where quoted lines lie in a file, and how freely they had to be read for that. */
export interface LinePlace {
  /** 0-based. */
  readonly start: number;
  readonly level: 'exact' | 'trailing-space' | 'indentation' | 'punctuation';
  readonly shift: Shift;
}

interface Level {
  readonly name: LinePlace['level'];
  /** Lines with equal keys are taken for the same. */
  readonly key: (line: string) => string;
}

/** Line ends are no part of a line, and so never decide. */
const LEVELS: readonly Level[] = [
  { name: 'exact', key: (line) => line },
  { name: 'trailing-space', key: (line) => line.trimEnd() },
  { name: 'indentation', key: (line) => line.trim() },
  { name: 'punctuation', key: (line) => asTyped(line).trimEnd() },
];

/** Past this many places, which are all told to a person, the answer stays the same: ambiguous. */
const ENOUGH = 50;

/** All places of `quoted` (not empty) at the strictest level that has any. Overlapping ones count. */
export function findLines(file: readonly string[], quoted: readonly string[]): readonly LinePlace[] {
  for (const level of LEVELS) {
    const places = placesAt(level, file, quoted);
    if (places.length > 0) return places;
  }
  return [];
}

function placesAt({ name, key }: Level, file: readonly string[], quoted: readonly string[]): LinePlace[] {
  const keys = file.map(key);
  const wanted = quoted.map(key);
  const rarest = rarestLine(keys, wanted);
  if (rarest === null) return [];
  const places: LinePlace[] = [];
  for (const at of rarest.places) {
    const start = at - rarest.index;
    if (start < 0 || start + wanted.length > keys.length) continue;
    if (!wanted.every((line, index) => line === keys[start + index])) continue;
    const shift: Shift | null =
      name === 'indentation' ? findShift(quoted, file.slice(start, start + quoted.length)) : { kind: 'none' };
    if (shift !== null) places.push({ start, level: name, shift });
    if (places.length === ENOUGH) break;
  }
  return places;
}

/** The wanted line that stands in the fewest places, so that few have to be compared; null when one stands in none. */
function rarestLine(
  keys: readonly string[],
  wanted: readonly string[],
): { readonly index: number; readonly places: readonly number[] } | null {
  const places = new Map<string, number[]>(wanted.map((line) => [line, []]));
  for (const [index, line] of keys.entries()) places.get(line)?.push(index);
  let best: { index: number; places: readonly number[] } | null = null;
  for (const [index, line] of wanted.entries()) {
    const found = places.get(line) ?? [];
    if (found.length === 0) return null;
    if (best === null || found.length < best.places.length) best = { index, places: found };
  }
  return best;
}
