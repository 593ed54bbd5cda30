import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readReportedTests } from '../../../src/scan/structured/read-reported-tests.js';

const FOLDER = join(import.meta.dirname, '..', '..', 'fixtures', 'inventory');
const read = (name: string) => readReportedTests(readFileSync(join(FOLDER, name), 'utf8'));
const outcomes = (name: string) =>
  Object.fromEntries(read(name)?.map(({ id, outcome }) => [id, outcome]) ?? []);

test.each([
  ['pytest-fixed.xml', 'test_a > test_subtracts'],
  ['phpunit-fixed.xml', 'SumsTest > testSubtracts'],
  ['ctest-fixed.xml', 'subtracts'],
  ['node-junit-fixed.xml', 'sums > subtracts'],
  ['vitest-junit-fixed.xml', 'a.vitest.mjs > sums > subtracts'],
])('%s names a test as its runner does', (name, id) => {
  expect(outcomes(name)[id]).toBe('passed');
});

test.each(['phpunit', 'ctest', 'node-junit', 'vitest-junit'])(
  'in the report of %s every test that ran before the repair is there after it',
  (runner) => {
    const after = outcomes(`${runner}-fixed.xml`);
    const lost = Object.entries(outcomes(`${runner}-base.xml`)).filter(
      ([id, outcome]) => outcome !== 'skipped' && after[id] !== 'passed',
    );
    expect(lost).toEqual([]);
  },
);

test('a file that broke outside its tests is none of them', () => {
  expect(read('pytest-base.xml')).toEqual([]);
  expect(Object.keys(outcomes('node-junit-base.xml'))).not.toContain('/project/b.test.mjs');
});

test("a checker's report names no tests: what it found goes when it is repaired", () => {
  const eslint = `<?xml version="1.0"?><testsuites><testsuite package="org.eslint" time="0" tests="1" errors="1" name="/project/a.js"><testcase time="0" name="org.eslint.no-undef" classname="/project/a"><failure message="'b' is not defined."></failure></testcase></testsuite></testsuites>`;
  const mypy = `<?xml version="1.0"?><testsuite errors="0" failures="1" name="mypy" skips="0" tests="1" time="1.234"><testcase classname="mypy" file="mypy" line="1" name="mypy-py3.11-linux" time="1.234"><failure message="mypy produced messages">a</failure></testcase></testsuite>`;
  expect([eslint, mypy].map(readReportedTests)).toEqual([null, null]);
});

test('CTRF names the tests with their file', () => {
  const report = {
    results: {
      tool: { name: 'jest' },
      tests: [
        { name: 'adds', status: 'passed', filePath: 'a.test.js' },
        { name: 'b.py::test_b', status: 'failed', filePath: 'b.py' },
        { name: 'waits', status: 'pending' },
      ],
    },
  };
  expect(readReportedTests(JSON.stringify(report))).toEqual([
    { id: 'a.test.js > adds', outcome: 'passed' },
    { id: 'b.py::test_b', outcome: 'failed' },
    { id: 'waits', outcome: 'skipped' },
  ]);
});

test.each(['', '<html></html>', '{"a":1}', '{', '<testsuite><testcase', 'not xml'])(
  '%j is no report of tests',
  (text) => {
    expect(readReportedTests(text)).toBeNull();
  },
);
