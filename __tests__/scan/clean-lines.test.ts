import { expect, test } from '@jest/globals';
import { cleanLines } from '../../src/scan/clean-lines.js';

const texts = (log: string): string[] => [...cleanLines(log)].map(({ text }) => text);

test('BOM, the time stamps of the runner, colours and carriage returns are gone', () => {
  const log =
    '\uFEFF2026-03-05T08:46:42.4280004Z \u001b[31mFAIL\u001b[39m src/a.ts\r\n2026-03-05T08:46:42.4280004Z done\r\n';
  expect(texts(log)).toEqual(['FAIL src/a.ts', 'done', '']);
});

test('job and step names that the command line of GitHub puts before the time are gone', () => {
  expect(texts('test\tRun npm test\t2026-03-05T08:46:42.4280004Z failed')).toEqual(['failed']);
});

test('a time that the tool itself printed stays', () => {
  expect(texts('2026-03-05 08:46:42 failed')).toEqual(['2026-03-05 08:46:42 failed']);
});

test('line numbers are those of the log', () => {
  expect([...cleanLines('a\nb\n\nc')].map(({ number }) => number)).toEqual([1, 2, 3, 4]);
});

test('the header of a step is no output, and begins a new step', () => {
  const log = [
    '##[group]Run npm test',
    '\u001b[36;1mnpm test\u001b[0m',
    'shell: /usr/bin/bash -e {0}',
    'env:',
    '  CI: true',
    '##[endgroup]',
    'real output',
    '##[group]Run other',
    'other',
    'shell: bash',
    'output after a header without its end',
  ].join('\n');
  expect([...cleanLines(log)].map(({ text, step }) => [text, step])).toEqual([
    ['real output', 1],
    ['output after a header without its end', 2],
  ]);
});

test('errors and warnings of the runner are marked, and their escaped newlines cut', () => {
  expect(
    [...cleanLines('##[error]a.py:1:1: F401 x%0A  help: y\n##[warning]old')].map(({ text, mark }) => [
      text,
      mark,
    ]),
  ).toEqual([
    ['a.py:1:1: F401 x', 'error'],
    ['old', 'warning'],
  ]);
});

test('of a progress bar, its last state is left', () => {
  expect(texts('10%\r50%\rdone\n')).toEqual(['done', '']);
});

test('an unclosed escape sequence takes no more than itself', () => {
  expect(texts('\u001b[ error\n\u001b]8;;http://x\nnext')).toHaveLength(3);
});

test('lines are cut at 10,000 characters', () => {
  expect(texts('x'.repeat(50_000))[0]).toHaveLength(10_000);
});
