import { expect, test } from '@jest/globals';
import { inertText } from '../../src/domain/inert-text.js';

test.each([
  ['::add-mask::a'],
  ['  ::error file=x,line=1::y'],
  ['anything before ##[add-mask]value'],
  ['a\r::set-output name=ok::true'],
  ['a\u2028::error::x'],
  ['\u001b[2K::error::x'],
  ['\v::error::x'],
])('%j is no runner command any more', (text) => {
  const shown = inertText(text);
  expect(shown).not.toMatch(/^\s*::/m);
  expect(shown).not.toContain('##[');
});

test.each([
  ['\u001b[31mred\u001b[0m'],
  ['\u001b]8;;http://x\u0007link\u001b]8;;\u0007'],
  ['\u001b]52;c;aGk=\u0007x'],
  ['\u009b2Jx'],
  ['a\bb\u0000'],
])('%j cannot steer a terminal', (text) => {
  expect(inertText(text)).not.toMatch(/(?![\t\n])\p{Cc}/u);
});

test('tabs, line feeds, paths and code stay', () => {
  const text = 'src/a.ts:1:2\tstd::vector<int> x;\nC:: no, A::b\n';
  expect(inertText(text)).toBe(text);
});
