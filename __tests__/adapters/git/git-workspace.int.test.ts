import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { chmod, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openRepository } from '../../../src/adapters/git/open-repository.js';
import type { FileChange } from '../../../src/domain/patch.js';
import type { Workspace } from '../../../src/isolate/workspace.js';
import { Person, snapshot } from './person.js';

const ODD_NAMES = [
  'new\nline',
  'quote"d',
  'tab\tbed',
  '-dash',
  '🙂 é',
  ' space ',
  'back\\slash',
  '#x',
  '!y',
  'st*r[a]?',
];

let person: Person;
beforeEach(() => {
  person = new Person();
});
afterEach(() => person.remove());

async function open(baseCommit: string, owner = person): Promise<Workspace> {
  const repository = await openRepository(owner.root, owner.options);
  if (repository === null) throw new Error('no repository');
  const workspace = await repository.openWorkspace(baseCommit);
  await workspace.checkout(baseCommit, 'nothing');
  return workspace;
}

const created = (path: string, after = 'new\n'): FileChange => ({ path, before: null, after });
const inTree = (workspace: Workspace, path: string) => join(workspace.directory, path);
const read = (workspace: Workspace, path: string) => readFileSync(inTree(workspace, path), 'utf8');
const write = (workspace: Workspace, path: string, content: string | Buffer) => {
  mkdirSync(join(inTree(workspace, path), '..'), { recursive: true });
  writeFileSync(inTree(workspace, path), content);
};

test('nothing of the person’s repository changes while a workspace lives', async () => {
  person.commit({ a: 'one\n', '.gitignore': 'ignored\n' });
  person.write('a', 'stashed\n');
  person.git('stash');
  const base = person.commit({ a: 'two\n' });
  person.write('a', 'uncommitted\n');
  person.write('untracked', 'x');
  person.write('ignored', 'x');
  person.write('staged', 'x');
  person.git('add', 'staged');
  const before = snapshot(person.root);
  const workspace = await open(base);
  await workspace.startBranch('fix/x');
  const commit = await workspace.commit(base, [created('b')], 'attempt');
  await workspace.checkout(commit, 'ignored');
  write(workspace, 'c', 'x');
  await workspace.collectChanges(commit);
  await workspace.dispose();
  expect(snapshot(person.root)).toEqual(before);
});

test('the workspace is a folder that only this user can enter, and goes as a whole', async () => {
  const workspace = await open(person.commit({ a: 'x' }));
  const folder = join(workspace.directory, '..');
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(join(workspace.temporaryDirectory, '..')).toBe(folder);
  expect(existsSync(workspace.temporaryDirectory)).toBe(true);
  await workspace.dispose();
  await workspace.dispose();
  expect(readdirSync(person.options.temporaryRoot)).toEqual([]);
});

test('a base commit that does not exist leaves nothing behind', async () => {
  person.commit();
  await expect(open('1'.repeat(40))).rejects.toThrow();
  expect(readdirSync(person.options.temporaryRoot)).toEqual([]);
});

test('tracked files keep their names and kinds', async () => {
  person.write('run.sh', '#!/bin/sh\n');
  await chmod(join(person.root, 'run.sh'), 0o755);
  await symlink('run.sh', join(person.root, 'link'));
  const base = person.commit(Object.fromEntries(ODD_NAMES.map((name) => [name, name])));
  const workspace = await open(base);
  const files = await workspace.listFiles(base);
  expect(files.map((file) => file.path).sort()).toEqual([...ODD_NAMES, 'link', 'run.sh'].sort());
  expect(files.find((file) => file.path === 'run.sh')?.kind).toBe('executable');
  expect(files.find((file) => file.path === 'link')?.kind).toBe('symlink');
  for (const name of ODD_NAMES) expect(await workspace.readFile(base, name)).toBe(name);
});

test('only text of regular files is read', async () => {
  await symlink('text', join(person.root, 'link'));
  const base = person.commit({
    text: '\uFEFFa\r\nb',
    nul: 'a\0b',
    latin: Buffer.from([0xe9, 0x0a]),
    'folder/inside': 'x',
    empty: '',
  });
  const workspace = await open(base);
  expect(await workspace.readFile(base, 'text')).toBe('\uFEFFa\r\nb');
  expect(await workspace.readFile(base, 'empty')).toBe('');
  for (const path of [
    'nul',
    'latin',
    'link',
    'folder',
    'folder/',
    'absent',
    '',
    'te*',
    ':/text',
    'a\0b',
    '../text',
  ])
    expect(await workspace.readFile(base, path)).toBeNull();
});

