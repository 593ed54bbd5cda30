import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { NeedleIndex } from '../../src/scan/needle-index.js';

const literal = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '●'), minLength: 1, maxLength: 4 });

test('finds exactly the owners that a search for each needle finds', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(literal, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8 }),
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', '●'), maxLength: 40 }),
      (needles, text) => {
        const expected = needles.flatMap((own, owner) =>
          own.some((each) => text.includes(each)) ? [owner] : [],
        );
        expect(new NeedleIndex(needles).ownersIn(text)).toEqual(expected);
      },
    ),
  );
});

test('an owner is found again in the next text', () => {
  const index = new NeedleIndex([['error'], ['warning']]);
  expect([index.ownersIn('an error'), index.ownersIn('nothing'), index.ownersIn('an error')]).toEqual([
    [0],
    [],
    [0],
  ]);
});
