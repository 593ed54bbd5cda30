import { expect, test } from '@jest/globals';
import { renderText } from '../../../src/scan/render/render-text.js';
import { scanLog } from '../../../src/scan/scan-log.js';

const NO_SOURCES = new Map<string, readonly string[]>();
const scan = (log: string, files: readonly string[] | null = null) =>
  scanLog({ log, repositoryFiles: files });

test('says the category and why, then the best findings with their source and why they rank so', () => {
  const result = scan('src/a.ts(3,5): error TS2322: no\nsrc/b.ts(1,1): warning TS1: yes');
  const sources = new Map([['src/a.ts', ['one', 'two', '\tthree', 'four', 'five', 'six']]]);
  expect(renderText(result, sources)).toBe(
    [
      'category     type (a change in the repository can help)',
      'because      What tsc reports is of this category.',
      '             log line 1: no',
      `fingerprint  ${result.fingerprint}`,
      '',
      '1. src/a.ts:3:5  tsc TS2322',
      '   no',
      '   ranked for: error, log line 1',
      '     1 | one',
      '     2 | two',
      '   > 3 |   three',
      '     4 | four',
      '     5 | five',
      '',
      '2. src/b.ts:1:1  tsc TS1',
      '   yes',
      '   ranked for: warning, log line 2',
      '',
    ].join('\n'),
  );
});

test('after the third finding, the others are one line each', () => {
  const log = Array.from({ length: 30 }, (_, n) => `src/a.ts(${n + 1},5): error TS2322: no ${n}`).join('\n');
  const text = renderText(scan(log), NO_SOURCES);
  expect(text).toContain('src/a.ts:4:5   error  tsc  TS2322  no 3\n');
  expect(text).toContain('and 7 more findings');
});

test('a line that the checkout does not have is not shown', () => {
  const text = renderText(scan('src/a.ts(30,5): error TS2322: no'), new Map([['src/a.ts', ['one']]]));
  expect(text).not.toContain('|');
});

test('says so when nothing was located, and what stands in the way', () => {
  const text = renderText(scan('##[error]fatal: Authentication failed for x'), NO_SOURCES);
  expect(text).toContain('blocker      permission, log line 1: fatal: Authentication failed for x');
  expect(text).toContain('Nothing located');
});

test('says when another run may pass, and which test looks flaky', () => {
  expect(renderText(scan('npm error code ECONNRESET'), NO_SOURCES)).toContain(
    'retry        another run of the same commit may pass',
  );
  expect(renderText(scan('test sums ... FAILED\ntest sums ... ok'), NO_SOURCES)).toContain(
    'flaky        it seems, by log line 2: test sums ... ok',
  );
});

test('counts what lies outside the repository', () => {
  const result = scan('TypeError: x\n    at f (node_modules/a.js:1:1)\n', []);
  expect(renderText(result, NO_SOURCES)).toContain('1 place outside the repository left out.');
});

test('no control character of a log reaches the terminal', () => {
  const text = renderText(scan('src/a.c:1:1: error: \u0007bell\u009b31m'), NO_SOURCES);
  expect([text.includes('\u0007'), text.includes('\u009b')]).toEqual([false, false]);
});
