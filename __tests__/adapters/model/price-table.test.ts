import { expect, test } from '@jest/globals';
import { priceOf } from '../../../src/adapters/model/price-table.js';

const price = (model: string, overrides: readonly string[] = [], isOpenAi = true) =>
  priceOf({ model, isOpenAi, overrides });

test('a listed model of OpenAI has its list price, with or without the date of its version', () => {
  expect(price('gpt-5-mini')).toEqual({ input: 0.25, cached: 0.025, output: 2 });
  expect(price('gpt-5-mini-2025-08-07')).toEqual(price('gpt-5-mini'));
});

test('what nobody knows is unknown: another model, a name of JavaScript, the same name at another endpoint', () => {
  expect(price('my-model')).toBeNull();
  expect(price('constructor')).toBeNull();
  expect(price('gpt-5-mini-next')).toBeNull();
  expect(price('gpt-5', [], false)).toBeNull();
});

test('what the person says comes before the table, the last word of several, for the model of exactly that name', () => {
  expect(price('gpt-5', ['gpt-5=3,9'])).toEqual({ input: 3, cached: 3, output: 9 });
  expect(price('org/m:8b', ['org/m:8b=1,2', 'org/m:8b=0.5,2.25,0.1'], false)).toEqual({
    input: 0.5,
    cached: 0.1,
    output: 2.25,
  });
  expect(price('gpt-5', ['gpt=0,0'])).toEqual({ input: 1.25, cached: 0.125, output: 10 });
});
