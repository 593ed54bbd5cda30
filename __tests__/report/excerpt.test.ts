import { expect, test } from '@jest/globals';
import { excerptOf } from '../../src/report/excerpt.js';
import { failureContext } from '../support/hosted-failure.js';

const [check] = failureContext().checks;
const [first] = check!.scan.findings;

const scanAt = (logLine: number, logEndLine = logLine) => ({
  ...check!.scan,
  findings: [{ ...first!, logLine, logEndLine }],
});

const logOf = (count: number) =>
  Array.from({ length: count }, (_, index) => `2026-11-30T10:00:00.0000000Z line ${index + 1}`).join('\n');

test('the lines around the best finding are quoted, without the runner’s times', () => {
  const lines = excerptOf(logOf(50), scanAt(20)).split('\n');
  expect([lines[0], lines.at(-1), lines.length]).toEqual(['line 17', 'line 28', 12]);
});

test('a finding at the beginning or of many lines stays within bounds', () => {
  expect(excerptOf(logOf(3), scanAt(1))).toBe('line 1\nline 2\nline 3');
  expect(excerptOf(logOf(500), scanAt(10, 400)).split('\n')).toHaveLength(24);
});

test('without a finding the line that decided the class is quoted; without that, nothing', () => {
  const none = { ...check!.scan, findings: [] };
  expect(excerptOf(logOf(50), none)).toBe('');
  expect(excerptOf(logOf(50), { ...none, reason: { text: '', evidence: null, logLine: 5 } })).toContain(
    'line 5',
  );
});

test('what the runner says before and after the step, and its marks of groups, are left out', () => {
  const log = [
    '##[group]Run npm test',
    'npm test',
    'shell: /usr/bin/bash -e {0}',
    '##[endgroup]',
    'a: error',
    '##[error]Process completed with exit code 1.',
    'Cleaning up',
  ].join('\n');
  expect(excerptOf(log, scanAt(5))).toBe('a: error');
});

test('colours and commands of the runner are gone, and a long line is cut', () => {
  const log = `\u001b[31mred\u001b[0m ##[error]x ${'y'.repeat(900)}`;
  const text = excerptOf(log, scanAt(1));
  expect(text).toMatch(/^red ##\u200b\[error\]x y+ …$/);
  expect(text.length).toBeLessThan(260);
});
