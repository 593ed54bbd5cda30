import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openCheckout } from '../../../src/adapters/git/open-checkout.js';
import { openRepository } from '../../../src/adapters/git/open-repository.js';
import type { Repository } from '../../../src/isolate/repository.js';
import { Person, snapshot } from './person.js';

const HOOKS =
  'applypatch-msg pre-commit prepare-commit-msg commit-msg post-commit pre-merge-commit post-merge post-checkout ' +
  'post-index-change reference-transaction pre-auto-gc fsmonitor-watchman pre-push update post-update post-rewrite';

let person: Person;
beforeEach(() => {
  person = new Person();
});
afterEach(() => person.remove());

async function open(): Promise<Repository> {
  const repository = await openRepository(person.root, person.options);
  if (repository === null) throw new Error('no repository');
  return repository;
}

/** Configures a repository to run the trap wherever git can be made to run something. */
function plant(gitDirectory: string, trap: string): void {
  mkdirSync(join(gitDirectory, 'hooks'), { recursive: true });
  for (const hook of HOOKS.split(' ')) symlinkSync(trap, join(gitDirectory, 'hooks', hook));
  mkdirSync(join(gitDirectory, 'info'), { recursive: true });
  writeFileSync(
    join(gitDirectory, 'info/attributes'),
    '* filter=trap diff=trap merge=trap\n*.p filter=long\n',
  );
  const config = {
    'core.hooksPath': join(gitDirectory, 'hooks'),
    'core.fsmonitor': trap,
    'core.pager': trap,
    'core.editor': trap,
    'core.askPass': trap,
    'core.sshCommand': trap,
    'core.alternateRefsCommand': trap,
    'filter.trap.clean': trap,
    'filter.trap.smudge': trap,
    'filter.trap.required': 'true',
    'filter.long.process': trap,
    'filter.long.required': 'true',
    'diff.external': trap,
    'diff.trap.command': trap,
    'diff.trap.textconv': trap,
    'merge.trap.driver': trap,
    'gpg.program': trap,
    'commit.gpgSign': 'true',
    'merge.verifySignatures': 'true',
    'merge.autoStash': 'true',
    'log.showSignature': 'true',
    'credential.helper': `!${trap}`,
    'uploadpack.packObjectsHook': trap,
    'alias.status': `!${trap}`,
    'alias.read-tree': `!${trap}`,
    'alias.merge': `!${trap}`,
    'sequence.editor': trap,
    'pager.diff': trap,
    'pager.log': 'true',
  };
  const lines = Object.entries(config).map(([key, value]) => {
    const parts = key.split('.');
    const section = parts.length === 3 ? `[${parts[0]} "${parts[1]}"]` : `[${parts[0]}]`;
    return `${section}\n\t${parts.at(-1)} = "${value}"\n`;
  });
  writeFileSync(join(gitDirectory, 'config'), lines.join(''), { flag: 'a' });
}

test('nothing that is planted in the person’s repository runs, from opening to the merge', async () => {
  const base = person.commit({ a: 'a\n', 'b.p': 'b\n' });
  plant(join(person.root, '.git'), person.trap());
  const repository = await open();
  await repository.readState();
  await openCheckout(person.root, person.options.environment);
  const workspace = await repository.openWorkspace(base);
  await workspace.checkout(base, 'nothing');
  await workspace.startBranch('fix');
  const changes = [
    { path: 'a', before: 'a\n', after: 'A\n' },
    { path: 'b.p', before: 'b\n', after: 'B\n' },
  ];
  const commit = await workspace.commit(base, changes, 'attempt');
  await workspace.checkout(commit, 'nothing');
  await workspace.diff(base, commit);
  await repository.putRef('refs/heads/fix', workspace, commit, null);
  await repository.readBranch('fix', base);
  expect(
    await repository.mergeNoFastForward({ into: 'main', branch: 'fix', base, message: 'merge' }),
  ).toMatchObject({
    merged: true,
  });
  await workspace.dispose();
  expect(readFileSync(join(person.root, 'b.p'), 'utf8')).toBe('B\n');
  expect(existsSync(person.marker)).toBe(false);
});

test('the traps of these tests do run when git is used without care', () => {
  person.commit({ a: 'a\n', 'b.p': 'b\n' });
  plant(join(person.root, '.git'), person.trap());
  person.write('a', 'changed\n');
  try {
    person.git('status');
  } catch {
    // The trap is no good filter: what counts is that it ran.
  }
  expect(existsSync(person.marker)).toBe(true);
});

test('nothing that a gate plants in its repository or tree runs', async () => {
  const base = person.commit({ a: 'a\n', 'b.p': 'b\n', 'src/c': 'c\n' });
  const repository = await open();
  const workspace = await repository.openWorkspace(base);
  await workspace.checkout(base, 'nothing');
  const trap = person.trap();
  for (const place of ['.git', 'src/.git', 'new/.git']) plant(join(workspace.directory, place), trap);
  writeFileSync(join(workspace.directory, '.gitattributes'), '* filter=trap diff=trap\n');
  writeFileSync(join(workspace.directory, 'a'), 'tampered\n');
  await workspace.digestFiles(base);
  await workspace.collectChanges(base);
  await workspace.startBranch('fix');
  const commit = await workspace.commit(base, [{ path: 'a', before: 'a\n', after: 'A\n' }], 'x');
  await workspace.checkout(commit, 'nothing');
  await workspace.diff(base, commit);
  await repository.putRef('refs/heads/fix', workspace, commit, null);
  await workspace.dispose();
  expect(existsSync(person.marker)).toBe(false);
});

