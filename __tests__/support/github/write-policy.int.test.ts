import { expect, test } from '@jest/globals';
import { startFakeGithub } from './fake-github.js';
import { octokitOf } from './octokit-of.js';
import { useFakeGithub } from './use-fake-github.js';

const start = useFakeGithub();

type Client = ReturnType<typeof octokitOf>;

async function begin(options: Parameters<typeof start>[0] = {}) {
  const github = await start(options);
  github.person.push('work', { 'a.txt': 'a\n' });
  github.person.push('smart-fix/1', { 'a.txt': 'a\n' });
  const pull = github.person.openPull({ head: 'work' });
  const issue = github.person.openIssue('Theirs');
  const comment = github.person.comment(issue.number, 'theirs');
  return { github, pull: pull.number, issue: issue.number, comment: comment.id, ...octokitOf(github) };
}

test.each<
  [
    string,
    (client: Client & { pull: number; issue: number; comment: number; sha: string }) => Promise<unknown>,
  ]
>([
  [
    'makes another branch',
    ({ octokit, at, sha }) => octokit.git.createRef({ ...at, ref: 'refs/heads/other', sha }),
  ],
  [
    'makes a tag',
    ({ octokit, at, sha }) => octokit.git.createRef({ ...at, ref: 'refs/tags/smart-fix/1', sha }),
  ],
  [
    "moves a person's branch",
    ({ octokit, at, sha }) => octokit.git.updateRef({ ...at, ref: 'heads/work', sha, force: true }),
  ],
  ["deletes a person's branch", ({ octokit, at }) => octokit.git.deleteRef({ ...at, ref: 'heads/work' })],
  [
    "opens a pull request for a person's branch",
    ({ octokit, at }) => octokit.pulls.create({ ...at, head: 'work', base: 'smart-fix/1', title: 'x' }),
  ],
  [
    "changes a person's pull request",
    ({ octokit, at, pull }) => octokit.pulls.update({ ...at, pull_number: pull, title: 'x' }),
  ],
  [
    "changes a person's issue",
    ({ octokit, at, issue }) => octokit.issues.update({ ...at, issue_number: issue, state: 'closed' }),
  ],
  [
    "labels a person's issue",
    ({ octokit, at, issue }) => octokit.issues.addLabels({ ...at, issue_number: issue, labels: ['x'] }),
  ],
  [
    "changes a person's comment",
    ({ octokit, at, comment }) => octokit.issues.updateComment({ ...at, comment_id: comment, body: 'x' }),
  ],
  [
    "deletes a person's comment",
    ({ octokit, at, comment }) => octokit.issues.deleteComment({ ...at, comment_id: comment }),
  ],
  [
    'approves',
    ({ octokit, at, pull }) => octokit.pulls.createReview({ ...at, pull_number: pull, event: 'APPROVE' }),
  ],
  [
    'runs a workflow on another branch',
    ({ octokit, at }) => octokit.actions.createWorkflowDispatch({ ...at, workflow_id: 500, ref: 'work' }),
  ],
])('it is a violation that something %s', async (_, act) => {
  const { github, ...client } = await begin();
  // Only the last one differs from `main` in nothing, which would be refused before any policy speaks.
  github.person.push('work', { 'b.txt': 'b\n' });
  await act({ ...client, sha: github.headOf('main')! });
  expect(github.takeViolations()).toHaveLength(1);
});

test('comments, reactions, reviews and our own things are no violations', async () => {
  const { github, octokit, at, pull, issue, comment } = await begin();
  await octokit.issues.createComment({ ...at, issue_number: pull, body: 'ours' });
  await octokit.issues.updateComment({ ...at, comment_id: github.comments(pull)[0]!.id, body: 'still ours' });
  await octokit.reactions.createForIssueComment({ ...at, comment_id: comment, content: 'eyes' });
  await octokit.pulls.createReview({ ...at, pull_number: pull, event: 'COMMENT', body: 'x' });
  await octokit.issues.createComment({ ...at, issue_number: issue, body: 'ours' });
  const own = await octokit.issues.create({ ...at, title: 'Ours' });
  await octokit.issues.update({ ...at, issue_number: own.data.number, body: 'ours', labels: ['smart-fix'] });
  await octokit.pulls.create({ ...at, head: 'smart-fix/1', base: 'main', title: 'Ours' });
  expect(github.takeViolations()).toEqual([]);
});

test('what the bot made in an earlier run may be changed', async () => {
  const { github, octokit, at } = await begin();
  const { number } = github.person.openIssue('Earlier', '', 'github-actions[bot]');
  await octokit.issues.update({ ...at, issue_number: number, body: 'again' });
  expect(github.takeViolations()).toEqual([]);
});

test('the refs that may be written are a setting', async () => {
  const { github, octokit, at } = await begin({ allowedRef: 'refs/heads/fix/temp-*' });
  const sha = github.headOf('main')!;
  await octokit.git.createRef({ ...at, ref: 'refs/heads/fix/temp-1', sha });
  expect(github.takeViolations()).toEqual([]);
  await octokit.git.createRef({ ...at, ref: 'refs/heads/smart-fix/2', sha });
  expect(github.takeViolations()).toHaveLength(1);
});

test('closing a fake that was used wrongly throws, and says how', async () => {
  const github = await startFakeGithub();
  const { octokit, at } = octokitOf(github);
  await octokit.git.createRef({ ...at, ref: 'refs/heads/other', sha: github.headOf('main')! });
  await expect(github.close()).rejects.toThrow(
    'refs/heads/other is written, and only refs/heads/smart-fix/* may be',
  );
});

test.each([
  [
    'a misspelt key of the body',
    '/issues',
    { method: 'POST', body: '{"title":"x","lables":[]}' },
    'body /lables is unknown',
  ],
  ['an unknown query parameter', '/pulls?sate=open', {}, 'query sate is unknown'],
  ['a body that is no JSON', '/issues', { method: 'POST', body: '{' }, 'body must be object'],
  ['a page that the fake does not serve', '/secrets', {}, 'is not served by the fake'],
  [
    'another version of the API',
    '',
    { headers: { 'x-github-api-version': '2026-03-10' } },
    'is not 2022-11-28',
  ],
])('%s is a violation', async (_, path, init, fault) => {
  const github = await start();
  const headers = { authorization: `Bearer ${github.token}`, ...(init as { headers?: object }).headers };
  await fetch(`${github.apiUrl}/repos/${github.owner}/${github.name}${path}`, { ...init, headers });
  expect(github.takeViolations()).toContainEqual(expect.stringContaining(fault));
  expect(github.issues()).toHaveLength(0);
});

test('an answer of the fake that GitHub does not document is a violation', async () => {
  const { github, octokit, at } = await begin();
  github.faults.plan('repos/get', { kind: 'status', status: 418 });
  await expect(octokit.repos.get(at)).rejects.toMatchObject({ status: 418 });
  expect(github.takeViolations()).toEqual(['repos/get answers 418: status 418 is not documented']);
});
