import { expect, test } from '@jest/globals';
import { FAMILIES } from '../../src/scan/parsers/registry.js';

/** The longest text that a pattern is tried on (`cleanLines`), and what a pattern may take for it; linear ones need 1 ms. */
const LENGTH = 10_000;
const MOST = 60;
const REPEATED = [' ', 'a', '1', 'a.', 'a:1', '(', 'a(', '/', '-', "'", 'A', '.a', '] ', ' in ', ' (1'];

function hardest(needle: string): string[] {
  const units = [...REPEATED, needle, ` ${needle}`];
  return units.flatMap((unit) =>
    ['', needle, ` ${needle}`].map((start) =>
      `${start}${unit.repeat(LENGTH / unit.length)}`.slice(0, LENGTH),
    ),
  );
}

/** Milliseconds; the best of three, since other processes disturb. */
function timeOf(pattern: RegExp, text: string): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3 && best > MOST; round++) {
    const start = performance.now();
    pattern.test(`${text}\u0001`);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

test.each(FAMILIES.flatMap(({ parsers }) => parsers))('no line makes a pattern of $tool slow', ({ rows }) => {
  const slow = rows.filter(({ needles, pattern }) =>
    needles.slice(0, 2).some((needle) => hardest(needle).some((text) => timeOf(pattern, text) > MOST)),
  );
  expect(slow.map(({ pattern }) => pattern.source)).toEqual([]);
});
