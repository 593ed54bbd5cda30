import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openRepository } from '../../../src/adapters/git/open-repository.js';
import { Person } from './person.js';

let person: Person;
beforeEach(() => {
  person = new Person();
});
afterEach(() => person.remove());

test('files of a commit are read as they are there: no links, no bytes, nothing uncommitted', async () => {
  symlinkSync('/etc/passwd', join(person.root, 'link'));
  writeFileSync(join(person.root, 'bytes'), Buffer.from([0, 1, 2]));
  const commit = person.commit({ 'a b/ü.yml': 'one\n', 'empty.yml': '' });
  writeFileSync(join(person.root, 'empty.yml'), 'changed');
  const repository = await openRepository(person.root, person.options);
  const paths = ['a b/ü.yml', 'empty.yml', 'link', 'bytes', 'gone', 'a b'];
  expect(await repository?.readFilesOf(commit, paths)).toEqual(
    new Map([
      ['a b/ü.yml', 'one\n'],
      ['empty.yml', ''],
    ]),
  );
});
