import type { NamedTest } from '../../domain/test-inventory.js';

/** What one runner's output names. */
export interface NamedTests {
  readonly tests: readonly NamedTest[];
  /** Executed tests that the runner counts in its summary and does not name as tests, such as a parent of subtests. */
  readonly unnamed: number;
}

/** Reads the lines of an output (no colours) for one runner; null when that runner is not in it. */
export type InventoryReader = (lines: readonly string[]) => NamedTests | null;

/** Parts of a name that differ between two runs of the same test, or that an edit elsewhere in its file moves. */
const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/\b0x[0-9a-f]{4,16}\b/gi, '0x'],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, 'uuid'],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?/g, 'time'],
  [/\b\d{10,19}\b/g, 'number'],
  // cargo's doc tests.
  [/ \(line \d+\)(?= |$)/g, ''],
];
const LONGEST_NAME = 400;

/** A name as it is in every run. */
export function stableName(name: string): string {
  const short = name.trim().slice(0, LONGEST_NAME);
  return VOLATILE.reduce((text, [pattern, word]) => text.replace(pattern, word), short);
}
