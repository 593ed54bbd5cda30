import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Scan } from '../../src/domain/scan.js';
import { LogScanner } from '../../src/scan/log-scanner.js';
import { parseProblemMatchers } from '../../src/scan/matchers/problem-matcher.js';
import { type ScanContext, scanLog } from '../../src/scan/scan-log.js';
import { readStructured } from '../../src/scan/structured/read-structured.js';
import { fc } from '../support/property.js';

const FOLDER = join(import.meta.dirname, '../fixtures/scan');
const NAMES = readdirSync(FOLDER).filter((name) => name.endsWith('.log'));
const LOGS = NAMES.map((name) => readFileSync(join(FOLDER, name), 'utf8'));
const LINES = LOGS.flatMap((log) => log.split('\n'));
const UNKNOWN: ScanContext = { repositoryFiles: null };

function scanPieces(bytes: Buffer, size: number, context = UNKNOWN): Scan {
  const scanner = new LogScanner(context);
  for (let at = 0; at < bytes.length; at += size) scanner.push(bytes.subarray(at, at + size));
  return scanner.end(readStructured);
}

function expectTheSame(log: string, size: number, context = UNKNOWN): void {
  const bytes = Buffer.from(log);
  expect(scanPieces(bytes, size, context)).toEqual(scanLog({ log: bytes.toString('utf8'), ...context }));
}

const stamp = '2026-01-02T03:04:05.1234567Z ';
/** What stands around a line that tools printed: marks, disguises, headers of steps, and the lines that keep nothing open. */
const around = fc.constantFrom(
  ...['', '', '', stamp, stamp, `\uFEFF${stamp}`, `job\tstep\t${stamp}`, `job name\tstep\t\uFEFF${stamp}`],
  ...['\u001b[31m', '[0] ', '[build] ', '#7 0.123 ', 'web_1  | ', 'a:build: ', 'packages/a test: ', '@a/b: '],
  ...['[ci/build]   | ', 'py311: ', '➤ YN0000: [a/b]: ', '##[error]', '##[group]Run ', `${stamp}00O `, '  '],
);
const line = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...LINES) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('All is well with it', '##[endgroup]', '##[group]Run make', 'src/a.ts'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
);
const log = fc
  .array(fc.tuple(around, line, fc.constantFrom('\n', '\n', '\n', '\r\n', '\r')), { maxLength: 120 })
  .map((parts) => `All is well with it\n${parts.flat().join('')}`);

test.each(NAMES.map((name, at) => [name, at] as const))('%s reads the same in pieces', (_, at) => {
  const text = LOGS[at] ?? '';
  expectTheSame(text, 50_000);
  expectTheSame(`Nothing to see here yet\n${text}`.replaceAll('\n', '\r\n'), 1_000);
  expectTheSame(text.replaceAll(/^/gm, stamp), 777);
});

test('any log reads the same in pieces as whole, whatever the pieces', () => {
  fc.assert(
    fc.property(log, fc.integer({ min: 1, max: 300 }), (text, size) => expectTheSame(text, size)),
    { numRuns: 400 },
  );
});

test('goldens one after the other read the same in pieces as whole', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...LOGS), { minLength: 2, maxLength: 4 }),
      fc.boolean(),
      (logs, stamped) => {
        const text = `All is well with it\n${logs.join('\nAll is well with it\n')}`;
        expectTheSame(stamped ? text.replaceAll(/^/gm, stamp) : text, 4_000);
      },
    ),
    { numRuns: 60 },
  );
});

test.each([
  ['two tasks in turns', 'a:build: src/a.ts:3:5: error: x\nb:build: fine\n'.repeat(3)],
  ['a task by its folder', 'packages/a test: fine\npackages/a test: src/a.ts:3:5: error: x\n'.repeat(2)],
  ['a task whose path stands above', 'a:build: src/a.ts\na:build:   3:5  error  No  no-rule\n'],
  [
    'a header that names a place',
    '##[group]Run make\nsrc/a.ts:3:5: error: x\nshell: bash\nenv:\n  A: src/b.ts:3:5: error: x\n',
  ],
  ['a path far above', `src/a.ts\n${'All is well\n'.repeat(9)}  3:5  error  No  no-rule\n`],
  [
    'a record of a test',
    'All is well\n{"Action":"output","Package":"x","Output":"a_test.go:3:5: error: x\\n"}\n',
  ],
])('%s: the same in pieces', (_, text) => {
  expectTheSame(`All is well with it\n${text}`, 20);
  expectTheSame(`All is well with it\n${text}`.replaceAll(/^(?=.)/gm, stamp), 20);
  expectTheSame(`All is well with it\n${text}`.replaceAll(/^(?=.)/gm, `job\tstep\t${stamp}`), 20);
});