test('a commit carries exactly its changes, the modes of existing and renamed files, and the name of smart-fix', async () => {
  person.write('run.sh', 'old\n');
  person.write('tool.sh', 'x\n');
  for (const script of ['run.sh', 'tool.sh']) await chmod(join(person.root, script), 0o755);
  const base = person.commit({ kept: 'kept\r\n', gone: 'x', 'folder/file': 'x' });
  const workspace = await open(base);
  write(workspace, 'kept', 'changed in the worktree only');
  const commit = await workspace.commit(
    base,
    [
      { path: 'run.sh', before: 'old\n', after: 'new\r\n' },
      { path: 'tool.sh', before: 'x\n', after: null },
      { path: 'tools/tool.sh', before: null, after: 'x\n', modeOf: 'tool.sh' },
      { path: 'gone', before: 'x', after: null },
      { path: 'folder/file', before: 'x', after: null },
      created('folder', 'now a file'),
      created('deep/er/file'),
    ],
    'subject\n\nbody -- $(id)\n',
  );
  const kinds = Object.fromEntries((await workspace.listFiles(commit)).map((file) => [file.path, file.kind]));
  expect(kinds).toEqual({
    'run.sh': 'executable',
    'tools/tool.sh': 'executable',
    kept: 'file',
    folder: 'file',
    'deep/er/file': 'file',
  });
  expect(await workspace.readFile(commit, 'run.sh')).toBe('new\r\n');
  expect(await workspace.readFile(commit, 'kept')).toBe('kept\r\n');
  await workspace.checkout(commit, 'ignored');
  const log = person.gitIn(workspace.directory, 'log', '-1', '--format=%an <%ae>|%cn <%ce>|%P|%B');
  const name = 'smart-fix <smart-fix@noreply.invalid>';
  expect(log.trimEnd()).toBe(`${name}|${name}|${base}|subject\n\nbody -- $(id)`);
});

test('files with odd names are changed and nothing else is', async () => {
  const base = person.commit(Object.fromEntries(ODD_NAMES.map((name) => [name, 'old\n'])));
  const workspace = await open(base);
  const changes = ODD_NAMES.map((path) => ({ path, before: 'old\n', after: `${path}!` }));
  const commit = await workspace.commit(base, changes, 'odd');
  await workspace.checkout(commit, 'ignored');
  for (const name of ODD_NAMES) expect(read(workspace, name)).toBe(`${name}!`);
  for (const name of ODD_NAMES) write(workspace, name, 'again');
  const collected = await workspace.collectChanges(commit);
  expect(collected.odd).toEqual([]);
  expect(collected.changes.map((change) => change.path).sort()).toEqual([...ODD_NAMES].sort());
});

test('the tree of a commit can be put on another parent', async () => {
  const base = person.commit({ a: '1' });
  const workspace = await open(base);
  const first = await workspace.commit(base, [created('b')], 'one');
  const second = await workspace.commit(first, [created('c')], 'two');
  const whole = await workspace.recommit(second, base, 'all');
  expect(await workspace.diff(second, whole)).toBe('');
  await workspace.checkout(whole, 'ignored');
  expect(person.gitIn(workspace.directory, 'log', '--format=%s %P')).toBe(`all ${base}\nwork`);
});

test.each(['../x', '/x', '.git/hooks/pre-commit', '.GIT/config', 'git~1/config', 'a\0b', 'C:\\x'])(
  'a commit refuses the path %j',
  async (path) => {
    const base = person.commit();
    const workspace = await open(base);
    await expect(workspace.commit(base, [created(path)], 'x')).rejects.toThrow(
      /no path that smart-fix writes/,
    );
  },
);

