import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Finding } from '../../src/domain/scan.js';
import { fingerprintOf, normaliseMessage } from '../../src/scan/fingerprint.js';
import { scanLog } from '../../src/scan/scan-log.js';
import { fc } from '../support/property.js';

const FINDING: Finding = {
  file: 'src/a.ts',
  line: 3,
  column: 7,
  message: 'Cannot read properties of undefined',
  code: 'TypeError',
  tool: 'jest',
  test: 'adds',
  severity: 'error',
  logLine: 10,
  logEndLine: 12,
  repeats: 0,
  jobs: [],
  why: 'error, log line 10',
};
const natural = fc.integer({ min: 1, max: 99_999 });
const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 8, maxLength: 16 });
const name = fc.stringMatching(/^[g-z]{3,10}$/);

test('is 12 hex digits', () => {
  expect(fingerprintOf('test', FINDING, '')).toMatch(/^[0-9a-f]{12}$/);
});

test('does not change with lines, columns and repeats', () => {
  fc.assert(
    fc.property(natural, natural, natural, (line, column, logLine) => {
      const moved = { ...FINDING, line, column, logLine, logEndLine: logLine + 2, repeats: column };
      expect(fingerprintOf('test', moved, '')).toBe(fingerprintOf('test', FINDING, ''));
    }),
  );
});

test('does not change with the time, addresses, durations, ports, seeds and temporary folders of a run', () => {
  const messageOf = (n: number, id: string): string =>
    `seed ${n}: 2026-03-05T08:46:${10 + (n % 50)}.${n}Z object at 0x${id} in /tmp/run-${id}/x took ${n}.${n}s on port ${n} (run ${id}1)`;
  fc.assert(
    fc.property(natural, hex, natural, hex, (n, id, m, other) => {
      expect(normaliseMessage(messageOf(n, id))).toBe(normaliseMessage(messageOf(m, other)));
    }),
  );
});

test('differs where file, code, test, class or the names in the message differ', () => {
  fc.assert(
    fc.property(name, name, (one, other) => {
      fc.pre(one !== other);
      for (const [a, b] of [
        [{ file: `src/${one}.ts` }, { file: `src/${other}.ts` }],
        [{ code: one }, { code: other }],
        [{ test: one }, { test: other }],
        [{ message: `no '${one}'` }, { message: `no '${other}'` }],
      ] as const) {
        expect(fingerprintOf('test', { ...FINDING, ...a }, '')).not.toBe(
          fingerprintOf('test', { ...FINDING, ...b }, ''),
        );
      }
    }),
  );
  expect(fingerprintOf('test', FINDING, '')).not.toBe(fingerprintOf('timeout', FINDING, ''));
});

test('where nothing is located, it follows the best error line', () => {
  const of = (line: string): string => scanLog({ log: `${line}\n`, repositoryFiles: [] }).fingerprint;
  const refused = 'request to http://127.0.0.1:8080/ms failed, reason: connect ECONNREFUSED 127.0.0.1:';
  expect(of(`${refused}4711`)).toBe(of(`${refused}4712`));
  expect(of(`${refused}4711`)).not.toBe(of('Could not resolve host: example.org'));
});

test('a line more above the fault leaves the fingerprint of the log as it is', () => {
  const logAt = (line: number, time: string): string =>
    `${time} Error: boom\n${time}     at f (/home/runner/work/r/r/src/a.js:${line}:3)\n`;
  const of = (log: string): string => scanLog({ log, repositoryFiles: ['src/a.js'] }).fingerprint;
  expect(of(logAt(3, '2026-03-05T08:46:42.4280004Z'))).toBe(of(logAt(19, '2026-04-01T10:00:00.0000000Z')));
});

const REPORTS = join(import.meta.dirname, '../fixtures/structured');

/** The first failures may stand in another order: what counts is that each has one name. */
function fingerprintsIn(name: string): ReadonlySet<string> {
  const log = readFileSync(join(REPORTS, name), 'utf8');
  const { category, findings } = scanLog({ log, repositoryFiles: null });
  return new Set(findings.map((finding) => fingerprintOf(category, finding, '')));
}

test.each([
  ['eslint.json', 'eslint.log'],
  ['ruff.sarif', 'ruff.log'],
  ['cargo.jsonl', 'cargo.log'],
  ['cargo-ansi.jsonl', 'cargo.log'],
  ['go-test.jsonl', 'gotestsum.log'],
  ['gotestsum.xml', 'gotestsum.log'],
  ['go-panic.jsonl', 'go-panic.log'],
  ['pytest-report-log.jsonl', 'pytest-junit.log'],
  ['pytest-junit.xml', 'pytest-junit.log'],
  ['pytest-rerun.jsonl', 'pytest-rerun.log'],
  ['jest-junit.xml', 'jest-junit.log'],
  ['vitest-junit.xml', 'vitest-junit.log'],
])('%s names its failures as %s does', (report, log) => {
  expect(fingerprintsIn(report)).toEqual(fingerprintsIn(log));
});

test.each([
  ["'a' is assigned a value but never used.", "'a' is assigned a value but never used"],
  ['unexpected token “}”;', "unexpected token '}'"],
  ['no  such thing: ', 'no such thing'],
])('%j and %j are one message', (a, b) => {
  expect(normaliseMessage(a)).toBe(normaliseMessage(b));
});

test.each<[string, Partial<Finding>, Partial<Finding>]>([
  [
    'the class of the error',
    { code: 'TypeError', message: 'TypeError: no x' },
    { code: 'TypeError', message: 'no x' },
  ],
  [
    'that it is an assertion',
    { code: 'AssertionError', message: 'AssertionError [ERR_ASSERTION]: a' },
    { code: null, message: 'a' },
  ],
  ['how groups are joined', { test: 'cart › adds up' }, { test: 'cart > adds up' }],
  ['the file before the test', { test: 'src/a.ts::cart::adds up' }, { test: 'cart.adds up' }],
])('%s makes no other failure', (_, a, b) => {
  expect(fingerprintOf('test', { ...FINDING, ...a }, '')).toBe(
    fingerprintOf('test', { ...FINDING, ...b }, ''),
  );
});
