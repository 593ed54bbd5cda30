import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { brokenSum, CHECK, GOOD } from '../support/broken-sum.js';
import { repair, runCli } from '../support/run-cli.js';
import { repositoryIn, type SampleRepository } from '../support/sample-repository.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('checkouts');
const fix = (repository: SampleRepository, args: readonly string[] = []) =>
  repair(repository, { folder, gate: CHECK, replies: [GOOD], args });

/** A clone of `origin` in a folder of its own. */
function clone(origin: SampleRepository, ...options: readonly string[]): SampleRepository {
  const target = join(mkdtempSync(join(folder, 'clone-')), 'copy');
  origin.git('clone', '--quiet', ...options, `file://${origin.folder}`, target);
  return repositoryIn(target);
}

test('uncommitted, staged, untracked and stashed work stays, and is said to be no part of the run', async () => {
  const repository = brokenSum(folder, { 'a.txt': 'a\n', 'b.txt': 'b\n' });
  repository.write({ 'a.txt': 'stashed\n' });
  repository.git('stash');
  repository.write({ 'a.txt': 'changed\n', 'b.txt': 'staged\n', 'new file.txt': 'untracked\n' });
  repository.git('add', 'b.txt');
  const before = repository.snapshot();
  const { report, stderr } = await fix(repository, ['--on-success', 'patch']);
  expect(report.stopReason).toBe('fixed');
  expect(repository.snapshot()).toBe(before);
  expect(readFileSync(join(repository.folder, 'new file.txt'), 'utf8')).toBe('untracked\n');
  expect(stderr).toContain('not part of this run: uncommitted work in 3 paths (');
  expect(stderr).toContain('new file.txt');
});

test('the committed state is what is repaired, not the repair that lies uncommitted', async () => {
  const repository = brokenSum(folder);
  repository.write({ 'src/sum.mjs': 'export const sum = (a, b) => a + b;\n' });
  const { report } = await repair(repository, { folder, gate: CHECK });
  expect(report.runs[0]?.status).toBe('failed');
});

test('paths with spaces, quotes and other scripts work: file, repository and temporary folder', async () => {
  const odd = join(folder, 'ré po \'x\' "y" $HOME 修复');
  renameSync(brokenSum(folder).folder, odd);
  const repository = repositoryIn(odd);
  const TMPDIR = join(odd, '../t m p é');
  mkdirSync(TMPDIR);
  repository.write({
    'src dir/sümme eins.mjs': "throw new Error('wrong');\n",
    'src dir/日本/b "c".txt': 'x\n',
  });
  repository.commit();
  const reply = {
    edits: [
      {
        path: 'src dir/sümme eins.mjs',
        oldText: "throw new Error('wrong')",
        newText: "console.log('right')",
      },
    ],
  };
  const { report, read } = await repair(repository, {
    folder,
    gate: `node 'src dir/sümme eins.mjs'`,
    replies: [reply],
    env: { TMPDIR },
  });
  expect(report).toMatchObject({ stopReason: 'fixed', attempts: [{ result: 'passed' }] });
  expect(read('output/src dir/sümme eins.mjs')).toBe("console.log('right');\n");
  expect(repository.git('show', `${report.branch}:src dir/sümme eins.mjs`)).toBe("console.log('right');");
  expect(readdirSync(TMPDIR)).toEqual([]);
});

test('a run from a folder below the root repairs the whole repository', async () => {
  const repository = brokenSum(folder);
  const args = ['run', '--gate', CHECK, '--json'];
  const below = await runCli(args, { cwd: join(repository.folder, 'src') });
  expect(JSON.parse(below.stdout)).toMatchObject({ finding: { file: 'src/sum.mjs' } });
  const outside = await runCli([...args, '--repo', repository.folder], { cwd: folder });
  expect(JSON.parse(outside.stdout)).toMatchObject({ finding: { file: 'src/sum.mjs' } });
});

test('on a detached HEAD the result is a branch and HEAD stays where it was', async () => {
  const repository = brokenSum(folder);
  repository.git('checkout', '--quiet', '--detach');
  const head = repository.git('rev-parse', 'HEAD');
  const { report } = await fix(repository);
  expect(report.stopReason).toBe('fixed');
  expect(repository.git('rev-parse', 'HEAD', '--abbrev-ref', 'HEAD')).toBe(`${head}\nHEAD`);
});