test('a commit refuses a symbolic link, a submodule, and what lies below them', async () => {
  const outside = join(person.folder, 'outside');
  mkdirSync(outside);
  await symlink(outside, join(person.root, 'link'));
  const other = person.commit({ a: 'x' });
  person.git('update-index', '--add', '--cacheinfo', `160000,${other},module`);
  person.git('commit', '--quiet', '--message=module');
  const base = person.git('rev-parse', 'HEAD');
  const workspace = await open(base);
  for (const path of ['link', 'link/x', 'module', 'module/x'])
    await expect(workspace.commit(base, [created(path)], 'x')).rejects.toThrow(/symlink|submodule/);
  expect(readdirSync(outside)).toEqual([]);
});

test('commands see the fix branch, a clean status, and the refs of the person', async () => {
  const base = person.commit({ a: 'x' });
  person.git('tag', 'v1');
  person.git('branch', 'feature/x');
  person.git('update-ref', 'refs/remotes/origin/main', base);
  person.git('remote', 'add', 'origin', 'https://host.example/a.git');
  const workspace = await open(base);
  const git = (...args: string[]) => person.gitIn(workspace.directory, ...args);
  expect(git('status', '--porcelain=v2', '--branch')).toContain('# branch.head (detached)');
  expect(workspace.branch).toBeNull();
  await workspace.startBranch('fix/a;b');
  expect(workspace.branch).toBe('fix/a;b');
  await workspace.checkout(base, 'ignored');
  expect(git('symbolic-ref', '--short', 'HEAD')).toBe('fix/a;b');
  const commit = await workspace.commit(base, [created('b')], 'attempt');
  await workspace.checkout(commit, 'ignored');
  expect(git('rev-parse', 'HEAD', 'fix/a;b', 'main', 'v1', 'feature/x', 'origin/main').split('\n')).toEqual([
    commit,
    commit,
    base,
    base,
    base,
    base,
  ]);
  expect(git('status', '--porcelain')).toBe('');
  expect(git('describe', '--tags')).toMatch(/^v1-1-g/);
  expect(git('config', 'remote.origin.url')).toBe('https://host.example/a.git');
  git('fsck', '--no-dangling');
});

test('a remote with credentials in its address is not shown to commands', async () => {
  const base = person.commit();
  person.git('remote', 'add', 'origin', 'https://user:canary@host.example/a.git');
  person.git('config', 'http.extraheader', 'AUTHORIZATION: canary');
  const workspace = await open(base);
  expect(readFileSync(join(workspace.directory, '.git/config'), 'utf8')).not.toContain('canary');
});

test('a branch name that git refuses is refused', async () => {
  const workspace = await open(person.commit());
  await expect(workspace.startBranch('--exec=x')).rejects.toThrow(/no branch name/);
});

test('a fix branch below the name of another branch still works, without a branch for commands', async () => {
  const base = person.commit();
  person.git('branch', 'fix');
  const workspace = await open(base);
  await workspace.startBranch('fix/x');
  expect(person.gitIn(workspace.directory, 'rev-parse', 'HEAD')).toBe(base);
});

test('checkout restores what a gate changed, keeps ignored files, and clears away the rest', async () => {
  const base = person.commit({ 'src/a': 'a\n', 'src/b': 'b\n', '.gitignore': 'node_modules\n' });
  const workspace = await open(base);
  write(workspace, 'node_modules/x/index.js', 'x');
  write(workspace, 'src/a', 'tampered\n');
  await rm(inTree(workspace, 'src/b'));
  write(workspace, 'left/over/file', 'x');
  write(workspace, 'nested/.git/HEAD', 'ref: refs/heads/x\n');
  write(workspace, 'src/.git/config', '[core]\n\tfsmonitor = touch\n');
  write(workspace, '.gitignore', 'everything\nleft\n');
  await workspace.checkout(base, 'ignored');
  expect(read(workspace, 'src/a')).toBe('a\n');
  expect(read(workspace, 'src/b')).toBe('b\n');
  expect(read(workspace, 'node_modules/x/index.js')).toBe('x');
  expect(readdirSync(workspace.directory).sort()).toEqual(['.git', '.gitignore', 'node_modules', 'src']);
  expect(readdirSync(inTree(workspace, 'src')).sort()).toEqual(['a', 'b']);
});

