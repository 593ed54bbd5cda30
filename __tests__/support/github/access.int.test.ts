import { expect, test } from '@jest/globals';
import { octokitOf } from './octokit-of.js';
import type { Permissions } from './tokens.js';
import { useFakeGithub } from './use-fake-github.js';

const start = useFakeGithub();

test('a token that nobody gave out is refused', async () => {
  const github = await start({ isPrivate: false });
  const { octokit, at } = octokitOf(github, { token: 'made-up' });
  await expect(octokit.repos.get(at)).rejects.toMatchObject({
    status: 401,
    message: expect.stringContaining('Bad credentials'),
  });
});

test('a private repository does not exist for a stranger, and no other repository exists', async () => {
  const github = await start();
  github.person.addCollaborator('stranger', 'none');
  const stranger = octokitOf(github, { token: github.tokenOf('stranger') });
  await expect(stranger.octokit.issues.listForRepo(stranger.at)).rejects.toMatchObject({ status: 404 });
  const answer = await fetch(`${github.apiUrl}/repos/${github.owner}/${github.name}`);
  expect(answer.status).toBe(404);
  const { octokit, at } = octokitOf(github);
  await expect(octokit.repos.get({ ...at, repo: 'other' })).rejects.toMatchObject({ status: 404 });
});

test('a public repository is read without a permission, but its logs are not', async () => {
  const github = await start({ isPrivate: false });
  const run = github.addFailedRun();
  const { octokit, at } = octokitOf(github, { token: github.tokenWith({}) });
  expect((await octokit.pulls.list(at)).data).toEqual([]);
  const job_id = run.attempts[0]!.jobs[0]!.id;
  await expect(octokit.actions.downloadJobLogsForWorkflowRun({ ...at, job_id })).rejects.toMatchObject({
    status: 403,
  });
  const write = await fetch(`${github.apiUrl}/repos/${github.owner}/${github.name}/issues`, {
    method: 'POST',
    body: '{"title":"x"}',
  });
  expect(write.status).toBe(401);
});

test.each<[string, Permissions, (client: ReturnType<typeof octokitOf>) => Promise<unknown>]>([
  ['contents', { contents: 'read' }, ({ octokit, at }) => octokit.git.createBlob({ ...at, content: 'x' })],
  [
    'pull_requests',
    { contents: 'write', issues: 'write' },
    ({ octokit, at }) => octokit.pulls.create({ ...at, head: 'a', base: 'main', title: 'x' }),
  ],
  ['issues', { pull_requests: 'write' }, ({ octokit, at }) => octokit.issues.create({ ...at, title: 'x' })],
  ['actions', { contents: 'write' }, ({ octokit, at }) => octokit.actions.listWorkflowRunsForRepo(at)],
  [
    'checks',
    { checks: 'read' },
    ({ octokit, at }) => octokit.checks.create({ ...at, name: 'x', head_sha: 'x' }),
  ],
  [
    'statuses',
    { statuses: 'none' },
    ({ octokit, at }) => octokit.repos.getCombinedStatusForRef({ ...at, ref: 'main' }),
  ],
])('without the permission %s the answer is 403 and names it', async (scope, permissions, act) => {
  const github = await start();
  const client = octokitOf(github, { token: github.tokenWith(permissions) });
  await expect(act(client)).rejects.toMatchObject({
    status: 403,
    message: expect.stringContaining('Resource not accessible by integration'),
    response: { headers: { 'x-accepted-github-permissions': expect.stringContaining(scope) } },
  });
});

test('a person who may only read cannot write, whatever the token', async () => {
  const github = await start();
  github.person.addCollaborator('reader', 'read');
  const { octokit, at } = octokitOf(github, { token: github.tokenOf('reader') });
  expect((await octokit.git.getRef({ ...at, ref: 'heads/main' })).status).toBe(200);
  await expect(octokit.git.createBlob({ ...at, content: 'x' })).rejects.toMatchObject({ status: 403 });
});
