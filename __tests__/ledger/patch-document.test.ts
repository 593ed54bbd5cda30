import { expect, test } from '@jest/globals';
import type { FileChange } from '../../src/domain/patch.js';
import { patchDigest } from '../../src/domain/revision.js';
import type { Binding } from '../../src/ledger/entry.js';
import {
  type DocumentPlace,
  PatchTooLargeError,
  readPatchDocument,
  writePatchDocument,
} from '../../src/ledger/patch-document.js';
import { TamperedError } from '../../src/ledger/tampered-error.js';
import { fc } from '../support/property.js';

const BINDING: Binding = {
  repositoryId: 7,
  repository: { owner: 'octo', name: 'project' },
  workflowRun: { runId: 11, attempt: 1 },
  failedRun: { runId: 5, attempt: 2, headSha: 'c'.repeat(40) },
  settingsDigest: 'd'.repeat(64),
  looksFlaky: false,
  earlierReds: {},
};

const placeOf = (changes: readonly FileChange[]): DocumentPlace => ({
  binding: BINDING,
  baseCommit: BINDING.failedRun.headSha,
  revision: { revisionId: 'a'.repeat(64), patchDigest: patchDigest(changes) },
});

const baseOf =
  (changes: readonly FileChange[]) =>
  async (path: string): Promise<string | null> =>
    changes.find((change) => change.path === path)?.before ?? null;

const CHANGES: readonly FileChange[] = [
  { path: 'a/moved.txt', before: 'kept\n', after: null },
  { path: 'b/moved.txt', before: null, after: 'kept\n' },
  { path: 'gone.txt', before: 'old', after: null },
  { path: 'new.txt', before: null, after: 'one\ntwo' },
  { path: 'run.sh', before: 'echo 1\n', after: 'echo 1\n', executable: true },
  { path: 'sum.js', before: 'a\r\nb\nc\nd', after: 'a\r\nB\nc\nd\n' },
];

const document = writePatchDocument(placeOf(CHANGES), CHANGES, 'why');
const read = (text: string, changes = CHANGES) => readPatchDocument(text, placeOf(changes), baseOf(changes));

test('a patch is read back as it was, with its moves, modes and line ends', async () => {
  expect(await read(document)).toEqual(CHANGES);
  expect(JSON.parse(document)).toMatchObject({
    edits: [
      { op: 'rename', from: 'a/moved.txt', path: 'b/moved.txt' },
      { op: 'delete', path: 'gone.txt' },
      { op: 'create', path: 'new.txt', mode: '100644' },
      { op: 'modify', path: 'run.sh', mode: '100755', replacements: [] },
      {
        op: 'modify',
        path: 'sum.js',
        mode: null,
        replacements: [
          { line: 2, removed: 'b\n', added: 'B\n' },
          { line: 4, removed: 'd', added: 'd\n' },
        ],
      },
    ],
  });
});

test('whatever a patch does to texts, its document does the same', async () => {
  const lines = fc
    .array(fc.constantFrom('', 'a', 'b', 'c\r', '\u00e9', '\ud83d\ude00'), { maxLength: 9 })
    .chain((parts) => fc.constantFrom(parts.join('\n'), `${parts.join('\n')}\n`));
  const text = fc.option(lines, { nil: null });
  const change = fc.record({ before: text, after: text }).filter(({ before, after }) => before !== after);
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), async (texts) => {
      const changes = texts.map((each, index) => ({ path: `f${index}`, ...each }));
      expect(await read(writePatchDocument(placeOf(changes), changes, ''), changes)).toEqual(changes);
    }),
  );
});

const parsed = () => JSON.parse(document);
const rendered = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

test.each<[string, string]>([
  ['no JSON', 'not JSON'],
  ['a text behind the end', `${document} {}`],
  ['a byte order mark', `\ufeff${document}`],
  ['another spacing', JSON.stringify(parsed())],
  ['a key twice', document.replace('"runId": 11', '"runId": 11,\n  "runId": 11')],
  ['an unknown field', rendered({ ...parsed(), branch: 'main' })],
  ['an unknown schema', rendered({ ...parsed(), schema: 'smart-fix/patch/2' })],
  ['another repository', rendered({ ...parsed(), repositoryId: 8 })],
  ['another run', rendered({ ...parsed(), runId: 12 })],
  ['another attempt', rendered({ ...parsed(), attempt: 2 })],
  ['another base', rendered({ ...parsed(), baseSha: 'e'.repeat(40) })],
  ['another revision', rendered({ ...parsed(), revisionId: 'b'.repeat(64) })],
  ['no edits', rendered({ ...parsed(), edits: [] })],
  ['another text', document.replace('"added": "B', '"added": "X')],
  ['lines that are not there', document.replace('"removed": "b', '"removed": "x')],
  ['another line', document.replace('"line": 4', '"line": 3')],
  ['a file that is there already', document.replace('"path": "new.txt"', '"path": "gone.txt"')],
  ['a base that is another', document.replace(/"oldSha256": "[0-9a-f]{4}/, '"oldSha256": "0000')],
  ['a place outside', document.replace('"path": "new.txt"', '"path": "../new.txt"')],
  ["git's own folder", document.replace('"path": "new.txt"', '"path": ".git/hooks/x"')],
  ['a file twice', rendered({ ...parsed(), edits: [...parsed().edits, parsed().edits[1]] })],
  ['one edit less', rendered({ ...parsed(), edits: parsed().edits.slice(1) })],
])('a document with %s is refused', async (_, text) => {
  expect(text).not.toBe(document);
  await expect(read(text)).rejects.toThrow(TamperedError);
});

test('a patch that is larger than a document may be is not written', () => {
  const changes = [{ path: 'a', before: null, after: 'x'.repeat(1024 * 1024) }];
  expect(() => writePatchDocument(placeOf(changes), changes, '')).toThrow(PatchTooLargeError);
});

test('a formatter’s work on a large file is a small document', () => {
  const before = Array.from({ length: 50_000 }, (_, line) => `line ${line}\n`).join('');
  const changes = [{ path: 'a', before, after: before.replace('line 7\n', 'line seven\n') }];
  expect(writePatchDocument(placeOf(changes), changes, '').length).toBeLessThan(2000);
});