test.each([
  ['nothing', ['src']],
  ['ignored', ['node_modules', 'src']],
  ['untracked', ['left', 'node_modules', 'src']],
] as const)(
  'checkout that leaves %s keeps %j, and the tracked files are the commit’s',
  async (leave, kept) => {
    const base = person.commit({ 'src/a': 'a\n', '.gitignore': 'node_modules\nstays\n' });
    const workspace = await open(base);
    write(workspace, 'node_modules/x/index.js', 'x');
    write(workspace, 'left/.gitignore', '*\n');
    write(workspace, 'left/file', 'x');
    write(workspace, 'src/a', 'tampered\n');
    writeFileSync(join(workspace.temporaryDirectory, 'seen'), 'x');
    await workspace.checkout(base, leave);
    const visible = readdirSync(workspace.directory).filter((name) => !name.startsWith('.'));
    expect(visible.sort()).toEqual(leave === 'ignored' ? ['left', ...kept] : kept);
    expect(read(workspace, 'src/a')).toBe('a\n');
    expect(readdirSync(workspace.temporaryDirectory)).toEqual(leave === 'untracked' ? ['seen'] : []);
  },
);

test('files of whatever name go with a checkout that leaves nothing', async () => {
  const base = person.commit({ a: 'x', 'pkg/b': 'x' });
  const workspace = await open(base);
  for (const name of ODD_NAMES) {
    write(workspace, name, 'file');
    write(workspace, `pkg/in ${name}/file`, 'below');
  }
  await workspace.checkout(base, 'nothing');
  expect(readdirSync(workspace.directory).sort()).toEqual(['.git', 'a', 'pkg']);
  expect(readdirSync(inTree(workspace, 'pkg'))).toEqual(['b']);
});

test('attributes that a gate left behind say nothing about what is checked out next', async () => {
  const base = person.commit({
    'src/a': 'one\n',
    'src/deep/b': 'one\n',
    'kept/.gitattributes': 'c eol=crlf\n',
  });
  const workspace = await open(base);
  const commit = await workspace.commit(
    base,
    ['src/a', 'src/deep/b'].map((path) => ({ path, before: 'one\n', after: 'two\n' })),
    'attempt',
  );
  write(workspace, '.gitattributes', '* eol=crlf\n');
  write(workspace, 'src/deep/.gitattributes', '* eol=crlf\n');
  await workspace.checkout(commit, 'nothing');
  expect([read(workspace, 'src/a'), read(workspace, 'src/deep/b')]).toEqual(['two\n', 'two\n']);
});

test('checkout goes forth and back between commits', async () => {
  const base = person.commit({ a: '1', 'dir/b': '1' });
  const workspace = await open(base);
  const commit = await workspace.commit(
    base,
    [{ path: 'dir/b', before: '1', after: null }, created('dir2/c'), { path: 'a', before: '1', after: '2' }],
    'x',
  );
  await workspace.checkout(commit, 'ignored');
  expect([read(workspace, 'a'), existsSync(inTree(workspace, 'dir'))]).toEqual(['2', false]);
  await workspace.checkout(base, 'ignored');
  expect([read(workspace, 'a'), read(workspace, 'dir/b'), existsSync(inTree(workspace, 'dir2'))]).toEqual([
    '1',
    '1',
    false,
  ]);
});

test('digests show every tracked regular file as it lies there', async () => {
  await symlink('a', join(person.root, 'link'));
  const base = person.commit({ a: 'x', b: 'x', c: 'x', 'd/e': 'x' });
  const workspace = await open(base);
  const before = await workspace.digestFiles(base);
  expect([...before.keys()].sort()).toEqual(['a', 'b', 'c', 'd/e']);
  expect(before.get('a')).toMatch(/^[0-9a-f]{64}$/);
  write(workspace, 'a', 'y');
  await rm(inTree(workspace, 'b'));
  await rm(inTree(workspace, 'c'));
  await symlink('d/e', inTree(workspace, 'c'));
  write(workspace, 'elsewhere/e', 'x');
  await rm(inTree(workspace, 'd'), { recursive: true });
  await symlink('elsewhere', inTree(workspace, 'd'));
  const after = await workspace.digestFiles(base);
  expect(after.get('a')).not.toBe(before.get('a'));
  expect([after.get('b'), after.get('c'), after.get('d/e')]).toEqual([null, null, null]);
});