test("a repository's own matchers read every line of the pieces too", () => {
  const parsed = parseProblemMatchers(
    JSON.stringify({
      problemMatcher: [{ owner: 'x', pattern: [{ regexp: '^<(.+)> (\\d+)$', file: 1, line: 2 }] }],
    }),
  );
  const matchers = parsed.kind === 'matchers' ? parsed.matchers : [];
  const context = { repositoryFiles: ['src/a.x'], matchers };
  const text = 'All is well with it\n<src/a.x> 7\n';
  expect(scanPieces(Buffer.from(text), 5, context).findings).toMatchObject([{ file: 'src/a.x', line: 7 }]);
  expectTheSame(text, 5, context);
});

test('a line of 30 million characters, in pieces without an end, is cut and does not hide the next', () => {
  const bytes = Buffer.from(`fine\n${'x'.repeat(30_000_000)}\nsrc/a.ts(3,5): error TS2322: No.\n`);
  const { findings } = scanPieces(bytes, 65_536);
  expect(findings).toMatchObject([{ file: 'src/a.ts', line: 3, logLine: 3 }]);
});

test('a document for programs is read as one, also in pieces', () => {
  const report =
    '<testsuite name="s"><testcase name="t" file="src/a.py" line="3"><failure message="no"/></testcase></testsuite>';
  expect(scanPieces(Buffer.from(report), 7).findings).toMatchObject([{ file: 'src/a.py', test: 't' }]);
  expectTheSame(report, 7);
});

test('what begins like a report and is too long for one is read as a log, and that is said', () => {
  const scanner = new LogScanner(UNKNOWN);
  scanner.push(Buffer.from('{"results": [\n'));
  for (let piece = 0; piece < 65; piece++) scanner.push(Buffer.alloc(1_000_000, '  1,\n'));
  scanner.push(Buffer.from('src/a.ts:3:1: error: no\n'));
  const { findings, notes } = scanner.end(readStructured);
  expect(findings.map(({ file, line }) => [file, line])).toEqual([['src/a.ts', 3]]);
  expect(notes).toEqual([expect.stringContaining('too long to be read as one')]);
});

test("GitLab's mark of a stream hides nothing that stands behind it", () => {
  const log = [
    'All is well with it',
    `${stamp}00O FAILED tests/test_a.py::test_b - RuntimeError: no`,
    `${stamp}01E+src/a.ts(4,14): error TS2322: no`,
  ].join('\n');
  expectTheSame(log, 50);
  expect(scanPieces(Buffer.from(log), 50).findings.map(({ file }) => file)).toEqual([
    'src/a.ts',
    'tests/test_a.py',
  ]);
});

test('the failure at the end of a log is found behind thousands of messages of steps that passed, and what was left out is said', () => {
  const noise = Array.from({ length: 3_000 }, (_, at) => `src/noise${at}.ts(3,5): error TS2322: No.`);
  const passed = `##[group]Run lint\nshell: bash\n##[endgroup]\n${noise.join('\n')}\n`;
  const failed =
    '##[group]Run tsc\nshell: bash\n##[endgroup]\nsrc/a.ts(7,5): error TS2322: No.\n##[error]Process completed with exit code 2.\n';
  const { findings, notes } = scanPieces(Buffer.from(`${passed}${failed}`), 65_536);
  expect(findings[0]).toMatchObject({ file: 'src/a.ts', line: 7 });
  expect(notes).toEqual([expect.stringMatching(/^1001 messages/)]);
});

test('what decides the class of a failure is found behind hundreds of other signs of it', () => {
  const noise = Array.from({ length: 600 }, (_, at) => `job ${at} timed out, trying again`);
  const log = [...noise, 'cp: write error: No space left on device'].join('\n');
  expect(scanPieces(Buffer.from(log), 65_536).category).toBe('infra');
});
