import { expect, test } from '@jest/globals';
import { octokitOf } from './octokit-of.js';
import { useFakeGithub } from './use-fake-github.js';

const start = useFakeGithub();
const REF = 'refs/heads/smart-fix/1';

test('blobs, trees and commits lie in the repository, signed when the bot commits in its own name', async () => {
  const github = await start({ files: { 'a.txt': 'old\n', 'b.txt': 'gone\n' } });
  const { octokit, at } = octokitOf(github);
  const base = github.headOf('main')!;
  const blob = await octokit.git.createBlob({
    ...at,
    content: Buffer.from('new\n').toString('base64'),
    encoding: 'base64',
  });
  const { data: tree } = await octokit.git.createTree({
    ...at,
    base_tree: base,
    tree: [
      { path: 'a.txt', mode: '100644', type: 'blob', sha: blob.data.sha },
      { path: 'b.txt', mode: '100644', type: 'blob', sha: null },
      { path: 'deep/c.sh', mode: '100755', type: 'blob', content: 'echo\n' },
    ],
  });
  expect(tree.tree.map(({ path, type }) => `${type} ${path}`)).toEqual(['blob a.txt', 'tree deep']);
  const { data: commit } = await octokit.git.createCommit({
    ...at,
    message: 'fix',
    tree: tree.sha,
    parents: [base],
  });
  expect(commit.verification.verified).toBe(true);
  const author = { name: 'Person', email: 'person@example.com', date: '2026-01-02T03:04:05Z' };
  const named = await octokit.git.createCommit({
    ...at,
    message: 'fix',
    tree: tree.sha,
    parents: [base],
    author,
  });
  expect(named.data.verification.verified).toBe(false);
  expect(named.data.author).toEqual(author);
  await octokit.git.createRef({ ...at, ref: REF, sha: commit.sha });
  expect(github.fileAt('smart-fix/1', 'a.txt')).toBe('new\n');
  const read = await octokit.git.getCommit({ ...at, commit_sha: commit.sha });
  expect(read.data.parents.map(({ sha }) => sha)).toEqual([base]);
});

test('a tree or parent that is not there is refused', async () => {
  const github = await start();
  const { octokit, at } = octokitOf(github);
  const missing = '1'.repeat(40);
  await expect(octokit.git.createCommit({ ...at, message: 'x', tree: missing })).rejects.toMatchObject({
    status: 422,
  });
  await expect(octokit.git.createTree({ ...at, base_tree: missing, tree: [] })).rejects.toMatchObject({
    status: 404,
  });
  await expect(octokit.git.getCommit({ ...at, commit_sha: missing })).rejects.toMatchObject({ status: 404 });
});

test('a ref is made once, moved forward only, and deleted', async () => {
  const github = await start();
  const { octokit, at } = octokitOf(github);
  const first = github.headOf('main')!;
  const second = github.person.push('main', { 'a.txt': '1\n' });
  const ref = REF.slice('refs/'.length);
  await octokit.git.createRef({ ...at, ref: REF, sha: second });
  await expect(octokit.git.createRef({ ...at, ref: REF, sha: first })).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining('Reference already exists'),
  });
  await expect(octokit.git.updateRef({ ...at, ref, sha: first })).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining('not a fast forward'),
  });
  await octokit.git.updateRef({ ...at, ref, sha: first, force: true });
  await octokit.git.updateRef({ ...at, ref, sha: second });
  expect((await octokit.git.getRef({ ...at, ref })).data.object.sha).toBe(second);
  const matching = await octokit.git.listMatchingRefs({ ...at, ref: 'heads/smart-fix/' });
  expect(matching.data.map((each) => each.ref)).toEqual([REF]);
  await octokit.git.deleteRef({ ...at, ref });
  await expect(octokit.git.getRef({ ...at, ref })).rejects.toMatchObject({ status: 404 });
  await expect(octokit.git.deleteRef({ ...at, ref })).rejects.toMatchObject({ status: 422 });
});

test('a branch that a ref is a prefix of is not that ref', async () => {
  const github = await start();
  const { octokit, at } = octokitOf(github);
  await octokit.git.createRef({ ...at, ref: REF, sha: github.headOf('main')! });
  await expect(octokit.git.getRef({ ...at, ref: 'heads/smart-fix' })).rejects.toMatchObject({ status: 404 });
});
