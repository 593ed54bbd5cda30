import { expect, test } from '@jest/globals';
import type { FailureClass } from '../../src/domain/failure-class.js';
import type { Finding } from '../../src/domain/scan.js';
import { madeProgress, type Red } from '../../src/loop/made-progress.js';
import { commandRun, finding, repairContext } from '../support/repair-context.js';

interface Seen {
  readonly command?: string;
  readonly category?: FailureClass;
  readonly findings?: readonly Partial<Finding>[];
  readonly failedCheck?: 'exit-code' | 'test-count';
}

function red({
  command = 'npm test',
  category = 'lint',
  findings = [],
  failedCheck = 'exit-code',
}: Seen): Red {
  const { scan, failed } = repairContext({
    findings: findings.map((fields) => finding(fields)),
    commands: [commandRun({ command })],
  });
  const checks = [{ name: failedCheck, passed: false, detail: '' }];
  return { execution: { ...failed, checks }, scan: { ...scan, category } };
}

const ORDER = ['setup', 'npm run lint', 'npm test'];
const [A, B] = [
  { tool: 'eslint', message: 'a' },
  { tool: 'eslint', message: 'b' },
];
const OTHER = { tool: 'tsc', message: 'c' };
const TEST = { tool: 'jest', message: 'd' };

test.each<[string, Seen, Seen, boolean]>([
  ['some findings are gone', { findings: [A, B] }, { findings: [B] }, true],
  ['nothing is gone', { findings: [A] }, { findings: [A] }, false],
  ['one is gone and one came', { findings: [A] }, { findings: [B] }, false],
  ['some are gone and another tool speaks', { findings: [A, B] }, { findings: [B, OTHER] }, false],
  [
    'all are gone and another checker speaks',
    { findings: [A] },
    { findings: [OTHER], category: 'type' },
    true,
  ],
  ['all are gone and tests fail', { findings: [A] }, { findings: [TEST], category: 'test' }, false],
  [
    'a formatter mended all and tests fail',
    { findings: [A], category: 'format' },
    { findings: [TEST], category: 'test' },
    true,
  ],
  [
    'a silent formatter is content and a checker speaks',
    { category: 'format' },
    { findings: [OTHER], category: 'type' },
    true,
  ],
  ['a later command is red', { command: 'npm run lint', findings: [A] }, { findings: [A] }, true],
  ['an earlier command is red', { findings: [A] }, { command: 'npm run lint' }, false],
  ['the setup passes now', { command: 'setup' }, { command: 'npm test', findings: [TEST] }, true],
  ['tests were lost', { findings: [A, B] }, { findings: [B], failedCheck: 'test-count' }, false],
])('when %s', (_, before, after, is) => {
  expect(madeProgress(red(before), red(after), ORDER)).toBe(is);
});
