import { expect, test } from '@jest/globals';
import { readAnswer } from '../../../src/repair/model/read-answer.js';
import { repairContext } from '../../support/repair-context.js';

const BLOCK =
  'src/cart.ts\n```ts\n<<<<<<< SEARCH\n  return "0";\n=======\n  return 0;\n>>>>>>> REPLACE\n```\n';
const DIFF = '--- a/src/cart.ts\n+++ b/src/cart.ts\n@@ -2 +2 @@\n-  return "0";\n+  return 0;\n';
const AFTER = 'export function total(): number {\n  return 0;\n}\n';
const JSON_REPLY = JSON.stringify({ edits: [{ path: 'src/cart.ts', oldText: '"0"', newText: '0' }] });

const read = (text: string) => readAnswer({ kind: 'text', text, usage: null }, repairContext());

test.each([
  ['SEARCH/REPLACE blocks', BLOCK],
  ['a unified diff', DIFF],
  ['a fenced diff', `\`\`\`diff\n${DIFF}\`\`\`\n`],
  [
    'a patch',
    `*** Begin Patch\n*** Update File: src/cart.ts\n@@\n-  return "0";\n+  return 0;\n*** End Patch\n`,
  ],
  ['a whole file', `src/cart.ts\n\`\`\`ts\n${AFTER}\`\`\`\n`],
])('a reply that is %s instead of JSON is a candidate', async (_, text) => {
  expect(await read(text)).toMatchObject({
    kind: 'candidate',
    changes: [{ path: 'src/cart.ts', after: AFTER }],
  });
});

test('its words are the diagnosis and the summary', async () => {
  expect(await read(`The total is text.\n\n${BLOCK}\nNow it is a number.`)).toMatchObject({
    diagnosis: expect.stringContaining('The total is text.'),
    changeSummary: expect.stringMatching(/The total is text\..*Now it is a number\./),
  });
});

test('without words the files are named', async () => {
  expect(await read(DIFF)).toMatchObject({
    changeSummary: 'Edits src/cart.ts; the reply says nothing more.',
  });
});

test.each([
  ['JSON with words around it', `Here you are: ${JSON_REPLY}`, 'malformed'],
  ['words alone', 'Sure, here is the fix!', 'malformed'],
  ['edits of two shapes', `${BLOCK}\n--- a/b.ts\n+++ b/b.ts\n@@ -1 +1 @@\n-x\n+y\n`, 'malformed'],
  ['JSON that is cut off', JSON_REPLY.slice(0, -9), 'truncated'],
  ['an edit that is cut off', BLOCK.slice(0, -20), 'truncated'],
  ['an edit that fits nowhere', BLOCK.replace('"0"', '"1"'), 'not-found'],
])('%s is refused', async (_, text, code) => {
  expect(await read(text)).toMatchObject({ kind: 'rejection', code });
});
