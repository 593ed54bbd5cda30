import { expect, test } from '@jest/globals';
import { parseXml } from '../../../src/scan/structured/parse-xml.js';

test('attributes, text and CDATA are decoded once, and only by the references that XML itself knows', () => {
  const [root] = parseXml('<a x="&lt;&#10;&amp;lt;">1 &gt; &#x41;<![CDATA[&lt;]]><b/>&nbsp;</a>') ?? [];
  expect([root?.attributes.x, root?.text, root?.children.map(({ name }) => name)]).toEqual([
    '<\n&lt;',
    '1 > A&lt;&nbsp;',
    ['b'],
  ]);
});

test('an entity that a document declares is never expanded (a billion laughs)', () => {
  const entities = Array.from({ length: 10 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`);
  const bomb = `<!DOCTYPE a [<!ENTITY e0 "ha">${entities.join('')}]><a x="&e10;">&e10;</a>`;
  const [root] = parseXml(bomb) ?? [];
  expect([root?.text, root?.attributes.x]).toEqual(['&e10;', '&e10;']);
});

test('an external entity names nothing that is read', () => {
  const [root] = parseXml('<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>') ?? [
    { text: '&e;' },
  ];
  expect(root?.text).toBe('&e;');
});

test.each([
  ['nested 5,000 deep', '<a>'.repeat(5_000)],
  ['cut off in a tag', '<a><b x="1'],
  ['a name that every object has', '<a><__proto__>x</__proto__></a>'],
])('%s is no document', (_, text) => {
  expect(parseXml(text)).toBeNull();
});
