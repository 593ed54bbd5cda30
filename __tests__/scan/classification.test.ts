import { expect, test } from '@jest/globals';
import { scanLog } from '../../src/scan/scan-log.js';

const scan = (lines: readonly string[]) => scanLog({ log: lines.join('\n'), repositoryFiles: ['src/a.ts'] });

test.each([
  ['the network', '##[error]npm error code ECONNRESET', true],
  ['the runner', '##[error]The runner has received a shutdown signal.', true],
  ['memory', '##[error]Process completed with exit code 137.', true],
  [
    'the time limit of a job',
    'The job running on runner X has exceeded the maximum execution time of 6 minutes.',
    true,
  ],
  ['a merge conflict', 'CONFLICT (content): Merge conflict in src/a.ts', false],
  ['a branch that is gone', "fatal: couldn't find remote ref refs/heads/gone", false],
  ['a permission', '##[error]fatal: Authentication failed for x', false],
  ['a type error', 'src/a.ts(3,5): error TS2322: no', false],
])('a failure of %s may pass when run again, or cannot', (_, line, retryable) => {
  expect(scan([line]).retryable).toBe(retryable);
});

test('the reason is the line that decided: the finding', () => {
  expect(scan(['noise', 'src/a.ts(3,5): error TS2322: no']).reason).toEqual({
    text: 'What tsc reports is of this category.',
    evidence: 'no',
    logLine: 2,
  });
});

test("the runner's own word decides over a finding, and is the reason", () => {
  const { category, reason } = scan([
    'src/a.ts(3,5): error TS2322: no',
    '##[error]The runner has received a shutdown signal.',
  ]);
  expect([category, reason.logLine, reason.evidence]).toEqual([
    'infra',
    2,
    'The runner has received a shutdown signal.',
  ]);
});

test('a log that says nothing is said to say nothing', () => {
  expect(scan(['strange']).reason).toMatchObject({ evidence: null, logLine: null });
});

test('each finding says why it ranks so', () => {
  const { findings } = scan([
    '##[group]Run lint',
    '##[endgroup]',
    'src/a.ts(1,1): error TS1: first',
    '##[group]Run build',
    '##[endgroup]',
    'src/a.ts(3,5): error TS2322: no',
    '##[error]Process completed with exit code 2.',
  ]);
  expect(findings.map(({ why }) => why)).toEqual([
    'error of the failed step, log line 6',
    'error of a step that did not fail, log line 3',
  ]);
});
