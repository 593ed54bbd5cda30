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

const NO_SHIFT: Shift = { kind: 'none' };
/** Past this many places, which are all told to a person, the answer stays the same: ambiguous. */
const ENOUGH = 50;

/** The lines of a file, to be searched for quotes. */
export class LineIndex {
  readonly lines: readonly string[];
  /** By level: the 0-based places of the lines with a key. */
  readonly #places = new Map<LinePlace['level'], ReadonlyMap<string, readonly number[]>>();

  constructor(lines: readonly string[]) {
    this.lines = lines;
  }

  /** All places of `quoted` (not empty) at the strictest level that has any. Overlapping ones count. */
  find(quoted: readonly string[]): readonly LinePlace[] {
    for (const level of LEVELS) {
      const places = this.#findAt(level, quoted);
      if (places.length > 0) return places;
    }
    return [];
  }

  #findAt(level: Level, quoted: readonly string[]): readonly LinePlace[] {
    const wanted = quoted.map(level.key);
    const rarest = this.#rarest(level, wanted);
    if (rarest === null) return [];
    const places: LinePlace[] = [];
    for (const at of rarest.places) {
      const start = at - rarest.index;
      const real = this.lines.slice(start, start + wanted.length);
      if (start < 0 || real.length < wanted.length) continue;
      if (!wanted.every((line, index) => line === level.key(real[index] ?? ''))) continue;
      const shift = level.name === 'indentation' ? findShift(quoted, real) : NO_SHIFT;
      if (shift !== null) places.push({ start, level: level.name, shift });
      if (places.length === ENOUGH) break;
    }
    return places;
  }

  /** The wanted line that stands in the fewest places, so that few have to be compared; null when one stands in none. */
  #rarest(level: Level, wanted: readonly string[]): { index: number; places: readonly number[] } | null {
    const places = this.#placesOf(level);
    let best: { index: number; places: readonly number[] } | null = null;
    for (const [index, line] of wanted.entries()) {
      const found = places.get(line);
      if (found === undefined) return null;
      if (best === null || found.length < best.places.length) best = { index, places: found };
    }
    return best;
  }

  #placesOf({ name, key }: Level): ReadonlyMap<string, readonly number[]> {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    const places = new Map<string, number[]>();
    for (const [index, line] of this.lines.entries()) {
      const same = places.get(key(line));
      if (same === undefined) places.set(key(line), [index]);
      else same.push(index);
    }
    this.#places.set(name, places);
    return places;
  }
}
