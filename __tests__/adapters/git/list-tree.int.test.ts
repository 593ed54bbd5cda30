import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { listTree } from '../../../src/adapters/git/list-tree.js';
import { readWorktreeFile } from '../../../src/adapters/git/worktree-files.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder('list-tree');

function write(path: string, content: string | Buffer = 'x'): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

test('every regular file is listed, but for links and installed packages', async () => {
  for (const path of ['b.xml', 'a/deep/r.xml', 'node_modules/x/y.xml', '.git/config', '.venv/z.xml'])
    write(path);
  symlinkSync('/etc', join(folder, 'a', 'link'));
  symlinkSync('b.xml', join(folder, 'c.xml'));
  expect(await listTree(folder)).toEqual(['a/deep/r.xml', 'b.xml']);
  expect(await listTree(join(folder, 'nothing'))).toEqual([]);
});

test('a file is read as text; a link, a folder, bytes and nothing are not', async () => {
  write('text.xml', 'ä');
  write('bytes.xml', Buffer.from([0xff, 0xfe, 0]));
  symlinkSync('text.xml', join(folder, 'link.xml'));
  mkdirSync(join(folder, 'folder.xml'));
  const names = ['text.xml', 'bytes.xml', 'link.xml', 'folder.xml', 'nothing.xml'];
  expect(await Promise.all(names.map((name) => readWorktreeFile(folder, name)))).toEqual([
    'ä',
    null,
    null,
    null,
    null,
  ]);
});
