import { expect, test } from '@jest/globals';
import { readRunSettings } from '../../src/config/read-settings.js';
import { UsageError } from '../../src/config/usage-error.js';

function faultsOf(...args: readonly string[]): readonly string[] {
  try {
    readRunSettings(args, null);
    return [];
  } catch (error) {
    if (error instanceof UsageError) return error.faults;
    throw error;
  }
}

test('money is dollars with a point, within a range', () => {
  for (const amount of ['0.25', '5', '1000', '0.0001']) expect(faultsOf('--max-cost', amount)).toEqual([]);
  for (const amount of ['0', '-1', '1,5', '1e3', '$5', '1001', '0.00001', 'NaN', '']) {
    expect(faultsOf(`--max-cost=${amount}`)).toHaveLength(1);
  }
  expect(readRunSettings(['--max-cost', '0.25'], null).maxCost).toBe(0.25);
});

test('a price names a model and two or three numbers', () => {
  for (const price of ['m=1,2', 'org/m:8b=0.5,2.25,0.1', 'm=0,0'])
    expect(faultsOf('--price', price)).toEqual([]);
  for (const price of ['m', 'm=1', '=1,2', 'm=1,2,3,4', 'm=-1,2', 'm=a,b', 'a b=1,2']) {
    expect(faultsOf('--price', price)[0]).toContain('must be MODEL=IN,OUT');
  }
});

test('the time of a call and the words of the person are as given', () => {
  const settings = readRunSettings(
    [
      '--model-timeout',
      '30',
      '--hypothesis',
      'It rounds.',
      '--scope-hint',
      'src/**',
      '--candidate-path',
      'a.ts',
    ],
    null,
  );
  expect(settings).toMatchObject({
    modelTimeout: 30,
    hypothesis: 'It rounds.',
    scopeHint: 'src/**',
    candidatePath: 'a.ts',
  });
  expect(faultsOf('--model-timeout', '0')).toHaveLength(1);
});

test.each([
  'max-cost: 1',
  'price: [m=0,0]',
  'hypothesis: x',
  'scope-hint: x',
  'candidate-path: x',
  'base-url: https://a',
])('the repository’s file cannot say %s', (line) => {
  expect(() => readRunSettings([], `${line}\n`)).toThrow(/unknown key/);
});
