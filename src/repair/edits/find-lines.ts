import { findShift, indentOf, type Shift } from './indentation.js';
import { asTyped } from './punctuation.js';
import { splice } from './splice.js';

/** Where quoted lines lie in a file, and how freely they had to be read for that. */
export interface LinePlace {
  /** 0-based. */
  readonly start: number;
  readonly level: 'exact' | 'trailing-space' | 'indentation' | 'punctuation';
  readonly shift: Shift;
}

/** Lines with equal keys are taken for the same. */
type KeyOf = (line: string) => string;

interface Level {
  readonly name: LinePlace['level'];
  readonly key: KeyOf;
}

/** Line ends are no part of a line, and so never decide. */
const LEVELS: readonly Level[] = [
  { name: 'exact', key: (line) => line },
  { name: 'trailing-space', key: (line) => line.trimEnd() },
  { name: 'indentation', key: (line) => line.trim() },
  { name: 'punctuation', key: (line) => asTyped(line).trimEnd() },
];

const indentOfWords: KeyOf = (line) => (line.trim() === '' ? '' : indentOf(line));

const NO_SHIFT: Shift = { kind: 'none' };
/** Past this many places, which are all told to a person, the answer stays the same: ambiguous. */
const ENOUGH = 50;

/** More places than this are looked up in one pass over the file. */
const FEW = 4;

/** The lines of a file, to be searched for quotes; read once by each level, and again only where they are replaced. */
export class LineIndex {
  readonly #lines: string[];
  /** A line's own number, which it keeps wherever it moves. */
  readonly #ids: number[];
  #lastId: number;
  /** The numbers of the lines with a key, in any order. */
  readonly #places = new Map<KeyOf, Map<string, number[]>>();

  constructor(lines: readonly string[]) {
    this.#lines = [...lines];
    this.#ids = lines.map((_, index) => index);
    this.#lastId = lines.length - 1;
  }

  get lines(): readonly string[] {
    return this.#lines;
  }

  /** All places of `quoted` (not empty) at the strictest level that has any. Overlapping ones count. */
  find(quoted: readonly string[]): readonly LinePlace[] {
    for (const level of LEVELS) {
      const places = this.#findAt(level, quoted);
      if (places.length > 0) return places;
    }
    return [];
  }

  /** Puts lines in the place of the `count` ones from `start` on (0-based). */
  replace(start: number, count: number, fresh: readonly string[]): void {
    const freshIds = fresh.map((_, index) => this.#lastId + 1 + index);
    this.#lastId += fresh.length;
    for (const [key, places] of this.#places) {
      for (let at = start; at < start + count; at += 1) {
        drop(places, key(this.#lines[at] ?? ''), this.#ids[at] ?? -1);
      }
      for (const [index, line] of fresh.entries()) add(places, key(line), freshIds[index] ?? -1);
    }
    splice(this.#lines, { start, count, fresh });
    splice(this.#ids, { start, count, fresh: freshIds });
  }

  /** Each way in which lines of words are indented. */
  indents(): readonly string[] {
    return [...this.#placesOf(indentOfWords).keys()].filter((indent) => indent !== '');
  }

  #findAt(level: Level, quoted: readonly string[]): readonly LinePlace[] {
    const wanted = quoted.map(level.key);
    const rarest = this.#rarest(level, wanted);
    if (rarest === null) return [];
    const places: LinePlace[] = [];
    for (const at of this.#indicesOf(rarest.ids)) {
      const start = at - rarest.index;
      const real = this.#lines.slice(start, start + wanted.length);
      if (start < 0 || real.length < wanted.length) continue;
      if (!wanted.every((line, index) => line === level.key(real[index] ?? ''))) continue;
      const shift = level.name === 'indentation' ? findShift(quoted, real) : NO_SHIFT;
      if (shift !== null) places.push({ start, level: level.name, shift });
      if (places.length === ENOUGH) break;
    }
    return places;
  }

  /** The wanted line that stands in the fewest places, so that few have to be compared; null when one stands in none. */
  #rarest(level: Level, wanted: readonly string[]): { index: number; ids: readonly number[] } | null {
    const places = this.#placesOf(level.key);
    let best: { index: number; ids: readonly number[] } | null = null;
    for (const [index, line] of wanted.entries()) {
      const ids = places.get(line);
      if (ids === undefined) return null;
      if (best === null || ids.length < best.ids.length) best = { index, ids };
    }
    return best;
  }

  /** Where lines with these numbers stand, from the first to the last; looked for as far as it is asked. */
  *#indicesOf(ids: readonly number[]): Generator<number> {
    if (ids.length <= FEW) {
      yield* ids.map((id) => this.#ids.indexOf(id)).sort((a, b) => a - b);
      return;
    }
    const wanted = new Set(ids);
    for (const [index, id] of this.#ids.entries()) if (wanted.has(id)) yield index;
  }

  #placesOf(key: KeyOf): ReadonlyMap<string, readonly number[]> {
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const places = new Map<string, number[]>();
    for (const [index, line] of this.#lines.entries()) add(places, key(line), this.#ids[index] ?? -1);
    this.#places.set(key, places);
    return places;
  }
}

function add(places: Map<string, number[]>, key: string, id: number): void {
  const same = places.get(key);
  if (same === undefined) places.set(key, [id]);
  else same.push(id);
}

function drop(places: Map<string, number[]>, key: string, id: number): void {
  const same = places.get(key);
  if (same?.length === 1) places.delete(key);
  else same?.splice(same.indexOf(id), 1);
}
