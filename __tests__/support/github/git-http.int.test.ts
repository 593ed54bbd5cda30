import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '../temporary-folder.js';
import type { FakeGithub } from './fake-github.js';
import { type GitClient, gitClient } from './git-client.js';
import { octokitOf } from './octokit-of.js';
import { useFakeGithub } from './use-fake-github.js';

const start = useFakeGithub();
const folder = temporaryFolder('git-http');
const FIX = 'HEAD:refs/heads/smart-fix/1';

async function cloneOf(github: FakeGithub, token = github.token) {
  const work = mkdtempSync(join(folder, 'clone-'));
  await gitClient(work, github.token)('clone', '--quiet', github.gitUrl, '.');
  const git = gitClient(work, token);
  return { work, git };
}

async function commit(
  git: GitClient,
  work: string,
  path: string,
  content: string | Buffer = 'x\n',
): Promise<string> {
  mkdirSync(join(work, path, '..'), { recursive: true });
  writeFileSync(join(work, path), content);
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'fix');
  return git('rev-parse', 'HEAD');
}

test('what is pushed is at once what the API says, and the other way round', async () => {
  const github = await start();
  const { octokit, at } = octokitOf(github);
  const { git, work } = await cloneOf(github);
  const sha = await commit(git, work, 'a.txt');
  await git('push', '--quiet', 'origin', FIX);
  const ref = await octokit.git.getRef({ ...at, ref: 'heads/smart-fix/1' });
  expect(ref.data.object.sha).toBe(sha);
  const pull = await octokit.pulls.create({ ...at, head: 'smart-fix/1', base: 'main', title: 'Fix' });
  expect(pull.data).toMatchObject({ head: { sha }, changed_files: 1 });
  const second = github.person.push('main', { 'b.txt': 'b\n' });
  await git('fetch', '--quiet', 'origin', 'main');
  expect(await git('rev-parse', 'FETCH_HEAD')).toBe(second);
  expect(github.writes()[0]).toMatchObject({
    operation: 'git-receive-pack',
    updates: [{ ref: 'refs/heads/smart-fix/1', to: sha }],
  });
});

test.each(['basic', 'Basic', 'BASIC'])(
  'the scheme is known as %s, and the address needs no .git',
  async (scheme) => {
    const github = await start();
    const git = gitClient(folder, github.token, scheme);
    const url = `${github.serverUrl}/${github.owner}/${github.name}`;
    expect(await git('ls-remote', url, 'refs/heads/main')).toContain(github.headOf('main'));
  },
);

test('a token in the address works too', async () => {
  const github = await start();
  const url = github.gitUrl.replace('//', `//x-access-token:${github.token}@`);
  expect(await gitClient(folder, null)('ls-remote', url)).toContain('refs/heads/main');
});

test('a shallow and a partial clone are served, and a commit by its name', async () => {
  const github = await start();
  const first = github.headOf('main')!;
  github.person.push('main', { 'a.txt': 'a\n' });
  const work = mkdtempSync(join(folder, 'clone-'));
  const git = gitClient(work, github.token);
  await git('clone', '--quiet', '--depth', '1', '--filter', 'blob:none', github.gitUrl, '.');
  expect(await git('rev-list', '--count', 'HEAD')).toBe('1');
  await git('fetch', '--quiet', '--depth', '1', 'origin', first);
  expect(await git('rev-parse', 'FETCH_HEAD')).toBe(first);
});

test('without a token, with a wrong one, or for another repository nothing is served', async () => {
  const github = await start();
  expect(await gitClient(folder, null).failure('ls-remote', github.gitUrl)).toContain(
    'could not read Username',
  );
  expect(await gitClient(folder, 'made-up').failure('ls-remote', github.gitUrl)).toContain(
    'could not read Username',
  );
  const other = `${github.serverUrl}/${github.owner}/other.git`;
  expect(await gitClient(folder, github.token).failure('ls-remote', other)).toContain('not found');
});

test('a public repository is read by everyone, and written by nobody without a token', async () => {
  const github = await start({ isPrivate: false });
  const { work } = await cloneOf(github);
  const git = gitClient(work, null);
  expect(await git('ls-remote', 'origin')).toContain('refs/heads/main');
  expect(await git.failure('push', 'origin', FIX)).toContain('could not read Username');
});

