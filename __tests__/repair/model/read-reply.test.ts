import { expect, test } from '@jest/globals';
import { readReply } from '../../../src/repair/model/read-reply.js';
import { fc } from '../../support/property.js';

const reply = {
  baseRevisionId: 'base-1',
  executionId: 'run-1',
  diagnosis: 'A string is returned.',
  changeSummary: 'Return a number.',
  edits: [{ path: 'src/cart.ts', oldText: '"0"', newText: '0' }],
  looks: [],
  giveUp: null,
};
const text = JSON.stringify(reply);

test.each([
  ['plain', text],
  ['with white space around', `\n ${text}\n`],
  ['in a fence', `\`\`\`json\n${text}\n\`\`\``],
  ['in a fence without a language and with CRLF', `\`\`\`\r\n${text}\r\n\`\`\`\n`],
])('one JSON object %s is a reply', (_, written) => {
  expect(readReply(written)).toEqual({ kind: 'reply', reply });
});

test.each([
  ['prose before it', `Here is the fix:\n${text}`],
  ['a fence in prose', `Sure.\n\`\`\`json\n${text}\n\`\`\``],
])('%s is no JSON, and malformed unless it holds edits of another shape', (_, written) => {
  expect(readReply(written)).toMatchObject({ kind: 'not-json', refusal: { code: 'malformed' } });
});

test.each([
  ['prose after it', `${text}\nHope this helps!`],
  ['two objects', `${text}\n${text}`],
  ['two fences', `\`\`\`json\n${text}\n\`\`\`\n\`\`\`json\n${text}\n\`\`\``],
  ['a fence that is not closed', `\`\`\`json\n${text}`],
  ['a trailing comma', `${text.slice(0, -1)},}`],
  ['single quotes', text.replaceAll('"', "'")],
  ['a list', `[${text}]`],
  ['null', 'null'],
  ['a field that is missing', JSON.stringify({ ...reply, giveUp: undefined })],
  ['a field of the wrong type', JSON.stringify({ ...reply, edits: 'none' })],
  ['a summary over its limit', JSON.stringify({ ...reply, changeSummary: 'x'.repeat(1001) })],
])('%s is malformed', (_, written) => {
  expect(readReply(written)).toMatchObject({ kind: 'rejection', code: 'malformed' });
});

test.each([
  [{ ...reply, branch: 'main', labels: [] }, 'branch, labels'],
  [{ ...reply, edits: [{ path: 'a', oldText: 'b', newText: 'c', mode: '755' }] }, 'edits.0.mode'],
  [JSON.parse(`{"__proto__": {}, ${text.slice(1)}`), '__proto__'],
])('unknown fields are named', (written, names) => {
  expect(readReply(JSON.stringify(written))).toMatchObject({
    code: 'unknown-field',
    detail: expect.stringContaining(names),
  });
});

test('an object that is not closed was cut off', () => {
  for (const end of [text.length - 20, 30]) {
    expect(readReply(text.slice(0, end))).toMatchObject({ kind: 'rejection', code: 'truncated' });
    expect(readReply(`\`\`\`json\n${text.slice(0, end)}`)).toMatchObject({ code: 'truncated' });
  }
});

test.each(['', ' \n'])('%j is empty', (written) => {
  expect(readReply(written)).toMatchObject({ code: 'empty-reply' });
});

test('no text makes the reader throw, and what it takes is JSON with exactly these fields', async () => {
  const almost = fc
    .tuple(fc.nat(text.length), fc.string({ maxLength: 3 }))
    .map(([at, noise]) => text.slice(0, at) + noise + text.slice(at));
  await fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), almost), (written) => {
      const read = readReply(written);
      if (read.kind === 'reply') expect(read.reply).toEqual(JSON.parse(written));
    }),
    { numRuns: 1000 },
  );
});
