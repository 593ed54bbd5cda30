import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { scanLog } from '../../src/scan/scan-log.js';

const FOLDER = join(import.meta.dirname, '../fixtures/structured');
const suspected = (log: string) => scanLog({ log, repositoryFiles: null }).flaky;
const inFile = (name: string) => suspected(readFileSync(join(FOLDER, name), 'utf8'));

test.each([
  ['jest-junit.log', 'settles at last'],
  ['vitest-junit.log', 'settles'],
  ['pytest-rerun.log', null],
  ['pytest-rerun.jsonl', 'test_settles'],
  ['surefire.log', null],
  ['surefire.xml', 'settles'],
  ['gotestsum.xml', 'TestSettles'],
  ['gotestsum-rerun.log', 'TestSettles'],
])('%s shows a test that passed when it was run again', (name, flaky) => {
  expect(inFile(name)).toMatchObject({ test: flaky });
});

test.each(['gotestsum.log', 'go-test.jsonl', 'pytest-junit.xml', 'pytest-rerun.xml', 'ruff.log'])(
  '%s shows none',
  (name) => {
    expect(inFile(name)).toBeNull();
  },
);

test.each([
  ['playwright', ['  1 flaky', '    [chromium] › a.spec.ts:3:1 › pays'], null],
  ['cargo nextest', ['   FLAKY 2/3 [   0.005s] shop tests::settles'], 'shop tests::settles'],
  ['bazel', ['//shop:cart_test   FLAKY, failed in 1 out of 2 in 3.1s'], '//shop:cart_test'],
  ['cargo test twice', ['test sums ... FAILED', 'test sums ... ok'], 'sums'],
  ['go test -count=2', ['--- FAIL: TestA (0.00s)', '=== RUN   TestA', '--- PASS: TestA (0.00s)'], 'TestA'],
  [
    'pytest -v --reruns',
    ['tests/a.py::test_b RERUN   [ 50%]', 'tests/a.py::test_b PASSED   [100%]'],
    'tests/a.py::test_b',
  ],
])('%s marks a flaky test', (_, lines, flaky) => {
  expect(suspected(lines.join('\n'))).toMatchObject({ test: flaky });
});

test.each([
  [
    'a test of the same name in another package',
    ['--- FAIL: TestA (0.00s)', 'FAIL\tx/a\t0.1s', '--- PASS: TestA (0.00s)'],
  ],
  [
    'a test that failed each time',
    [
      '=== FAIL: a TestA (0.00s)',
      '=== FAIL: a TestA (re-run 1) (0.00s)',
      'DONE 2 runs, 2 tests, 2 failures in 1s',
    ],
  ],
  [
    'a retried test that failed at last',
    [
      ' LOGGING RETRY ERRORS  sum adds',
      '  ● sum › adds',
      '',
      '    expect(received).toBe(expected)',
      '',
      '      at Object.toBe (a.test.js:4:3)',
    ],
  ],
  ['a test that passed before it failed', ['test sums ... ok', 'test sums ... FAILED']],
])('%s is no flaky one', (_, lines) => {
  expect(suspected(lines.join('\n'))).toBeNull();
});
