import { expect, test } from '@jest/globals';
import { toSuggestions } from '../../src/report/suggestions.js';

const SHOWN = new Map([['a.ts', '@@ -1,3 +1,9 @@\n context\n@@ -40,2 +46,3 @@\n more']]);
const patch = (...hunks: string[]) =>
  `diff --git a/a.ts b/a.ts\nindex 1..2 100644\n--- a/a.ts\n+++ b/a.ts\n${hunks.join('\n')}\n`;
const suggest = (...hunks: string[]) => toSuggestions(patch(...hunks), SHOWN);

test('a changed line is suggested where it stands at the head', () => {
  expect(suggest('@@ -1,3 +1,3 @@', ' one', '-two', '+TWO', ' three')).toEqual([
    { path: 'a.ts', startLine: 2, line: 2, body: '```suggestion\nTWO\n```' },
  ]);
});

test('each stretch of a hunk, and each hunk, is a suggestion of its own', () => {
  expect(
    suggest(
      '@@ -1,4 +1,4 @@',
      '-one',
      '+ONE',
      ' two',
      '-three',
      '-four',
      '+34',
      '+43',
      '@@ -46 +46 @@',
      '-x',
      '+y',
    ),
  ).toEqual([
    { path: 'a.ts', startLine: 1, line: 1, body: '```suggestion\nONE\n```' },
    { path: 'a.ts', startLine: 3, line: 4, body: '```suggestion\n34\n43\n```' },
    { path: 'a.ts', startLine: 46, line: 46, body: '```suggestion\ny\n```' },
  ]);
});

test('a mere insertion takes the line before it along, or the one after it at the top', () => {
  expect(suggest('@@ -2,2 +2,3 @@', ' two', '+new', ' three')).toMatchObject([
    { startLine: 2, line: 2, body: '```suggestion\ntwo\nnew\n```' },
  ]);
  expect(suggest('@@ -1,1 +1,2 @@', '+new', ' one')).toMatchObject([
    { startLine: 1, line: 1, body: '```suggestion\nnew\none\n```' },
  ]);
});

test('a mere deletion is an empty suggestion', () => {
  expect(suggest('@@ -1,2 +1 @@', ' one', '-two')).toMatchObject([{ line: 2, body: '```suggestion\n```' }]);
});

test('backticks in a line cannot end the suggestion', () => {
  expect(suggest('@@ -1 +1 @@', '-a', '+```')?.[0]?.body).toBe('````suggestion\n```\n````');
});

test('a line that looks like a header inside a hunk is a line', () => {
  expect(suggest('@@ -1,2 +1,2 @@', '--- a/b', '+++ b/b', ' two')).toMatchObject([
    { startLine: 1, line: 1, body: '```suggestion\n++ b/b\n```' },
  ]);
});

test.each([
  ['lines that the pull request does not show', ['@@ -20 +20 @@', '-a', '+b']],
  ['lines of which it shows only some', ['@@ -9,2 +9,2 @@', '-a', '-b', '+c', '+d']],
  ['an ending without a line feed', ['@@ -1 +1 @@', '-a', '+b', '\\ No newline at end of file']],
  ['carriage returns', ['@@ -1 +1 @@', '-a\r', '+b\r']],
  ['two suggestions for one line', ['@@ -1,1 +1,3 @@', '+a', ' one', '+b']],
])('there is none for %s', (_, hunks) => {
  expect(suggest(...hunks)).toBeNull();
});

test.each([
  'new file mode 100644\nindex 0..1\n--- /dev/null\n+++ b/a.ts\n@@ -0,0 +1 @@\n+a\n',
  'deleted file mode 100644\nindex 1..0\n--- a/a.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n',
  'old mode 100644\nnew mode 100755\n',
  'index 1..2 100644\nBinary files a/a.ts and b/a.ts differ\n',
])('there is none for what is no change of lines: %j', (rest) => {
  expect(toSuggestions(`diff --git a/a.ts b/a.ts\n${rest}`, SHOWN)).toBeNull();
});

test('there is none for another file, nor for nothing', () => {
  const other = patch('@@ -1 +1 @@', '-a', '+b').replaceAll('a.ts', 'b.ts');
  expect([toSuggestions(other, SHOWN), toSuggestions('', SHOWN)]).toEqual([null, null]);
});
