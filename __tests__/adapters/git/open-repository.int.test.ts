import { chownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openRepository } from '../../../src/adapters/git/open-repository.js';
import type { Repository } from '../../../src/isolate/repository.js';
import { Person } from './person.js';

let person: Person;
beforeEach(() => {
  person = new Person();
});
afterEach(() => person.remove());

async function open(directory = person.root): Promise<Repository> {
  const repository = await openRepository(directory, person.options);
  if (repository === null) throw new Error('no repository');
  return repository;
}

test('a folder outside any repository is none', async () => {
  expect(await openRepository(person.options.temporaryRoot, person.options)).toBeNull();
});

test('a folder that does not exist is an error that says so', async () => {
  await expect(open(join(person.folder, 'gone'))).rejects.toThrow(/Check that the folder exists/);
});

test('a bare repository is an error that says what to do', async () => {
  person.gitIn(person.folder, 'init', '--quiet', '--bare', 'bare');
  await expect(open(join(person.folder, 'bare'))).rejects.toThrow(/bare repository.*clone/s);
});

test('a repository without a commit is an error that says what to do', async () => {
  await expect(open()).rejects.toThrow(/has no commit yet/);
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

test('a clean checkout is read as it is', async () => {
  const headCommit = person.commit({ 'src/a.txt': 'a\n' });
  expect(await (await open(join(person.root, 'src'))).readState()).toEqual({
    root: person.root,
    headCommit,
    currentBranch: 'main',
    defaultBranch: 'main',
    checkedOutBranches: ['main'],
    uncommitted: [],
    submodules: [],
  });
});

test('a detached HEAD has no current branch', async () => {
  person.commit();
  person.git('checkout', '--quiet', '--detach');
  expect(await (await open()).readState()).toMatchObject({ currentBranch: null, checkedOutBranches: [] });
});

test('branches of every linked worktree count as checked out, whichever one it starts from', async () => {
  person.commit();
  const linked = join(person.folder, 'linked\nworktree');
  person.git('worktree', 'add', '--quiet', '-b', 'feature/x', linked);
  const state = await (await open(linked)).readState();
  expect(state).toMatchObject({ root: linked, currentBranch: 'feature/x' });
  expect([...state.checkedOutBranches].sort()).toEqual(['feature/x', 'main']);
});

test('uncommitted work is listed by its own names, whatever they hold', async () => {
  person.commit({ 'moved from': 'a long enough text\n', gone: 'x', changed: 'x' });
  const names = ['new\nline', 'quote"', 'tab\t', '-dash', '🙂', ' space '];
  for (const name of names) person.write(name, 'x');
  person.git('rm', '--quiet', 'gone');
  person.git('mv', 'moved from', 'moved to');
  person.write('changed', 'y');
  const { uncommitted } = await (await open()).readState();
  expect([...uncommitted].sort()).toEqual([...names, 'gone', 'moved from', 'moved to', 'changed'].sort());
});

test('the default branch is the remote’s, else a configured one, else main or master', async () => {
  person.commit();
  person.git('branch', 'trunk');
  person.git('branch', 'develop');
  const repository = await open();
  expect((await repository.readState()).defaultBranch).toBe('main');
  person.git('config', 'init.defaultBranch', 'trunk');
  expect((await repository.readState()).defaultBranch).toBe('trunk');
  person.git('update-ref', 'refs/remotes/origin/develop', 'HEAD');
  person.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/develop');
  expect((await repository.readState()).defaultBranch).toBe('develop');
});

test('no default branch is known when none of the usual exists', async () => {
  person.commit();
  person.git('branch', '-m', 'odd');
  expect((await (await open()).readState()).defaultBranch).toBeNull();
});

test('submodules are listed; their own work is not looked at', async () => {
  const library = new Person();
  library.commit({ a: 'x' });
  person.commit({ b: 'x' });
  person.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library.root, 'libs/a b');
  person.commit();
  library.remove();
  writeFileSync(join(person.root, 'libs/a b/a'), 'changed');
  const repository = await open();
  expect(await repository.readState()).toMatchObject({ submodules: ['libs/a b'], uncommitted: [] });
});

test('a branch is ours when smart-fix made all of it', async () => {
  const base = person.commit();
  const repository = await open();
  const workspace = await repository.openWorkspace(base);
  const ours = await workspace.commit(base, [{ path: 'a', before: null, after: 'x' }], 'attempt');
  await repository.putRef('refs/heads/fix', workspace, ours, null);
  await workspace.dispose();
  expect(await repository.readBranch('fix', base)).toEqual({ commit: ours, ours: true, published: false });
  person.git('update-ref', 'refs/remotes/origin/fix', ours);
  expect(await repository.readBranch('fix', base)).toMatchObject({ published: true });
  person.git('checkout', '--quiet', 'fix');
  const theirs = person.commit({ b: 'y' });
  expect(await repository.readBranch('fix', base)).toMatchObject({ commit: theirs, ours: false });
  expect(await repository.readBranch('absent', base)).toBeNull();
});

test.each([
  ['fix/temp-agent-patch-1', true],
  ['a;b', true],
  ['$(id)', true],
  ['`id`', true],
  ['ü', true],
  ['-x', false],
  ['--upload-pack=touch$IFS', false],
  ['HEAD', false],
  ['@{-1}', false],
  ['a..b', false],
  ['a b', false],
  ['a\nb', false],
  ['a\0b', false],
  ['x.lock', false],
  ['', false],
  ['/a', false],
])('branch name %j: %s', async (name, isAccepted) => {
  person.commit();
  expect(await (await open()).isBranchName(name)).toBe(isAccepted);
});

test('git variables of the parent have no effect', async () => {
  const headCommit = person.commit();
  const environment = { ...person.options.environment, GIT_DIR: '/nowhere', GIT_INDEX_FILE: '/nowhere' };
  const repository = await openRepository(person.root, { ...person.options, environment });
  expect((await repository?.readState())?.headCommit).toBe(headCommit);
});

test('a repository behind a symbolic link is opened at its real place', async () => {
  person.commit();
  mkdirSync(join(person.folder, 'links'));
  symlinkSync(person.root, join(person.folder, 'links/project'));
  expect((await (await open(join(person.folder, 'links/project'))).readState()).root).toBe(person.root);
});