test('digests of a checkout are those of its commit, read once, and again when its attributes change', async () => {
  await symlink('a', join(person.root, 'link'));
  const base = person.commit({ a: 'one\n', b: 'same\n' });
  const workspace = await open(base);
  const first = await workspace.digestCheckout(base);
  expect([...first]).toEqual([...(await workspace.digestFiles(base))]);
  const change = { path: 'a', before: 'one\n', after: 'two\n' };
  const commits = [
    await workspace.commit(base, [change], 'attempt'),
    await workspace.commit(base, [change, created('.gitattributes', '* eol=crlf\n')], 'attempt'),
    base,
  ];
  for (const commit of commits) {
    await workspace.checkout(commit, 'nothing');
    expect([...(await workspace.digestCheckout(commit))]).toEqual([...(await workspace.digestFiles(commit))]);
  }
  write(workspace, 'b', 'a gate was here\n');
  expect((await workspace.digestCheckout(base)).get('b')).toBe(first.get('b'));
});

test('a file that a gate made unreadable has no digest', async () => {
  if (process.getuid?.() === 0) {
    console.warn('root reads everything: an unreadable file cannot be tried here');
    return;
  }
  const base = person.commit({ a: 'x' });
  const workspace = await open(base);
  await chmod(inTree(workspace, 'a'), 0);
  expect((await workspace.digestFiles(base)).get('a')).toBeNull();
  await workspace.checkout(base, 'ignored');
  expect(read(workspace, 'a')).toBe('x');
});

test('changes of others are collected as text, and what is no text change is named', async () => {
  const base = person.commit({
    text: 'a\r\nb\r\n',
    gone: 'x',
    same: 'x',
    bin: 'a\0b',
    bingone: 'a\0b',
    mode: 'x',
    tolink: 'x',
    'dir/file': 'x',
    '.gitignore': 'ignored\n',
  });
  const workspace = await open(base);
  write(workspace, 'text', 'a\r\nB\r\n');
  write(workspace, 'same', 'x');
  await rm(inTree(workspace, 'gone'));
  write(workspace, 'sub/new', 'new\n');
  write(workspace, 'ignored', 'x');
  write(workspace, 'bin', 'c\0d');
  await rm(inTree(workspace, 'bingone'));
  write(workspace, 'latin', Buffer.from([0xe9]));
  await chmod(inTree(workspace, 'mode'), 0o755);
  write(workspace, 'newmode', 'x');
  await chmod(inTree(workspace, 'newmode'), 0o755);
  await rm(inTree(workspace, 'tolink'));
  await symlink('text', inTree(workspace, 'tolink'));
  await rm(inTree(workspace, 'dir'), { recursive: true });
  await symlink('/', inTree(workspace, 'dir'));
  write(workspace, 'nested/.git/HEAD', 'ref: refs/heads/x\n');
  person.gitIn(workspace.directory, 'init', '--quiet', 'nested2');
  const { changes, odd } = await workspace.collectChanges(base);
  expect(changes).toEqual([
    { path: 'dir/file', before: 'x', after: null },
    { path: 'gone', before: 'x', after: null },
    { path: 'sub/new', before: null, after: 'new\n' },
    { path: 'text', before: 'a\r\nb\r\n', after: 'a\r\nB\r\n' },
  ]);
  expect(Object.fromEntries(odd.map(({ path, kind }) => [path, kind]))).toMatchObject({
    bin: 'binary',
    bingone: 'binary',
    latin: 'binary',
    mode: 'mode',
    newmode: 'mode',
    tolink: 'symlink',
    dir: 'symlink',
    nested2: 'submodule',
  });
});

test('an untouched worktree has no changes, whatever .gitattributes says about line ends', async () => {
  const base = person.commit({ crlf: 'a\r\nb\r\n', lf: 'a\nb\n' });
  person.write('.gitattributes', 'crlf text\nlf text eol=crlf\n');
  person.git('add', '.gitattributes');
  person.git('commit', '--quiet', '--message=attributes', '--', '.gitattributes');
  const commit = person.git('rev-parse', 'HEAD');
  expect(commit).not.toBe(base);
  const workspace = await open(commit);
  expect(read(workspace, 'lf')).toBe('a\r\nb\r\n');
  expect(await workspace.collectChanges(commit)).toEqual({ changes: [], odd: [] });
  const now = new Date();
  utimesSync(inTree(workspace, 'crlf'), now, now);
  utimesSync(inTree(workspace, 'lf'), now, now);
  expect(await workspace.collectChanges(commit)).toEqual({ changes: [], odd: [] });
});

