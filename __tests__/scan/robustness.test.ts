import { expect, test } from '@jest/globals';
import { scanLog } from '../../src/scan/scan-log.js';
import { fc } from '../support/property.js';

const fragment = fc.constantFrom(
  'src/a.ts:3:5: error: x',
  'File "src/a.py", line 4, in f',
  'Traceback (most recent call last):',
  'The above exception was the direct cause',
  '##[group]Run x',
  '##[error]',
  '    at f (src/a.js:1:2)',
  'Error: boom',
  '  ● test',
  '1) Error:',
  '--- FAIL: TestX',
  'panic: x',
  '\u001b[31',
  '\u0000',
  '\ud800',
  '\r',
  '\n',
  '99999999999999999999',
  ':0:0:',
  '____ x ____',
  'E   assert',
  "thread 'x' panicked at src/a.rs:0:0:",
  '__proto__',
  '=== RUN   TestX',
  '    a_test.go:3: got 1',
  'FAIL\tx/src\t0.1s',
  '[0] src/a.ts:3:5: error: x',
  '#1 0.1 ',
  '{"Action":"output","Output":"src/a.ts:3:5: error: x\\n"}',
  '[{"filePath":"src/a.js","messages":[{"severity":2,"message":"x","line":3}]}]',
  'src/a.c:3:5:   required from here',
  "make: Entering directory 'src'",
  'not ok 1 - x',
  'expect(x).toBe(y)',
  '+ 1',
  'src/a.js',
);
const chaos = fc.array(fc.oneof(fragment, fc.string({ unit: 'binary', maxLength: 30 })), { maxLength: 60 });

test('never throws, and names no file and no line that the log does not contain', () => {
  fc.assert(
    fc.property(chaos, fc.constantFrom(' ', '\n', ''), fc.boolean(), (parts, glue, known) => {
      const log = parts.join(glue);
      const { findings, fingerprint } = scanLog({
        log,
        repositoryFiles: known ? ['src/a.ts', 'src/a.py', 'src/a.js'] : null,
      });
      expect(fingerprint).toMatch(/^[0-9a-f]{12}$/);
      for (const { file, line } of findings) {
        if (file !== null && line !== null) expect(log).toContain(file.slice(file.lastIndexOf('/') + 1));
        if (line !== null) expect(log).toContain(String(line));
      }
    }),
    { numRuns: 300 },
  );
});

test('line 0 and numbers that no file has are no line', () => {
  const log = 'src/a.ts:0:0: error: x\nsrc/b.ts:99999999999:1: error: y\n';
  const { findings } = scanLog({ log, repositoryFiles: ['src/a.ts', 'src/b.ts'] });
  expect(findings.map(({ file, line }) => [file, line])).toEqual([
    ['src/a.ts', null],
    ['src/b.ts', null],
  ]);
});

test.each(['a:', ' ', '(', '/', 'at ', '1:', 'E', '::error ', 'x.py:1:', 'ab '])(
  'a line of 200,000 characters of %j is read in well under a second',
  (unit) => {
    const log = unit.repeat(200_000 / unit.length);
    const started = performance.now();
    scanLog({ log, repositoryFiles: null });
    // The time is 5 ms on an idle machine; the limit is for a busy one.
    expect(performance.now() - started).toBeLessThan(10_000);
  },
);

test('an empty log is a failure without a place', () => {
  expect(scanLog({ log: '', repositoryFiles: null }).findings).toEqual([]);
});
