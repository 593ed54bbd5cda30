import { expect, test } from '@jest/globals';
import { countHidden, plainLine, plainText } from '../../../src/repair/model/plain-text.js';

test('hidden characters are left out and counted; colours and Windows line ends are neither hidden nor shown', () => {
  const text = '\u001b[31mred\u001b[0m\r\n\tzero\u200bwidth\u202e bidi\u00ad soft\u{e0041} tag\u0007';
  expect(plainText(text)).toBe('red\n\tzerowidth bidi soft tag');
  expect(countHidden(text)).toBe(6);
  expect(countHidden('plain\r\n\u001b[1mtext\u001b[0m')).toBe(0);
});

test('a line is one line, and cut where it is too long', () => {
  expect(plainLine(' a\n b\u200b ', 10)).toBe('a b');
  expect(plainLine('abcdef', 4)).toBe('abc…');
});
