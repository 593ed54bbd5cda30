import { expect, test } from '@jest/globals';
import { countByPart, countTests } from '../../src/verify/count-tests.js';

test.each([
  ['jest', 'Tests:       1 failed, 2 skipped, 3 passed, 6 total\n', [3, 1, 2]],
  ['vitest', '      Tests  1 failed | 3 passed | 1 skipped (5)\n', [3, 1, 1]],
  ['node:test spec', 'ℹ tests 3\nℹ pass 2\nℹ fail 1\nℹ cancelled 0\nℹ skipped 0\nℹ todo 0\n', [2, 1, 0]],
  ['node:test TAP', '# tests 4\n# pass 2\n# fail 1\n# skipped 1\n', [2, 1, 1]],
  ['mocha', '  3 passing (5ms)\n  1 pending\n  2 failing\n', [3, 2, 1]],
  ['pytest', '========= 2 failed, 3 passed, 1 skipped in 0.12s =========\n', [3, 2, 1]],
  ['pytest -q', '1 failed, 2 passed in 0.03s\n', [2, 1, 0]],
  ['pytest with collection errors', '=== 1 error in 0.10s ===\n', [0, 1, 0]],
  ['unittest', 'Ran 5 tests in 0.001s\n\nFAILED (failures=1, errors=1, skipped=1)\n', [2, 2, 1]],
  [
    'pytest, a failure after a test that passed',
    '____ ERROR at teardown of test_one ____\n==== 1 passed, 1 error in 0.02s ====\n',
    [0, 1, 0],
  ],
  [
    'mocha, a failure after a test that passed',
    '    1) "after each" hook for "one"\n\n  1 passing (3ms)\n  1 failing\n\n  1) s\n       "after each" hook for "one":\n',
    [0, 1, 0],
  ],
  [
    'node:test TAP, a file that broke after its test',
    "ok 1 - one\nnot ok 2 - /w/a.test.mjs\n  ---\n  exitCode: 1\n  error: 'test failed'\n  ...\n# pass 1\n# fail 1\n",
    [0, 1, 0],
  ],
  [
    'node:test spec, a file that broke after its test',
    "✖ /w/a.test.mjs (9ms)\n  'test failed'\n\nℹ pass 1\nℹ fail 1\n\n✖ failing tests:\n\ntest at a.test.mjs:1:1\n✖ /w/a.test.mjs (9ms)\n  'test failed'\n",
    [0, 1, 0],
  ],
  [
    'node:test, a file without a test that broke',
    "not ok 1 - /w/a.test.mjs\n  ---\n  error: 'test failed'\n  ...\n# pass 0\n# fail 1\n",
    [0, 1, 0],
  ],
  ['unittest, three failed subtests', 'Ran 1 test in 0.001s\n\nFAILED (failures=3, errors=1)\n', [0, 1, 0]],
  ['unittest, a class not set up', 'Ran 0 tests in 0.001s\n\nFAILED (errors=1)\n', [0, 1, 0]],
  [
    'prove, two files that failed',
    't/a.t (Wstat: 256 (exited 1) Tests: 4 Failed: 1)\n  Failed test:  2\nt/d.t (Wstat: 256 Tests: 2 Failed: 2)\nFiles=5, Tests=8,  1 wallclock secs ( 0.01 usr)\nResult: FAIL\n',
    [5, 3, 0],
  ],
  [
    'prove, all well',
    't/b.t .. ok\nAll tests successful.\nFiles=1, Tests=2,  0 wallclock secs ( 0.01 usr)\n',
    [2, 0, 0],
  ],
  ['node-tap', '# { total: 4, pass: 1, fail: 2, skip: 1 }\n', [1, 2, 1]],
  ['bats', '3 tests, 1 failure, 1 skipped\n', [1, 1, 1]],
  ['ExUnit', '1 doctest, 5 tests, 2 failures, 1 excluded\n', [3, 2, 1]],
  ['unittest, all well', 'Ran 5 tests in 0.001s\n\nOK\n', [5, 0, 0]],
  [
    'cargo, two crates',
    'test result: ok. 2 passed; 0 failed; 1 ignored; 0 measured\ntest result: FAILED. 1 passed; 1 failed; 0 ignored;\n',
    [3, 1, 1],
  ],
  [
    'go test, by package',
    'ok  \texample.com/a\t0.002s\n--- FAIL: TestB (0.00s)\nFAIL\texample.com/b\t0.003s\nFAIL\n',
    [1, 1, 0],
  ],
  [
    'go test -v, by test',
    '=== RUN   TestA\n--- PASS: TestA (0.00s)\n=== RUN   TestB\n--- FAIL: TestB (0.00s)\n=== RUN   TestC\n--- SKIP: TestC (0.00s)\nFAIL\texample.com/b\t0.003s\n',
    [1, 1, 1],
  ],
  [
    'surefire',
    '[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s - in A\n[ERROR] Tests run: 5, Failures: 1, Errors: 1, Skipped: 1\n',
    [2, 2, 1],
  ],
  ['rspec', '5 examples, 1 failure, 1 pending\n', [3, 1, 1]],
  ['minitest', '5 runs, 7 assertions, 1 failures, 0 errors, 1 skips\n', [3, 1, 1]],
  ['phpunit', 'Tests: 5, Assertions: 5, Failures: 1.\n', [4, 1, 0]],
  ['phpunit, all well', 'OK (5 tests, 5 assertions)\n', [5, 0, 0]],
  ['gtest', '[  PASSED  ] 3 tests.\n[  FAILED  ] 1 test, listed below:\n', [3, 1, 0]],
  [
    'ctest, whatever the runners below it show',
    '[  PASSED  ] 3 tests.\n[  FAILED  ] 1 test, listed below:\nRan 3 tests in 0.001s\n\nOK\n\n50% tests passed, 1 tests failed out of 2\n',
    [1, 1, 0],
  ],
  ['ctest, all well', '100% tests passed, 0 tests failed out of 2\n', [2, 0, 0]],
  ['meson', '[  PASSED  ] 3 tests.\n\nOk:                1   \nFail:              1   \n', [1, 1, 0]],
  [
    'nextest, which shows the harness of a failed test',
    'test result: FAILED. 0 passed; 1 failed; 0 ignored;\n     Summary [   0.007s] 4 tests run: 2 passed, 2 failed, 1 skipped\n',
    [2, 2, 1],
  ],
  ['nextest, all well', '     Summary [   0.002s] 2 tests run: 2 passed, 0 skipped\n', [2, 0, 0]],
  ['bazel', 'Executed 2 out of 3 tests: 2 tests pass and 1 fails locally.\n', [2, 1, 0]],
  ['bazel, all well', 'Executed 1 out of 1 test: 1 test passes.\n', [1, 0, 0]],
  ['jasmine', '3 specs, 1 failure, 1 pending spec\n', [1, 1, 1]],
  ['ava', '  1 test failed\n  2 tests passed\n  1 test skipped\n', [2, 1, 1]],
  ['dotnet', 'Failed!  - Failed:     1, Passed:     3, Skipped:     0, Total:     4\n', [3, 1, 0]],
])('%s counts its tests', (_, output, [passed, failed, skipped]) => {
  expect(countTests(output)).toEqual({ passed, failed, skipped });
});

