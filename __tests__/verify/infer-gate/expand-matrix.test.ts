import { expect, test } from '@jest/globals';
import { expandMatrix } from '../../../src/verify/infer-gate/expand-matrix.js';
import type { Template } from '../../../src/verify/infer-gate/template.js';

const template = (value: unknown): Template => {
  if (Array.isArray(value)) return value.map(template);
  if (typeof value !== 'object' || value === null) return value as Template;
  return new Map(Object.entries(value).map(([key, each]) => [key, template(each)]));
};

const expand = (matrix: unknown) =>
  expandMatrix(template(matrix), { contexts: {}, evaluate: () => ({ kind: 'unknown', name: 'needs' }) });

test('every combination of the axes, the last one fastest', () => {
  expect(expand({ a: [1, 2], b: ['x', 'y'] })).toEqual([
    { a: 1, b: 'x' },
    { a: 1, b: 'y' },
    { a: 2, b: 'x' },
    { a: 2, b: 'y' },
  ]);
});

test('exclude takes away what agrees with all of its keys, whatever the case', () => {
  expect(expand({ os: ['macOS-latest', 'x'], exclude: [{ os: 'macos-latest' }] })).toEqual([{ os: 'x' }]);
  expect(expand({ a: [1, 2], b: ['x', 'y'], exclude: [{ a: 1, b: 'y' }, { a: 2 }] })).toEqual([
    { a: 1, b: 'x' },
  ]);
});

// The example of GitHub's documentation, "Running variations of jobs in a workflow", Expanding or adding configurations.
test('include extends what it does not contradict, and else adds a job', () => {
  const include = [
    { color: 'green' },
    { color: 'pink', animal: 'cat' },
    { fruit: 'apple', shape: 'circle' },
    { fruit: 'banana' },
    { fruit: 'banana', animal: 'cat' },
  ];
  expect(expand({ fruit: ['apple', 'pear'], animal: ['cat', 'dog'], include })).toEqual([
    { fruit: 'apple', animal: 'cat', color: 'pink', shape: 'circle' },
    { fruit: 'apple', animal: 'dog', color: 'green', shape: 'circle' },
    { fruit: 'pear', animal: 'cat', color: 'pink' },
    { fruit: 'pear', animal: 'dog', color: 'green' },
    { fruit: 'banana' },
    { fruit: 'banana', animal: 'cat' },
  ]);
});

test('a matrix over the limit of GitHub is not expanded', () => {
  const ten = Array.from({ length: 10 }, (_, index) => index);
  expect(expand({ a: ten, b: ten, c: ten, d: ten, e: ten, f: ten, g: ten, h: ten })).toBeNull();
});

test('a matrix of includes alone is those', () => {
  expect(expand({ include: [{ a: 1 }, { a: 2 }] })).toEqual([{ a: 1 }, { a: 2 }]);
});

test('a matrix that only the run knows is null, and no matrix is one job', () => {
  expect(
    expandMatrix(
      { kind: 'expression', expression: 'x' },
      { contexts: {}, evaluate: () => ({ kind: 'unknown', name: 'needs' }) },
    ),
  ).toBeNull();
  expect(expand(null)).toEqual([{}]);
});
