import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openRepository } from '../../../src/adapters/git/open-repository.js';
import type { Repository } from '../../../src/isolate/repository.js';
import type { Workspace } from '../../../src/isolate/workspace.js';
import { Person, snapshot } from './person.js';

let person: Person;
let repository: Repository;
let workspace: Workspace;
let base: string;
let fix: string;

beforeEach(async () => {
  person = new Person();
  base = person.commit({ a: 'a\n', other: 'x\n' });
  const opened = await openRepository(person.root, person.options);
  if (opened === null) throw new Error('no repository');
  repository = opened;
  workspace = await repository.openWorkspace(base);
  fix = await workspace.commit(
    base,
    [
      { path: 'a', before: 'a\n', after: 'b\n' },
      { path: 'new', before: null, after: 'n\n' },
    ],
    'fix',
  );
});
afterEach(() => person.remove());

const merge = () =>
  repository.mergeNoFastForward({ into: 'main', branch: 'fix', base, message: 'merge: result\n\n-m $(id)' });

test('only the ref, its reflog and objects are new in the person’s repository', async () => {
  const before = snapshot(person.root);
  await repository.putRef('refs/heads/fix', workspace, fix, null);
  await workspace.dispose();
  const after = snapshot(person.root);
  const added = Object.keys(after).filter((path) => before[path] !== after[path]);
  const outsideObjects = added.filter((path) => !path.includes('/.git/objects/'));
  expect(outsideObjects.map((path) => path.slice(person.root.length)).sort()).toEqual([
    '/.git/logs/refs/heads/fix',
    '/.git/refs/heads/fix',
  ]);
  expect(Object.keys(before).filter((path) => !(path in after))).toEqual([]);
  expect(person.git('show', 'fix:a')).toBe('b');
  person.git('fsck', '--strict', '--no-dangling');
});

test.each(['a;b', '$(id)', '`id`', 'ü/🙂', "quote'd"])('the ref name %j is only a name', async (name) => {
  await repository.putRef(`refs/heads/${name}`, workspace, fix, null);
  expect(person.git('for-each-ref', '--format=%(refname)', 'refs/heads').split('\n').sort()).toEqual(
    [`refs/heads/${name}`, 'refs/heads/main'].sort(),
  );
});

test('a ref that is not where it was expected stays where it is', async () => {
  await expect(repository.putRef('refs/heads/fix', workspace, fix, base)).rejects.toThrow(/refs\/heads\/fix/);
  person.git('branch', 'fix', base);
  await expect(repository.putRef('refs/heads/fix', workspace, fix, null)).rejects.toThrow(/refs\/heads\/fix/);
  expect(person.git('rev-parse', 'fix')).toBe(base);
  await repository.putRef('refs/heads/fix', workspace, fix, base);
  expect(person.git('rev-parse', 'fix')).toBe(fix);
});

test('a branch that is checked out anywhere is never moved', async () => {
  person.git('worktree', 'add', '--quiet', '-b', 'fix', join(person.folder, 'linked'));
  for (const name of ['main', 'fix'])
    await expect(repository.putRef(`refs/heads/${name}`, workspace, fix, base)).rejects.toThrow(
      /checked out/,
    );
});

test('a symbolic ref is replaced, and what it points at stays', async () => {
  person.git('symbolic-ref', 'refs/heads/alias', 'refs/heads/main');
  await repository.putRef('refs/heads/alias', workspace, fix, base).catch(() => undefined);
  expect(person.git('rev-parse', 'main')).toBe(base);
});

test('a clean checkout at the base is merged with a merge commit of the person’s own', async () => {
  await repository.putRef('refs/heads/fix', workspace, fix, null);
  const result = await merge();
  expect(result).toEqual({ merged: true, commit: person.git('rev-parse', 'main') });
  expect(person.git('log', '-1', '--format=%P|%an|%B').trimEnd()).toBe(
    `${base} ${fix}|Ada|merge: result\n\n-m $(id)`,
  );
  expect(readFileSync(join(person.root, 'new'), 'utf8')).toBe('n\n');
  expect(person.git('status', '--porcelain')).toBe('');
});

test('configured merge options change nothing', async () => {
  await repository.putRef('refs/heads/fix', workspace, fix, null);
  person.git('config', 'branch.main.mergeOptions', '--squash --no-commit');
  person.git('config', 'merge.ff', 'only');
  expect(await merge()).toMatchObject({ merged: true });
  expect(person.git('log', '-1', '--format=%P')).toBe(`${base} ${fix}`);
});

test('there is no merge when HEAD has moved', async () => {
  await repository.putRef('refs/heads/fix', workspace, fix, null);
  const moved = person.commit({ more: 'x' });
  expect(await merge()).toEqual({ merged: false, reason: expect.stringContaining('HEAD has moved') });
  expect(person.git('rev-parse', 'HEAD')).toBe(moved);
});

test('there is no merge over uncommitted work', async () => {
  await repository.putRef('refs/heads/fix', workspace, fix, null);
  person.write('un"tracked', 'x');
  expect(await merge()).toEqual({ merged: false, reason: expect.stringContaining('un\\"tracked') });
  expect(person.git('rev-parse', 'HEAD')).toBe(base);
});

test('a merge never overwrites a file that the person’s rules ignore', async () => {
  await repository.putRef('refs/heads/fix', workspace, fix, null);
  writeFileSync(join(person.root, '.git/info/exclude'), 'new\n');
  person.write('new', 'mine\n');
  expect(await merge()).toMatchObject({ merged: false });
  expect(readFileSync(join(person.root, 'new'), 'utf8')).toBe('mine\n');
  expect(person.git('rev-parse', 'HEAD')).toBe(base);
});

test('a merge that fails half-way is undone, and its reason is told', async () => {
  await repository.putRef('refs/heads/fix', workspace, fix, null);
  rmSync(join(person.folder, 'home/.gitconfig'));
  person.git('config', 'user.useConfigOnly', 'true');
  const result = await merge();
  expect(result).toEqual({ merged: false, reason: expect.stringMatching(/identity|user\.|email/i) });
  expect(existsSync(join(person.root, '.git/MERGE_HEAD'))).toBe(false);
  expect(person.git('status', '--porcelain')).toBe('');
  expect(person.git('rev-parse', 'HEAD')).toBe(base);
});

test('a merge that cannot move the branch leaves the checkout as it was', async () => {
  await repository.putRef('refs/heads/fix', workspace, fix, null);
  writeFileSync(join(person.root, '.git/refs/heads/main.lock'), '');
  expect(await merge()).toMatchObject({ merged: false, reason: expect.stringContaining('lock') });
  rmSync(join(person.root, '.git/refs/heads/main.lock'));
  expect(person.git('status', '--porcelain')).toBe('');
  expect(existsSync(join(person.root, '.git/MERGE_HEAD'))).toBe(false);
  expect(existsSync(join(person.root, 'new'))).toBe(false);
});

test('a branch that is not there is a reason, no exception', async () => {
  expect(await merge()).toMatchObject({ merged: false });
});

test('a lock of another git command is an error that says so', async () => {
  writeFileSync(join(person.root, '.git/refs/heads/fix.lock'), '');
  await expect(repository.putRef('refs/heads/fix', workspace, fix, null)).rejects.toThrow(/lock/);
});
