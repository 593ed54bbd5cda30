import { chownSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Checkout, openCheckout } from '../../../src/adapters/git/open-checkout.js';
import { Person } from './person.js';

let person: Person;
beforeEach(() => {
  person = new Person();
});
afterEach(() => person.remove());

async function open(directory = person.root): Promise<Checkout> {
  const checkout = await openCheckout(directory, person.options.environment);
  if (checkout === null) throw new Error('no checkout');
  return checkout;
}

test('a folder outside any repository is none', async () => {
  expect(await openCheckout(person.options.temporaryRoot, person.options.environment)).toBeNull();
});

test('all tracked files are listed from the root, whatever folder is asked from', async () => {
  person.commit({ 'a/b.txt': 'b\n', 'a[1]/ü.txt': 'u\n', 'c.txt': 'c\n' });
  person.write('untracked.txt', 'x');
  const { files, root } = await open(join(person.root, 'a'));
  expect([...files].sort()).toEqual(['a/b.txt', 'a[1]/ü.txt', 'c.txt']);
  expect(await root()).toBe(person.root);
});

test('files wait for no commit', async () => {
  person.write('a.txt', 'a\n');
  person.git('add', 'a.txt');
  expect((await open()).files).toEqual(['a.txt']);
});

test('tracked files are listed once, also in conflict', async () => {
  person.commit({ 'a\nb': '1' });
  person.git('checkout', '--quiet', '-b', 'other');
  person.commit({ 'a\nb': '2' });
  person.git('checkout', '--quiet', 'main');
  person.commit({ 'a\nb': '3' });
  expect(() => person.git('merge', 'other')).toThrow();
  expect((await open()).files).toEqual(['a\nb']);
});

test('submodules are no tracked files', async () => {
  const library = new Person();
  library.commit({ a: 'x' });
  person.commit({ b: 'x' });
  person.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library.root, 'libs/a b');
  library.remove();
  expect([...(await open()).files].sort()).toEqual(['.gitmodules', 'b']);
});

test('a bare repository is an error that says what to do', async () => {
  person.gitIn(person.folder, 'init', '--quiet', '--bare', 'bare');
  await expect(open(join(person.folder, 'bare'))).rejects.toThrow(/bare repository.*clone/s);
});

test('a folder that does not exist is an error that says so', async () => {
  await expect(open(join(person.folder, 'gone'))).rejects.toThrow(/Check that the folder exists/);
});

test('a folder that belongs to somebody else is an error that names safe.directory', async () => {
  if (process.getuid?.() !== 0) {
    console.warn('not root: the refusal of a foreign folder cannot be tried here');
    return;
  }
  person.commit();
  chownSync(join(person.root, '.git'), 65534, 65534);
  chownSync(person.root, 65534, 65534);
  await expect(open()).rejects.toThrow(/safe\.directory/);
});
