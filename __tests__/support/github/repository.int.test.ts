import { expect, test } from '@jest/globals';
import { octokitOf } from './octokit-of.js';
import { useFakeGithub } from './use-fake-github.js';

const start = useFakeGithub();

test('the repository, a branch, a commit and a comparison are what git says', async () => {
  const github = await start({ files: { 'a.txt': '1\n', 'b.txt': 'b\n' }, protectedBranches: ['main'] });
  const { octokit, at } = octokitOf(github);
  const sha = github.person.push('work', { 'a.txt': '2\n', 'b.txt': null }, 'second');
  expect((await octokit.repos.get(at)).data).toMatchObject({ default_branch: 'main', private: true });
  const branch = await octokit.repos.getBranch({ ...at, branch: 'main' });
  expect(branch.data).toMatchObject({ commit: { sha: github.headOf('main') }, protected: true });
  await expect(octokit.repos.getBranch({ ...at, branch: 'none' })).rejects.toMatchObject({ status: 404 });
  const commit = await octokit.repos.getCommit({ ...at, ref: 'work' });
  expect(commit.data).toMatchObject({
    sha,
    stats: { additions: 1, deletions: 2 },
    commit: { message: 'second' },
  });
  expect(commit.data.files?.map(({ filename, status, patch }) => ({ filename, status, patch }))).toEqual([
    { filename: 'a.txt', status: 'modified', patch: '@@ -1 +1 @@\n-1\n+2' },
    { filename: 'b.txt', status: 'removed', patch: '@@ -1 +0,0 @@\n-b' },
  ]);
  const compared = await octokit.repos.compareCommitsWithBasehead({ ...at, basehead: 'main...work' });
  expect(compared.data).toMatchObject({ status: 'ahead', ahead_by: 1, behind_by: 0 });
  const reversed = await octokit.repos.compareCommitsWithBasehead({ ...at, basehead: 'work...main' });
  expect(reversed.data).toMatchObject({ status: 'behind', ahead_by: 0, behind_by: 1, files: [] });
});

test('a file and the commits of a branch are what git says', async () => {
  const github = await start({ files: { 'docs/a.txt': 'naïve\n' } });
  const { octokit, at } = octokitOf(github);
  const sha = github.person.push('work', { 'docs/a.txt': '2\n' }, 'second');
  const { data } = await octokit.repos.getContent({ ...at, path: 'docs/a.txt' });
  const { content = '' } = data as { readonly content?: string };
  expect(Buffer.from(content, 'base64').toString()).toBe('naïve\n');
  await expect(octokit.repos.getContent({ ...at, path: 'docs/b.txt' })).rejects.toMatchObject({
    status: 404,
  });
  const commits = await octokit.repos.listCommits({ ...at, sha: 'work' });
  expect(commits.data.map((commit) => commit.sha)).toEqual([sha, github.headOf('main')]);
  const late = await octokit.repos.listCommits({ ...at, sha: 'work', since: '2098-01-01T00:00:00Z' });
  expect(late.data).toEqual([]);
});

test('a renamed file keeps its old name, and a binary file has no patch', async () => {
  const text = 'one\ntwo\nthree\nfour\n';
  const github = await start({ files: { 'old.txt': text } });
  github.person.push('work', { 'old.txt': null, 'new.txt': text, 'image.bin': 'a\0b' });
  const { octokit, at } = octokitOf(github);
  const { data } = await octokit.repos.getCommit({ ...at, ref: 'work' });
  expect(data.files).toMatchObject([
    { filename: 'image.bin', status: 'added' },
    { filename: 'new.txt', status: 'renamed', previous_filename: 'old.txt' },
  ]);
  expect(data.files?.[0]).not.toHaveProperty('patch');
});

test('the diff media type answers a diff', async () => {
  const github = await start({ files: { 'a.txt': '1\n' } });
  github.person.push('work', { 'a.txt': '2\n' });
  const { octokit, at } = octokitOf(github);
  const mediaType = { format: 'diff' };
  for (const { data } of [
    await octokit.repos.getCommit({ ...at, ref: 'work', mediaType }),
    await octokit.repos.compareCommitsWithBasehead({ ...at, basehead: 'main...work', mediaType }),
  ]) {
    expect(String(data)).toMatch(/^diff --git a\/a\.txt b\/a\.txt\n/);
  }
});

test('a permission is the legacy word for the role, and an unknown account is not found', async () => {
  const github = await start();
  github.person.addCollaborator('keeper', 'maintain');
  github.person.addCollaborator('stranger', 'none');
  const { octokit, at } = octokitOf(github);
  const permission = async (username: string) =>
    (await octokit.repos.getCollaboratorPermissionLevel({ ...at, username })).data;
  expect(await permission('octo-org')).toMatchObject({ permission: 'admin', role_name: 'admin' });
  expect(await permission('keeper')).toMatchObject({ permission: 'write', role_name: 'maintain' });
  expect(await permission('stranger')).toMatchObject({ permission: 'none' });
  await expect(permission('nobody')).rejects.toMatchObject({ status: 404 });
});

test('a commit leads to the open pull requests that bring it', async () => {
  const github = await start();
  const sha = github.person.push('work', { 'a.txt': '2\n' });
  const pull = github.person.openPull({ head: 'work' });
  const { octokit, at } = octokitOf(github);
  const of = async (commit_sha: string) =>
    (await octokit.repos.listPullRequestsAssociatedWithCommit({ ...at, commit_sha })).data.map(
      (each) => each.number,
    );
  expect(await of(sha)).toEqual([pull.number]);
  expect(await of(github.headOf('main')!)).toEqual([]);
});

test('a person is who the token says, and an app is nobody', async () => {
  const github = await start();
  const { octokit } = octokitOf(github, { token: github.tokenOf('octocat') });
  expect((await octokit.users.getAuthenticated()).data.login).toBe('octocat');
  await expect(octokitOf(github).octokit.users.getAuthenticated()).rejects.toMatchObject({ status: 403 });
});
