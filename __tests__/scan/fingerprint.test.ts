import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Finding } from '../../src/domain/scan.js';
import { fingerprintOf, normaliseMessage } from '../../src/scan/fingerprint.js';
import { scanLog } from '../../src/scan/scan-log.js';

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