test('a shallow clone is enough', async () => {
  const origin = brokenSum(folder);
  origin.write({ 'later.txt': 'x\n' });
  origin.commit();
  const repository = clone(origin, '--depth', '1');
  const { report } = await fix(repository);
  expect(report.stopReason).toBe('fixed');
  expect(repository.git('rev-list', '--count', report.branch ?? '')).toBe('2');
});

test('a submodule is left alone and named', async () => {
  const repository = brokenSum(folder);
  const library = brokenSum(folder);
  repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library.folder, 'lib');
  repository.commit();
  const before = repository.git('ls-tree', 'HEAD', 'lib');
  const { report, stderr } = await fix(repository);
  expect(report.stopReason).toBe('fixed');
  expect(stderr).toContain('submodules (lib)');
  expect(repository.git('ls-tree', report.branch ?? '', 'lib')).toBe(before);
  const inside = { edits: [{ path: 'lib/src/new.mjs', oldText: '', newText: 'x\n' }] };
  const refused = await repair(repository, {
    folder,
    gate: CHECK,
    replies: [inside],
    args: ['--max-proposals', '1'],
  });
  expect(refused.report.attempts[0]?.rejection?.code).toBe('submodule');
});

test('a linked worktree is a checkout like any other', async () => {
  const main = brokenSum(folder);
  const linked = join(folder, 'linked worktree');
  main.git('worktree', 'add', '--quiet', '-b', 'side', linked);
  const repository = repositoryIn(linked);
  const { report } = await fix(repository, ['--on-success', 'merge']);
  expect(report.detail).toContain('passed');
  expect(repository.git('log', '--format=%s', '-1', '--first-parent', 'side')).toContain('merge');
  expect(main.git('rev-parse', '--abbrev-ref', 'HEAD')).toBe('main');
  expect(main.git('status', '--porcelain')).toBe('');
});

test('hooks, filters and fsmonitor of the repository never run', async () => {
  const repository = brokenSum(folder, { '.gitattributes': '* filter=evil\n' });
  const ran = join(folder, 'ran');
  const hooks = join(repository.folder, '.git/hooks');
  mkdirSync(hooks, { recursive: true });
  for (const hook of ['post-checkout', 'pre-commit', 'post-commit', 'post-merge', 'reference-transaction']) {
    writeFileSync(join(hooks, hook), `#!/bin/sh\necho ${hook} >> '${ran}'\n`, { mode: 0o755 });
  }
  for (const [key, value] of [
    ['filter.evil.clean', `echo clean >> '${ran}'; cat`],
    ['filter.evil.smudge', `echo smudge >> '${ran}'; cat`],
    ['core.fsmonitor', `echo fsmonitor >> '${ran}'; false`],
  ] as const) {
    repository.git('config', key, value);
  }
  const { report } = await fix(repository, ['--on-success', 'merge']);
  expect(report.stopReason).toBe('fixed');
  expect(() => readFileSync(ran)).toThrow('ENOENT');
});

test.each([
  ['a folder that is in no repository', () => mkdtempSync(join(folder, 'plain-')), 'not in a git repository'],
  ['a folder that is not there', () => join(folder, 'nowhere'), 'nowhere'],
  ['a bare repository', () => bareRepository(), 'bare'],
  ['a repository without a commit', () => emptyRepository(), 'no commit'],
])('%s is a usage error', async (_, make, words) => {
  const { exitCode, stderr } = await runCli(['run', '--gate', 'true', '--repo', make()], { cwd: folder });
  expect(exitCode).toBe(64);
  expect(stderr).toContain(words);
});

function bareRepository(): string {
  const target = join(mkdtempSync(join(folder, 'bare-')), 'bare.git');
  brokenSum(folder).git('clone', '--quiet', '--bare', '.', target);
  return target;
}

function emptyRepository(): string {
  const target = mkdtempSync(join(folder, 'empty-'));
  execFileSync('git', ['init', '--quiet', target]);
  return target;
}
