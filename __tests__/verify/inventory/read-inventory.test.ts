import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { compareInventories } from '../../../src/verify/compare-inventories.js';
import { countTests } from '../../../src/verify/count-tests.js';
import { readInventory } from '../../../src/verify/inventory/read-inventory.js';
import { fc } from '../../support/property.js';

/** Outputs of real runners before and after a repair; each golden was read and compared with its output by a person. */
const FOLDER = join(import.meta.dirname, '..', '..', 'fixtures', 'inventory');
const RUNNERS = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length));

const textOf = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');
const read = (output: string) => readInventory(output, countTests(output));

test.each(RUNNERS)('%s names the tests that its golden says', (runner) => {
  expect({ base: read(textOf(`${runner}-base.txt`)), fixed: read(textOf(`${runner}-fixed.txt`)) }).toEqual(
    JSON.parse(textOf(`${runner}.json`)),
  );
});

test.each(RUNNERS)('after a real repair, no test of %s seems lost, skipped or newly failing', (runner) => {
  const base = read(textOf(`${runner}-base.txt`));
  const fixed = read(textOf(`${runner}-fixed.txt`));
  if (base === null || fixed === null) return;
  const change = compareInventories(base, fixed);
  expect(change).toMatchObject({ lost: [], newlySkipped: [], newlyFailing: [] });
  expect(change.repaired.length).toBeGreaterThan(0);
});

test.each(['jest', 'vitest'])('%s as it prints by default names the files of its tests', (runner) => {
  const [base, fixed] = ['base', 'fixed'].map((name) => read(textOf(`${runner}-${name}.txt`)));
  expect([base?.unit, base?.failed.length, base?.passed.length]).toEqual(['package', 1, 1]);
  expect([fixed?.unit, fixed?.failed.length, fixed?.passed.length]).toEqual(['package', 0, 2]);
});

test.each(['pytest', 'rspec-dots', 'phpunit-dots'])(
  '%s as it prints by default names only what fails, which is no inventory',
  (runner) => {
    expect(read(textOf(`${runner}-fixed.txt`))).toBeNull();
  },
);

test.each([
  'jest-verbose',
  'mocha',
  'node-spec',
  'pytest-v',
  'cargo',
  'rspec',
  'minitest',
  'phpunit',
  'unittest',
])('an output of %s in which a name is hidden is no inventory', (runner) => {
  const lines = textOf(`${runner}-fixed.txt`).split('\n');
  const hidden = lines.filter((line) => !/adds|Adds/.test(line)).join('\n');
  expect(readInventory(hidden, countTests(textOf(`${runner}-fixed.txt`)))?.unit).not.toBe('test');
});

test('TAP that ends before its plan is no inventory', () => {
  expect(read('1..3\nok 1 - a\nok 2 - b\n')).toBeNull();
  expect(read('1..2\nok 1 - a\nok 2 - b\n')).toMatchObject({ passed: ['a', 'b'] });
});

test('a package of go whose tests are all filtered out ran none', () => {
  const output = 'ok  \texample.com/a\t0.1s\nok  \texample.com/b\t0.1s [no tests to run]\n';
  expect(read(output)).toEqual({
    unit: 'package',
    passed: ['example.com/a'],
    failed: [],
    skipped: ['example.com/b'],
  });
});

test('the detailed results of dotnet test name the tests', () => {
  const output = [
    '  Passed Shop.Tests.CartTests.Adds [3 ms]',
    '  Failed Shop.Tests.CartTests.Rounds(cents: 5) [< 1 ms]',
    '  Skipped Shop.Tests.CartTests.Waits [1 ms]',
    'Failed!  - Failed:     1, Passed:     1, Skipped:     1, Total:     3, Duration: 9 ms - shop.dll (net8.0)',
  ].join('\n');
  expect(read(output)).toMatchObject({
    passed: ['Shop.Tests.CartTests.Adds'],
    failed: ['Shop.Tests.CartTests.Rounds(cents: 5)'],
    skipped: ['Shop.Tests.CartTests.Waits'],
  });
});

test('what a test is called by chance, or by its line, does not make it another test', () => {
  const lines = (address: string, line: number) =>
    [
      `tests/test_a.py::test_x[<object at 0x${address}>] PASSED [ 50%]`,
      `test src/lib.rs - one (line ${line}) ... ok`,
      'test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.08s',
      '===== 1 passed in 0.02s =====',
    ].join('\n');
  const [before, after] = [read(lines('7f3a12cd4e50', 1)), read(lines('7fee12cd4e90', 9))];
  expect(before?.passed).toHaveLength(2);
  expect(before).toEqual(after);
});

test('no output makes the reading slow', () => {
  const hostile = [
    `${'x.'.repeat(100_000)}::`,
    ' PASSED ('.repeat(30_000),
    '    '.repeat(60_000),
    '✔ a ('.repeat(40_000),
    `${'ok 1 # '.repeat(40_000)}\n`,
    '{"Time":"x","Action":"pass"'.repeat(9_000),
    Array.from({ length: 20_000 }, (_, index) => `${' '.repeat(index % 40)}✔ a${index}`).join('\n'),
    Array.from({ length: 9_000 }, (_, index) => `# Subtest: ${index}\nok ${index}`).join('\n'),
  ];
  for (const text of hostile) {
    const started = performance.now();
    read(`${text}\nℹ tests 3\n1..9000\n3 examples, 1 failure\n`);
    expect(performance.now() - started).toBeLessThan(10_000);
  }
});

test('any output is read without a fault, and an inventory never names a test twice', () => {
  const words = fc.constantFrom(
    ...['PASS a.test.js', '  ✓ adds (2 ms)', '▶ group', '✔ group (1ms)', 'ℹ tests 1', 'ℹ suites 1', '1..2'],
    ...[
      'ok 1 - a # SKIP',
      'not ok 2 - b',
      '# Subtest: c',
      '    ok 1 - d',
      'Tests: 1 passed, 1 total',
      '  2 passing',
    ],
    ...[
      'a.py::test_a PASSED',
      '== 1 passed in 0.1s ==',
      '--- PASS: TestA (0.00s)',
      'ok  \tpkg\t0.1s',
      'FAIL\tpkg',
    ],
    ...[
      'test a ... ok',
      'test result: ok. 1 passed; 0 failed',
      'Ran 1 test in 0.1s',
      '',
      'OK',
      '1 example, 0 failures',
    ],
    ...[
      'test_a (m.C.test_a) ... ok',
      '[       OK ] A.b (0 ms)',
      '1/1 Test #1: a ...   Passed',
      'Time: 1',
      'Shop',
    ],
  );
  const expectEachOnce = (lines: readonly string[]): void => {
    const found = read(lines.join('\n'));
    const all = found === null ? [] : [...found.passed, ...found.failed, ...found.skipped];
    expect(new Set(all).size).toBe(all.length);
  };
  fc.assert(fc.property(fc.array(fc.oneof(words, fc.string())), expectEachOnce));
});