test('a token without contents: write fetches and does not push', async () => {
  const github = await start();
  const { git } = await cloneOf(github, github.tokenWith({ contents: 'read' }));
  await git('fetch', '--quiet', 'origin');
  expect(await git.failure('push', 'origin', FIX)).toContain('403');
  expect(github.branches()).toEqual(['main']);
  expect(github.writes()).toEqual([]);
});

test('a push that is no fast-forward, or whose lease is lost, is rejected', async () => {
  const github = await start();
  const { git, work } = await cloneOf(github);
  const mine = await commit(git, work, 'a.txt');
  const theirs = github.person.push('smart-fix/1', { 'b.txt': 'b\n' });
  expect(await git.failure('push', 'origin', FIX)).toContain('rejected');
  const lease = '--force-with-lease=refs/heads/smart-fix/1';
  expect(await git.failure('push', `${lease}:${mine}`, 'origin', FIX)).toContain('stale info');
  expect(github.headOf('smart-fix/1')).toBe(theirs);
  await git('push', '--quiet', `${lease}:${theirs}`, 'origin', FIX);
  expect(github.headOf('smart-fix/1')).toBe(mine);
});

test('a large push arrives, and a branch is deleted', async () => {
  const github = await start();
  const { git, work } = await cloneOf(github);
  const sha = await commit(git, work, 'large.bin', randomBytes(3_000_000));
  await git('push', '--quiet', 'origin', FIX);
  expect(github.headOf('smart-fix/1')).toBe(sha);
  await git('push', '--quiet', 'origin', ':refs/heads/smart-fix/1');
  expect(github.headOf('smart-fix/1')).toBeNull();
});

test('a protected branch is refused in the words of GitHub', async () => {
  const github = await start({ protectedBranches: ['main'] });
  const before = github.headOf('main');
  const { git, work } = await cloneOf(github);
  await commit(git, work, 'a.txt');
  const said = await git.failure('push', 'origin', 'HEAD:main', FIX);
  expect(said).toContain('remote: error: GH006: Protected branch update failed for refs/heads/main.');
  expect(said).toContain('! [remote rejected] HEAD -> main (protected branch hook declined)');
  expect(github.headOf('main')).toBe(before);
  expect(github.branches()).toContain('smart-fix/1');
  expect(github.takeViolations()).toEqual([expect.stringContaining('refs/heads/main is written')]);
});

test('a workflow file needs a permission that the token of a job cannot have', async () => {
  const github = await start();
  const { git, work } = await cloneOf(github);
  await commit(git, work, '.github/workflows/ci.yml');
  expect(await git.failure('push', 'origin', FIX)).toContain(
    '! [remote rejected] HEAD -> smart-fix/1 (refusing to allow a GitHub App to create or update workflow ' +
      '`.github/workflows/ci.yml` without `workflows` permission)',
  );
  expect(github.branches()).toEqual(['main']);
  await gitClient(work, github.tokenOf('octocat'))('push', '--quiet', 'origin', FIX);
  expect(github.branches()).toContain('smart-fix/1');
});

test('a workflow file that is on the base branch already is no change of it', async () => {
  const github = await start({ files: { '.github/workflows/ci.yml': 'on: push\n' } });
  const { git, work } = await cloneOf(github);
  await commit(git, work, 'a.txt');
  await git('push', '--quiet', 'origin', FIX);
  expect(github.branches()).toContain('smart-fix/1');
});

test('a push outside the allowed refs is a violation', async () => {
  const github = await start();
  const { git, work } = await cloneOf(github);
  await commit(git, work, 'a.txt');
  await git('push', '--quiet', 'origin', FIX, 'HEAD:refs/tags/v1');
  expect(github.takeViolations()).toEqual([expect.stringContaining('refs/tags/v1 is written')]);
});

test('a push fails before its effect, or after it', async () => {
  const github = await start();
  const { git, work } = await cloneOf(github);
  const sha = await commit(git, work, 'a.txt');
  github.faults.plan('git-receive-pack', { kind: 'status', status: 502 });
  github.faults.plan('git-receive-pack', { kind: 'reset', afterEffect: true });
  expect(await git.failure('push', 'origin', FIX)).toContain('502');
  expect(github.headOf('smart-fix/1')).toBeNull();
  await git.failure('push', 'origin', FIX);
  expect(github.headOf('smart-fix/1')).toBe(sha);
});
