import { expect, test } from '@jest/globals';
import { hasMarker, readReds, redsLine, withMarker } from '../../../src/adapters/github/marker.js';

const text = (body: string) => ({ marker: 'issue:abc', title: 't', body });
/** GitHub refuses a longer body. */
const LIMIT = 65_536;

test('a text is found again by its first line', () => {
  expect(hasMarker(withMarker(text('words')), 'issue:abc')).toBe(true);
  expect(hasMarker('<!-- smart-fix:issue:abc -->\r\nwords', 'issue:abc')).toBe(true);
});

test.each([
  ['quotes it further down', 'see\n<!-- smart-fix:issue:abc -->'],
  ['has a word before it', '> <!-- smart-fix:issue:abc -->'],
  ['has a longer one', '<!-- smart-fix:issue:abcd -->'],
  ['is empty', ''],
  ['is absent', null],
])('a text that %s is not ours', (_, body) => {
  expect(hasMarker(body, 'issue:abc')).toBe(false);
});

test.each([
  [`<!-- smart-fix:issue:abc -->\n${redsLine(4)}\n\nwords`, 4],
  [`words\n\n${redsLine(4)}`, null],
  ['<!-- smart-fix:issue:abc -->\n<!-- smart-fix:red-in-a-row 0 -->', null],
  ['<!-- smart-fix:issue:abc -->\n<!-- smart-fix:red-in-a-row 99999999999 -->', null],
  ['', null],
])('the count of %j is %j: it stands right below the marker, and is small', (body, count) => {
  expect(readReds(body)).toBe(count);
});

test('a body that fits is not touched', () => {
  expect(withMarker(text('a\n```\nb\n```'))).toBe('<!-- smart-fix:issue:abc -->\na\n```\nb\n```');
});

test('a body that is too long is cut, says so, and keeps its marker', () => {
  const body = withMarker(text('word '.repeat(20_000)));
  expect(body.length).toBeLessThan(LIMIT);
  expect(hasMarker(body, 'issue:abc')).toBe(true);
  expect(body).toMatch(/\(cut to fit; the whole is in the report of the run\)$/);
});

test.each(['```', '`````'])(
  'a code block %s that is cut is closed, so that the rest is text again',
  (fence) => {
    const body = withMarker(text(`${fence}diff\n${'+ a line of code\n'.repeat(6000)}${fence}\nend`));
    expect(body.length).toBeLessThan(LIMIT);
    expect(body).toMatch(new RegExp(`\\n${fence}\\n\\n\\(cut to fit`));
  },
);

test('a fold that is cut is closed', () => {
  const body = withMarker(text(`<details><summary>All</summary>\n\n${'word '.repeat(20_000)}\n\n</details>`));
  expect(body).toMatch(/<\/details>\n\n\(cut to fit/);
});

test('no half of a character stands at the cut', () => {
  for (const padding of ['', 'x']) {
    const body = withMarker(text(padding + '\u{1F600}'.repeat(40_000)));
    expect(body).not.toMatch(/\p{Cs}/u);
  }
});
