import { expect, test } from '@jest/globals';
import { scanLog } from '../../../src/scan/scan-log.js';
import { cutJunit } from '../../../src/scan/structured/cut-junit.js';

const COUNT = 80_000;
const NUMBERS = Array.from({ length: COUNT }, (_, index) => index);
const TRACE = [1, 2, 3, 4]
  .map((depth) => `    at f${depth} (/home/runner/work/r/r/src/m${depth}.js:${depth}:7)`)
  .join('\n');
const textOf = (number: number) => `Error: boom ${number}\n${TRACE}`;
const REPORTS: readonly (readonly [string, () => string])[] = [
  [
    'JUnit XML',
    () =>
      `<testsuites><testsuite name="s > t">${NUMBERS.map(
        (number) =>
          `<testcase name="t${number}"><failure message="boom ${number}"><![CDATA[${textOf(number)}]]></failure></testcase>`,
      ).join('\n')}</testsuite></testsuites>`,
  ],
  [
    'CTRF',
    () =>
      JSON.stringify({
        results: {
          tool: { name: 'jest' },
          tests: NUMBERS.map((number) => ({ name: `t${number}`, status: 'failed', trace: textOf(number) })),
        },
      }),
  ],
  [
    'TAP',
    () =>
      `TAP version 13\n${NUMBERS.map((number) => `not ok ${number} - t${number}\n  ---\n  stack: |\n${TRACE}\n  ...`).join('\n')}\n`,
  ],
  [
    "pytest's report log",
    () =>
      NUMBERS.map((number) =>
        JSON.stringify({
          ...{ $report_type: 'TestReport', nodeid: `t.py::t${number}`, outcome: 'failed', when: 'call' },
          longrepr: `>   f()\nE   ValueError: ${number}\n\nt.py:${(number % 99) + 1}: ValueError`,
        }),
      ).join('\n'),
  ],
];

test.each(REPORTS)(
  '%s with 80,000 long failures is read in seconds, and says how many were left out',
  (_, report) => {
    const log = report();
    const started = process.cpuUsage();
    const { notes, findings } = scanLog({ log, repositoryFiles: null });
    // Seconds of the processor: one on an idle machine; all failures would take twenty.
    expect(process.cpuUsage(started).user / 1e6).toBeLessThan(15);
    expect(findings.length).toBeGreaterThan(0);
    expect(notes).toEqual(['Of 80000 failures of the report only the first 1000 were read.']);
  },
);

const failing = (name: string) => `<testcase name="${name}"><failure>x</failure></testcase>`;

test('a report is cut behind a whole test, and stays one', () => {
  const text = `<testsuites a="x > y"><testsuite/><testsuite><testcase name="a"/>${failing('b')}${failing('c')}</testsuite></testsuites>`;
  expect(cutJunit(text, 1)).toEqual({
    text: `<testsuites a="x > y"><testsuite/><testsuite><testcase name="a"/>${failing('b')}</testsuite></testsuites>`,
    left: 1,
  });
});

test('what only looks like a failure, inside of a text or a comment, is not counted', () => {
  const text = `<testsuite>${failing('a')}<!-- ${failing('b')} --><system-out><![CDATA[${failing('c')}]]></system-out></testsuite>`;
  expect(cutJunit(text, 1)).toEqual({ text, left: 0 });
});

test('a report with as many failures as are read is left whole', () => {
  const text = `<testsuite>${failing('a')}${failing('b')}<testcase name="c"/></testsuite>`;
  expect(cutJunit(text, 2)).toEqual({ text, left: 0 });
});

test.each(['<', '<![CDATA[', '<!--', '<testsuite ', '<testsuite a="', '</testcase', '<failure'])(
  'a report of nothing but %j is cut in linear time',
  (unit) => {
    const started = process.cpuUsage();
    cutJunit(`<testsuites>${unit.repeat(300_000)}`, 1_000);
    expect(process.cpuUsage(started).user / 1e6).toBeLessThan(10);
  },
);