test('colours do not hide a summary', () => {
  expect(countTests('\u001b[1mTests:       \u001b[22m\u001b[32m3 passed\u001b[39m, 3 total\n')).toEqual({
    passed: 3,
    failed: 0,
    skipped: 0,
  });
});

test('summaries of several runners add up', () => {
  expect(countTests('Tests:       3 passed, 3 total\n== 2 passed in 0.1s ==\n')).toEqual({
    passed: 5,
    failed: 0,
    skipped: 0,
  });
});

test('a quiet Maven tells only of failures, so it counts nothing', () => {
  expect(countTests('[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0\n[ERROR] \n')).toBeNull();
});

test('an output without a summary counts nothing, rather than zero', () => {
  expect(countTests('all well\n5 passed the exam\n')).toBeNull();
});

test.each([
  ['node:test', 'ℹ tests 3\nℹ pass 2\nℹ fail 1\nℹ skipped 0\nℹ pass 4\nℹ fail 0\n', [4, 3]],
  ['mocha', '  3 passing (2ms)\n  1 failing\n\n  0 passing (1ms)\n  2 failing\n', [4, 2]],
  ['jest', 'Tests:       1 failed, 2 passed, 3 total\nTests:       4 passed, 4 total\n', [4, 3]],
  ['phpunit', 'OK (3 tests, 3 assertions)\nTests: 4, Assertions: 4, Failures: 1.\n', [4, 3]],
  ['gtest', '[  PASSED  ] 3 tests.\n[  FAILED  ] 1 test, listed below:\n[  PASSED  ] 0 tests.\n', [4, 0]],
])('the summaries of several runs of %s are told apart', (_, output, ran) => {
  expect(countByPart(output)).toEqual(ran);
});

test.each([
  ['lines of single tests', '=== RUN   TestA\n--- PASS: TestA (0.00s)\n'],
  ['a failure beside a test', '  1 passing (2ms)\n  1 failing\n\n  1) "after all" hook in a:\n'],
])('%s are no summaries', (_, output) => {
  expect(countByPart(output)).toBeNull();
});
