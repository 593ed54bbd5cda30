import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { writeChanges } from '../../../src/adapters/folder/write-changes.js';
import type { FileChange } from '../../../src/domain/patch.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const root = temporaryFolder('write');

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(root, 'case-'));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  return folder;
}

const edit = (path: string, before: string | null, after: string | null): FileChange => ({
  path,
  before,
  after,
});

test('all files are written, and nothing else is left behind', async () => {
  const folder = folderWith({ a: '1', b: '2' });
  await writeChanges(folder, [edit('a', '1', 'one'), edit('b', '2', null), edit('c/d/e', null, 'new')]);
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['a', 'c', 'c/d', 'c/d/e']);
  expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('one');
});

test('when the last file cannot be written, the others are as before', async () => {
  const folder = folderWith({ a: '1', b: '2' });
  mkdirSync(join(folder, 'z'));
  const changes = [
    edit('a', '1', 'one'),
    edit('b', '2', null),
    edit('n/new', null, 'x'),
    edit('z', null, 'y'),
  ];
  await expect(writeChanges(folder, changes)).rejects.toThrow(
    /nothing was written to .*: z is there already/,
  );
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['a', 'b', 'z']);
  expect([readFileSync(join(folder, 'a'), 'utf8'), readFileSync(join(folder, 'b'), 'utf8')]).toEqual([
    '1',
    '2',
  ]);
});

test('what cannot be taken back is named, and the rest is taken back all the same', async () => {
  const folder = folderWith({ a: '1', z: '3' });
  const change: FileChange = {
    path: 'z',
    before: null,
    get after() {
      // A file of another program, in a folder that was made for these changes.
      writeFileSync(join(folder, 'n', 'theirs'), '');
      return 'x';
    },
  };
  const changes = [edit('a', '1', 'one'), edit('m/new', null, 'x'), edit('n/new', null, 'x'), change];
  await expect(writeChanges(folder, changes)).rejects.toThrow(
    /not all could be taken back in .*: z is there already; .*not empty/,
  );
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['a', 'n', 'n/theirs', 'z']);
  expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('1');
});

test('a file that was changed meanwhile is not written over', async () => {
  const folder = folderWith({ a: 'other' });
  await expect(writeChanges(folder, [edit('a', '1', 'one')])).rejects.toThrow('a was changed meanwhile');
  expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('other');
});

test('a file that was made meanwhile is not written over', async () => {
  const folder = folderWith({ a: 'other' });
  await expect(writeChanges(folder, [edit('a', null, 'one')])).rejects.toThrow('a is there already');
  expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('other');
});

test('nothing is written through a symbolic link', async () => {
  const folder = folderWith({});
  const outside = folderWith({ a: '1' });
  symlinkSync(outside, join(folder, 'link'));
  await expect(writeChanges(folder, [edit('link/a', '1', 'one')])).rejects.toThrow('link is a symbolic link');
  expect(readFileSync(join(outside, 'a'), 'utf8')).toBe('1');
});

test('a file that is renamed in case alone is there under its new name', async () => {
  const folder = folderWith({ readme: 'x' });
  await writeChanges(folder, [edit('README', null, 'x'), edit('readme', 'x', null)]);
  expect(readdirSync(folder)).toEqual(['README']);
});
