import { expect, test } from '@jest/globals';
import { clientOf } from '../github-host.js';
import { useFakeGithub } from './use-fake-github.js';

const start = useFakeGithub();

const COMMIT = `mutation ($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid tree { oid } signature { isValid } } }
}`;

async function begin() {
  const github = await start();
  const base = github.person.push('smart-fix/1', { 'a.txt': 'a\n' });
  const input = {
    branch: { repositoryNameWithOwner: `${github.owner}/${github.name}`, branchName: 'smart-fix/1' },
    expectedHeadOid: base,
    message: { headline: 'fix' },
    fileChanges: { additions: [{ path: 'b.txt', contents: Buffer.from('b\n').toString('base64') }] },
  };
  return { github, client: clientOf(github), input };
}

test('a commit lies in the repository, is signed and names the account and GitHub itself', async () => {
  const { github, client, input } = await begin();
  const answer = await client.graphql<Record<string, unknown>>(COMMIT, { input });
  const head = github.headOf('smart-fix/1');
  expect(answer).toMatchObject({
    createCommitOnBranch: { commit: { oid: head, signature: { isValid: true } } },
  });
  expect(github.fileAt('smart-fix/1', 'b.txt')).toBe('b\n');
  const { data } = await client.rest.repos.getCommit({
    owner: github.owner,
    repo: github.name,
    ref: head ?? '',
  });
  expect([data.author?.login, data.committer?.login]).toEqual(['github-actions[bot]', 'web-flow']);
});

test('a head other than the expected one is stale, and nothing is committed', async () => {
  const { github, client, input } = await begin();
  const moved = github.person.push('smart-fix/1', { 'a.txt': 'mine\n' });
  await expect(client.graphql(COMMIT, { input })).rejects.toMatchObject({ errors: [{ type: 'STALE_DATA' }] });
  expect(github.headOf('smart-fix/1')).toBe(moved);
});

test.each([
  ['a field that GitHub does not have', 'query { viewer { login nickname } }', {}, 'nickname'],
  ['a variable of another type', COMMIT, { input: { branch: 7 } }, 'CommittableBranch'],
  ['a required value that is missing', COMMIT, { input: {} }, 'expectedHeadOid'],
])('%s is a use of GitHub that fails the test', async (_, document, variables, named) => {
  const { github, client } = await begin();
  await expect(client.graphql(document, variables)).rejects.toThrow();
  expect(github.takeViolations().join('\n')).toContain(named);
});

test('a branch outside the allowed ones, and a token without the power, are noticed', async () => {
  const { github, client, input } = await begin();
  const main = {
    ...input,
    branch: { ...input.branch, branchName: 'main' },
    expectedHeadOid: github.headOf('main'),
  };
  await client.graphql(COMMIT, { input: main });
  expect(github.takeViolations()).toEqual([expect.stringContaining('refs/heads/main is written')]);
  const reader = clientOf(github, { token: github.tokenWith({ contents: 'read' }) });
  await expect(reader.graphql(COMMIT, { input })).rejects.toMatchObject({ errors: [{ type: 'FORBIDDEN' }] });
});
