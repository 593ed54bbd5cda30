import { expect, test } from '@jest/globals';
import { readChanges } from '../../../src/repair/edits/read-changes.js';
import { revisionFiles } from '../../support/revision-files.js';

const LIMIT_MS = 4000;
const many = (piece: string, count = 20_000): string => piece.repeat(count);

/** Each once took, or could take, a time that grows with the square of its length or worse. */
test.each([
  ['slashes without an end', `${many('a/')}(\n\`\`\`\nx\n\`\`\`\n`],
  ['a path of slashes in backticks', `\`${many('a/')} \`\n\`\`\`\nx\n\`\`\`\n`],
  ['blanks', `src/a.txt\n\`\`\`\n//${many(' ')}x\n\`\`\`\n`],
  ['open brackets', many('[')],
  ['open braces with keys', many('{"edits":')],
  ['quotes', `{"path": "${many('\\"')}`],
  ['context without a change', `\`\`\`diff\n${many(' x\n')}\`\`\`\n`],
  ['hunk headers', many('@@ -1 +1 @@\n')],
  ['file headers', many('--- a/x\n+++ b/x\n')],
  ['heads of blocks', many('<<<<<<< SEARCH\n')],
  ['fences', many('```js\n')],
  ['fences in pairs', many('```js\nx\n```\n')],
  ['envelopes', many('*** Begin Patch\n*** End Patch\n')],
  ['one long line of backticks', many('`')],
  ['dashes', many('- - ')],
])('%s are read in time', async (_, text) => {
  const startedAt = performance.now();
  await readChanges(text, revisionFiles({ 'src/a.txt': 'x\n' }));
  expect(performance.now() - startedAt).toBeLessThan(LIMIT_MS);
});

test('a large file of equal lines is searched in time', async () => {
  const startedAt = performance.now();
  const block = `a.txt\n<<<<<<< SEARCH\n${many('}\n', 3000)}x\n=======\ny\n>>>>>>> REPLACE\n`;
  const changes = await readChanges(block, revisionFiles({ 'a.txt': `${many('}\n', 60_000)}x\n` }));
  expect(changes).toMatchObject([{ path: 'a.txt' }]);
  expect(performance.now() - startedAt).toBeLessThan(LIMIT_MS);
});

test('many hunks in a large file are placed in time', async () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `line ${at}`);
  const hunks = lines.filter((_, at) => at % 100 === 50).map((line) => `@@\n-${line}\n+${line}!\n`);
  const startedAt = performance.now();
  const changes = await readChanges(
    `--- a/a.txt\n+++ b/a.txt\n${hunks.join('')}`,
    revisionFiles({ 'a.txt': `${lines.join('\n')}\n` }),
  );
  expect(changes).toMatchObject([{ path: 'a.txt', after: expect.stringContaining('line 19950!\n') }]);
  expect(performance.now() - startedAt).toBeLessThan(LIMIT_MS);
});
