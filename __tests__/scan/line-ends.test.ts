import { expect, test } from '@jest/globals';
import { LogScanner } from '../../src/scan/log-scanner.js';
import { scanLog } from '../../src/scan/scan-log.js';
import { readStructured } from '../../src/scan/structured/read-structured.js';

const FILES = ['src/a.ts', 'src/b.py', 'src/c.c'];
const TSC = 'src/a.ts(3,5): error TS2322: no such thing';
const GCC = 'src/c.c:7:2: error: expected ;';
const STAMP = '2026-01-02T03:04:05.1234567Z ';
const TRACE = [
  'Traceback (most recent call last):',
  '  File "src/b.py", line 4, in f',
  '    g()',
  'ValueError: 1',
];

/** `file:line` of every finding, the same from a text and from pieces of bytes. */
function placesIn(log: string): readonly string[] {
  const whole = scanLog({ log, repositoryFiles: FILES });
  const scanner = new LogScanner({ repositoryFiles: FILES });
  const bytes = Buffer.from(log);
  for (let at = 0; at < bytes.length; at += 7) scanner.push(bytes.subarray(at, at + 7));
  expect(scanner.end(readStructured)).toEqual(whole);
  return whole.findings.map(({ file, line }) => `${file}:${line}`);
}

const ODD = ['\u2028', '\u2029', '\u0085', '\v', '\f', '\0'].map((character) => [
  `U+${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  character,
]);

test.each(ODD)('%s hides no place: before, behind and in the message', (_, character) => {
  expect(placesIn(`ok\n${character}${TSC}\n${GCC}${character}\n`)).toEqual(['src/a.ts:3', 'src/c.c:7']);
  expect(placesIn(`ok\n${STAMP}${character}${TSC.replace('such', `su${character}ch`)}\n`)).toEqual([
    'src/a.ts:3',
  ]);
  expect(placesIn(`ok\n${TRACE.join(`${character}\n`)}\n`)).toEqual(['src/b.py:4']);
});

test.each([
  ['a carriage return', '\r'],
  ['carriage return and line feed', '\r\n'],
  ['two carriage returns and a line feed', '\r\r\n'],
])('lines that end with %s are lines', (_, end) => {
  expect(placesIn(['ok', ...TRACE, GCC, ''].join(end))).toEqual(['src/b.py:4', 'src/c.c:7']);
});

test('lines of a long log that end with a carriage return alone are lines, numbered', () => {
  const log = `${'all is well here\r'.repeat(20_000)}${GCC}\r`;
  expect(placesIn(log)).toEqual(['src/c.c:7']);
  expect(scanLog({ log, repositoryFiles: FILES }).findings[0]?.logLine).toBe(20_001);
});

test('mixed ends of lines are located right', () => {
  expect(placesIn(`ok\n${TSC}\r\n10%\r50%\r${GCC}\n${TRACE.join('\r\n')}`)).toEqual([
    'src/a.ts:3',
    'src/c.c:7',
    'src/b.py:4',
  ]);
});

test('half a surrogate pair and bytes that are no UTF-8 hide no place', () => {
  expect(placesIn(`ok\n${TSC} '\ufffd'\n`)).toEqual(['src/a.ts:3']);
  const { findings } = scanLog({ log: `ok\n${TSC} '\ud83d'\n`, repositoryFiles: FILES });
  expect(findings.map(({ file, line }) => `${file}:${line}`)).toEqual(['src/a.ts:3']);
  const scanner = new LogScanner({ repositoryFiles: FILES });
  scanner.push(
    Buffer.concat([Buffer.from([0xff, 0xc3, 0x28, 0x0a]), Buffer.from(TSC), Buffer.from([0xe2, 0x82])]),
  );
  expect(scanner.end(readStructured).findings.map(({ file, line }) => `${file}:${line}`)).toEqual([
    'src/a.ts:3',
  ]);
});