test('diffs show text whatever attributes say, with plain names, and can be applied', async () => {
  const base = person.commit({ '.gitattributes': '* -diff\n', 'é.txt': 'a\n', 'old name': 'same\n' });
  const workspace = await open(base);
  const commit = await workspace.commit(
    base,
    [
      { path: 'é.txt', before: 'a\n', after: 'b' },
      { path: 'old name', before: 'same\n', after: null },
      created('new name', 'same\n'),
    ],
    'x',
  );
  const diff = await workspace.diff(base, commit);
  expect(diff).toContain('--- a/é.txt\n+++ b/é.txt\n@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n');
  expect(diff).not.toContain('rename');
  expect(await workspace.diffStat(base, commit)).toContain('3 files changed');
  writeFileSync(join(person.folder, 'patch.diff'), diff);
  person.git('apply', '--index', join(person.folder, 'patch.diff'));
  expect(person.git('write-tree')).toBe(person.gitIn(workspace.directory, 'rev-parse', `${commit}^{tree}`));
});

test('a workspace with read-only folders is removed as a whole', async () => {
  const workspace = await open(person.commit({ a: 'x' }));
  mkdirSync(join(workspace.temporaryDirectory, 'mod/inner'), { recursive: true });
  writeFileSync(join(workspace.temporaryDirectory, 'mod/inner/file'), 'x');
  await chmod(join(workspace.temporaryDirectory, 'mod/inner'), 0o500);
  await chmod(join(workspace.temporaryDirectory, 'mod'), 0o500);
  await workspace.dispose();
  expect(readdirSync(person.options.temporaryRoot)).toEqual([]);
});

test('a repository of SHA-256 objects works', async () => {
  const other = new Person('--object-format=sha256');
  try {
    const base = other.commit({ a: 'x' });
    const workspace = await open(base, other);
    await workspace.startBranch('fix');
    const commit = await workspace.commit(base, [{ path: 'a', before: 'x', after: null }, created('b')], 'x');
    await workspace.checkout(commit, 'ignored');
    expect(commit).toHaveLength(64);
    expect(read(workspace, 'b')).toBe('new\n');
  } finally {
    other.remove();
  }
});

test('a shallow clone and a linked worktree can be repaired', async () => {
  person.commit({ a: '1' });
  person.commit({ a: '2' });
  const clone = join(person.folder, 'shal"low\nclone');
  person.gitIn(person.folder, 'clone', '--quiet', '--depth=1', `file://${person.root}`, clone);
  const linked = join(person.folder, 'linked');
  person.gitIn(clone, 'worktree', 'add', '--quiet', '-b', 'work', linked);
  const repository = await openRepository(linked, person.options);
  const { headCommit } = (await repository?.readState()) ?? {};
  const workspace = await repository?.openWorkspace(headCommit ?? '');
  await workspace?.checkout(headCommit ?? '', 'nothing');
  if (!repository || !workspace || !headCommit) throw new Error('no workspace');
  expect(person.gitIn(workspace.directory, 'log', '--format=%H')).toBe(headCommit);
  const commit = await workspace.commit(headCommit, [created('b')], 'x');
  await repository.putRef('refs/heads/fix', workspace, commit, null);
  expect(person.gitIn(clone, 'log', '--format=%H', 'fix')).toBe(`${commit}\n${headCommit}`);
  person.gitIn(clone, 'fsck', '--no-dangling');
});