test('a tree full of links leads no write and no deletion outside', async () => {
  const outside = join(person.folder, 'outside');
  mkdirSync(join(outside, 'deep'), { recursive: true });
  for (const file of ['file', 'deep/file', 'HEAD', 'index', 'untracked'])
    writeFileSync(join(outside, file), 'theirs\n');
  const base = person.commit({ 'src/deep/file': '1\n', 'src/file': '1\n', file: '1\n', 'moved/file': '1\n' });
  const workspace = await (await open()).openWorkspace(base);
  await workspace.checkout(base, 'nothing');
  const next = await workspace.commit(
    base,
    ['src/deep/file', 'src/file', 'file'].map((path) => ({ path, before: '1\n', after: '2\n' })),
    'x',
  );
  const tree = workspace.directory;
  const replaceByLink = (path: string, target: string) => {
    rmSync(join(tree, path), { recursive: true, force: true });
    symlinkSync(target, join(tree, path));
  };
  const before = snapshot(outside);
  for (const commit of [next, base]) {
    replaceByLink('src', outside);
    replaceByLink('file', join(outside, 'file'));
    replaceByLink('.git', outside);
    replaceByLink('left', outside);
    renameSync(join(tree, 'moved'), join(person.folder, `moved-${commit}`));
    replaceByLink('moved', join(person.folder, `moved-${commit}`));
    await workspace.collectChanges(commit);
    await workspace.checkout(commit, 'nothing');
    expect(readFileSync(join(tree, 'src/deep/file'), 'utf8')).toBe(commit === next ? '2\n' : '1\n');
    expect(readFileSync(join(tree, 'moved/file'), 'utf8')).toBe('1\n');
    expect(readdirSync(join(tree, 'moved'))).toEqual(['file']);
    expect(readFileSync(join(person.folder, `moved-${commit}/file`), 'utf8')).toBe('1\n');
    rmSync(join(tree, 'left'), { force: true });
  }
  await workspace.startBranch('fix');
  await workspace.dispose();
  expect(snapshot(outside)).toEqual(before);
});

test('a gate that links the parts of its .git outside changes nothing there', async () => {
  const outside = join(person.folder, 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'index'), 'theirs\n');
  const base = person.commit({ a: 'x' });
  const workspace = await (await open()).openWorkspace(base);
  await workspace.checkout(base, 'nothing');
  const dotGit = join(workspace.directory, '.git');
  for (const part of ['index', 'HEAD', 'refs', 'objects', 'config']) {
    rmSync(join(dotGit, part), { recursive: true, force: true });
    symlinkSync(part === 'index' ? join(outside, 'index') : outside, join(dotGit, part));
  }
  await workspace.startBranch('fix/x');
  await workspace.checkout(base, 'nothing');
  expect(readdirSync(outside)).toEqual(['index']);
  expect(readFileSync(join(outside, 'index'), 'utf8')).toBe('theirs\n');
  expect(person.gitIn(workspace.directory, 'status', '--porcelain', '--branch')).toBe('## fix/x');
});

test('read-only files and folders that a gate leaves are cleared away', async () => {
  const base = person.commit({ 'src/a': 'x' });
  const workspace = await (await open()).openWorkspace(base);
  await workspace.checkout(base, 'nothing');
  const left = join(workspace.directory, 'left');
  mkdirSync(join(left, 'inner'), { recursive: true });
  writeFileSync(join(left, 'inner/file'), 'x', { mode: 0o400 });
  writeFileSync(join(workspace.directory, 'src/a'), 'tampered');
  for (const folder of [join(left, 'inner'), left, join(workspace.directory, 'src')])
    await chmod(folder, 0o500);
  await workspace.checkout(base, 'nothing');
  expect(readdirSync(workspace.directory).sort()).toEqual(['.git', 'src']);
  expect(readFileSync(join(workspace.directory, 'src/a'), 'utf8')).toBe('x');
});

test('the rights of a folder outside never change, even when a link to it cannot be removed at first', async () => {
  const outside = join(person.folder, 'outside');
  mkdirSync(outside, { mode: 0o755 });
  const base = person.commit({ a: 'x' });
  const workspace = await (await open()).openWorkspace(base);
  await workspace.checkout(base, 'nothing');
  rmSync(join(workspace.directory, '.git'), { recursive: true });
  symlinkSync(outside, join(workspace.directory, '.git'));
  await chmod(workspace.directory, 0o500);
  await workspace.checkout(base, 'ignored');
  expect(statSync(outside).mode & 0o777).toBe(0o755);
  expect(readdirSync(outside)).toEqual([]);
});
