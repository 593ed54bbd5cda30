import { expect, test } from '@jest/globals';
import { estimateTokens } from '../../../src/repair/model/estimate-tokens.js';

/** Real counts lie near these densities (o200k): an estimate may be above them, and not much below. */
test.each([
  ['prose', 'The gate failed because the total was returned as a text and not as a number. ', 4.4],
  ['code', 'export function total(items: readonly Item[]): number {\n  return items.length;\n}\n', 4.6],
  ['a log with timestamps', '2026-11-30T01:15:02.1234567Z ##[error]src/cart.ts(2,10): error TS2322\n', 2.5],
  ['JSON', '{"id":12345,"name":"cart","tags":["a","b"],"ok":true}\n', 2.6],
])('%s costs at least what a tokenizer counts, and at most double', (_, text, charactersPerToken) => {
  const many = text.repeat(50);
  const real = many.length / charactersPerToken;
  expect(estimateTokens(many)).toBeGreaterThan(0.9 * real);
  expect(estimateTokens(many)).toBeLessThan(2 * real);
});

test('a long run without spaces is not free', () => {
  expect(estimateTokens('x'.repeat(12_000))).toBeGreaterThan(1000);
});

test('no text costs nothing', () => {
  expect(estimateTokens('')).toBe(0);
});