test('submodules are empty whenever nothing may be left, and Git LFS pointers stay pointers', async () => {
  const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n';
  const other = person.commit({
    '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n',
    'x.bin': pointer,
  });
  person.write('.gitmodules', '[submodule "m"]\n\tpath = m\n\turl = https://host.example/m.git\n');
  person.git('update-index', '--add', '--cacheinfo', `160000,${other},m`);
  person.git('add', '.gitmodules');
  person.git('commit', '--quiet', '--message=module');
  const base = person.git('rev-parse', 'HEAD');
  const workspace = await open(base);
  expect(readdirSync(inTree(workspace, 'm'))).toEqual([]);
  expect(read(workspace, 'x.bin')).toBe(pointer);
  expect(await workspace.collectChanges(base)).toEqual({ changes: [], odd: [] });
  write(workspace, 'm/new', 'x');
  await workspace.checkout(base, 'ignored');
  expect(lstatSync(inTree(workspace, 'm')).isDirectory()).toBe(true);
  write(workspace, 'm/new', 'x');
  await workspace.checkout(base, 'nothing');
  expect(readdirSync(inTree(workspace, 'm'))).toEqual([]);
});

test('a sparse checkout of the person is a whole tree in the workspace', async () => {
  const base = person.commit({ 'in/a': 'x', 'out/b': 'x' });
  person.git('sparse-checkout', 'set', 'in');
  expect(existsSync(join(person.root, 'out'))).toBe(false);
  const workspace = await open(base);
  expect(read(workspace, 'out/b')).toBe('x');
});

test('a partial clone works while the objects of the commit are there, and else says what to fetch', async () => {
  person.commit({ a: '1', b: '1' });
  const base = person.commit({ a: '2' });
  person.git('config', 'uploadpack.allowFilter', 'true');
  const repositoryOf = async (name: string, ...options: string[]) => {
    const clone = join(person.folder, name);
    person.gitIn(
      person.folder,
      'clone',
      '--quiet',
      '--filter=blob:none',
      ...options,
      `file://${person.root}`,
      clone,
    );
    const repository = await openRepository(clone, person.options);
    if (repository === null) throw new Error('no repository');
    return repository;
  };
  const repository = await repositoryOf('checked-out');
  const workspace = await repository.openWorkspace(base);
  const commit = await workspace.commit(base, [created('c')], 'x');
  await repository.putRef('refs/heads/fix', workspace, commit, null);
  const bare = await repositoryOf('not-checked-out', '--no-checkout');
  await expect(bare.openWorkspace(base)).rejects.toThrow(/git fetch --refetch/);
});

test('nested ignore files behave as in any checkout', async () => {
  const base = person.commit({ 'pkg/.gitignore': 'out/\n', 'pkg/a': 'x' });
  const workspace = await open(base);
  write(workspace, 'pkg/out/file', 'x');
  write(workspace, 'out/file', 'x');
  expect((await workspace.collectChanges(base)).changes.map((change) => change.path)).toEqual(['out/file']);
  await workspace.checkout(base, 'ignored');
  expect(existsSync(inTree(workspace, 'pkg/out/file'))).toBe(true);
  expect(existsSync(inTree(workspace, 'out'))).toBe(false);
});

test('a tracked file of a kind that git does not know is missing, and nobody waits for it', async () => {
  const base = person.commit({ a: 'x', 'dir/b': 'x' });
  const workspace = await open(base);
  await rm(inTree(workspace, 'a'));
  execFileSync('sh', ['-c', 'mkfifo a new-pipe'], { cwd: workspace.directory });
  await rm(inTree(workspace, 'dir'), { recursive: true });
  write(workspace, 'dir', 'a file now');
  expect((await workspace.digestFiles(base)).get('a')).toBeNull();
  expect((await workspace.collectChanges(base)).changes).toEqual([
    { path: 'a', before: 'x', after: null },
    { path: 'dir', before: null, after: 'a file now' },
    { path: 'dir/b', before: 'x', after: null },
  ]);
  await workspace.checkout(base, 'ignored');
  expect([read(workspace, 'a'), read(workspace, 'dir/b')]).toEqual(['x', 'x']);
});

test('hundreds of changed files are read in one go', async () => {
  const names = Array.from({ length: 800 }, (_, index) => `dir${index % 50}/file${index}`);
  const base = person.commit(Object.fromEntries(names.map((name) => [name, name])));
  const workspace = await open(base);
  for (const name of names) write(workspace, name, `${name}!`);
  const { changes } = await workspace.collectChanges(base);
  expect(changes).toHaveLength(names.length);
});
