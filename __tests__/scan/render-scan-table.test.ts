import { expect, test } from '@jest/globals';
import { renderScanTable } from '../../src/scan/render-scan-table.js';
import { scanLog } from '../../src/scan/scan-log.js';

test('findings are aligned rows below class and fingerprint', () => {
  const scan = scanLog({
    log: 'src/a.ts(3,5): error TS2322: no\nsrc/longer.ts(13,15): error TS1: yes',
    repositoryFiles: null,
  });
  expect(renderScanTable(scan)).toBe(
    [
      'category     type (a change in the repository can help)',
      `fingerprint  ${scan.fingerprint}`,
      '',
      'src/a.ts:3:5         error  tsc  TS2322  no',
      'src/longer.ts:13:15  error  tsc  TS1     yes',
      '',
    ].join('\n'),
  );
});

test('says so when nothing was located, and what stands in the way', () => {
  const scan = scanLog({ log: '##[error]fatal: Authentication failed for x', repositoryFiles: null });
  expect(renderScanTable(scan)).toContain(
    'blocker      permission, log line 1: fatal: Authentication failed for x',
  );
  expect(renderScanTable(scan)).toContain('Nothing located');
});

test('counts what lies outside the repository', () => {
  const scan = scanLog({ log: 'TypeError: x\n    at f (node_modules/a.js:1:1)\n', repositoryFiles: [] });
  expect(renderScanTable(scan)).toContain('1 place outside the repository left out.');
});

test('no control character of a log reaches the terminal', () => {
  const scan = scanLog({ log: 'src/a.c:1:1: error: \u0007bell\u009b31m', repositoryFiles: null });
  const table = renderScanTable(scan);
  expect([table.includes('\u0007'), table.includes('\u009b')]).toEqual([false, false]);
});
