import { expect, test } from '@jest/globals';
import { affordableTokens, chargeOf, costOf, type ModelCall } from '../../src/domain/model-call.js';
import { fc } from '../support/property.js';

const call = (fields: Partial<ModelCall> = {}): ModelCall => ({
  number: 1,
  attempt: 1,
  model: 'm',
  parts: [
    { part: 'instructions', tokens: 400 },
    { part: 'files', tokens: 600 },
  ],
  hiddenCharacters: 0,
  price: { input: 2, cached: 0.5, output: 10 },
  maxCompletionTokens: 500,
  usage: null,
  durationMs: null,
  ...fields,
});

test('a call costs its prompt, the cached part at its own price, and its answer', () => {
  const usage = { promptTokens: 1000, cachedTokens: 400, completionTokens: 50 };
  expect(costOf(call({ usage }))).toBeCloseTo((600 * 2 + 400 * 0.5 + 50 * 10) / 1e6, 12);
  expect(costOf(call())).toBeNull();
  expect(costOf(call({ usage, price: null }))).toBeNull();
});

test('a call without an answer is charged at its worst, one with an answer at its cost', () => {
  expect(chargeOf(call())).toBeCloseTo((1000 * 2 + 500 * 10) / 1e6, 12);
  const usage = { promptTokens: 10, cachedTokens: 0, completionTokens: 1 };
  expect(chargeOf(call({ usage }))).toBeCloseTo(30 / 1e6, 12);
});

test('an answer of the affordable length never costs more than what is left', async () => {
  const amount = fc.double({ min: 0, max: 20, noNaN: true });
  await fc.assert(
    fc.property(amount, amount, amount, (input, output, left) => {
      const price = { input, cached: input, output };
      const tokens = affordableTokens(call({ price }), price, left);
      if (tokens < 0) return;
      const bounded = call({ price, maxCompletionTokens: Math.min(tokens, 1_000_000) });
      expect(chargeOf(bounded)).toBeLessThanOrEqual(left + 1e-9);
    }),
  );
  const free = { input: 0, cached: 0, output: 0 };
  expect(affordableTokens(call({ price: free }), free, 0)).toBeGreaterThan(1_000_000);
});
