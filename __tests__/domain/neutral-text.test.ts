import { expect, test } from '@jest/globals';
import { neutralWords } from '../../src/domain/neutral-text.js';

test.each([
  ['@everyone and @org/team', /@\w/],
  ['Fixes #1, closes owner/repo#2', /#\d/],
  ['Resolve GH-3 and gh-4', /gh-\d/i],
  ['see https://evil.example/?d=1 or www.evil.example', /:\/\/|www\./],
  ['/approve\n  /merge', /^\s*\/\w/m],
])('%j notifies nobody and links nowhere', (text, live) => {
  expect(text).toMatch(live);
  expect(neutralWords(text)).not.toMatch(live);
});

test('the words stay readable: only invisible characters are added', () => {
  const text = 'a@b.c #x src/a.ts:1 and/or 50 % std::map';
  expect(neutralWords(text).replaceAll('\u2060', '')).toBe(text);
});
