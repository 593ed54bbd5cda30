import { expect, test } from '@jest/globals';
import { applyPatch } from 'diff';
import { renderPatch } from '../../../src/repair/edits/render-patch.js';
import { readChanges } from '../../support/read-changes.js';
import { revisionFiles } from '../../support/revision-files.js';

const LIMIT_MS = 15_000;
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

const numbered = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at}\n`).join('');

test.each([
  ['the first line of very many', numbered(200_000), { old: 'line 0\n', new: 'line 0!\n' }],
  ['a part that is on every line', many('xx='), { old: 'x', new: 'y' }],
  ['all of very many places', many('x=\n', 90_000), { old: 'x', new: 'y', replace_all: true }],
  ['every line of a large file', numbered(30_000), { old: numbered(30_000), new: many('x\n', 30_000) }],
])('an edit of %s ends in time', async (_, text, edit) => {
  const startedAt = performance.now();
  const json = JSON.stringify({ edits: [{ path: 'a.txt', ...edit }] });
  const changes = await readChanges(json, revisionFiles({ 'a.txt': text }));
  const [wanted] = 'kind' in changes ? [changes.code] : changes.map(({ after }) => after);
  const isUnique = text.split(edit.old).length === 2 || 'replace_all' in edit;
  expect(wanted).toBe(isUnique ? text.replaceAll(edit.old, edit.new) : 'ambiguous');
  expect(performance.now() - startedAt).toBeLessThan(LIMIT_MS);
});

test('a patch of a file that is written anew is rendered in time, and says what is done', () => {
  const startedAt = performance.now();
  const [before, after] = [numbered(30_000), many('x\n', 30_000).trimEnd()];
  const patch = renderPatch([{ path: 'a.txt', before, after }]);
  expect(applyPatch(before, patch)).toBe(after);
  expect(performance.now() - startedAt).toBeLessThan(LIMIT_MS);
});
