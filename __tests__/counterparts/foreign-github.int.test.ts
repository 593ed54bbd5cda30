import { afterAll, beforeAll, expect } from '@jest/globals';
import { createGitHubClient } from '../../src/adapters/github/client.js';
import { createComments } from '../../src/adapters/github/comments.js';
import { GitHubHost } from '../../src/adapters/github/github-host.js';
import { addLabel, removeLabel } from '../../src/adapters/github/labels.js';
import { GitHubLease } from '../../src/adapters/github/lease.js';
import { readPermission } from '../../src/adapters/github/read-permission.js';
import { saveReview } from '../../src/adapters/github/reviews.js';
import { createWorkComments } from '../../src/adapters/github/work-comment.js';
import { EMULATE, type Emulate, startEmulate } from '../support/emulate.js';
import { node24 } from '../support/node24.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { toolchain } from '../support/toolchain.js';

const PROBE = `test -f ${EMULATE} && ${node24()} -e 'process.exit(process.versions.node.startsWith("24.") ? 0 : 1)'`;
const { test } = toolchain(PROBE);
const folder = temporaryFolder('emulate');
let github: Emulate | null = null;

beforeAll(async () => {
  if (process.env.SMART_FIX_TEST_EMULATE !== undefined) github = await startEmulate(folder);
}, 120_000);

afterAll(async () => {
  await github?.close();
});

const AT = { owner: 'octocat', repo: 'project' };
const REPOSITORY = { owner: AT.owner, name: AT.repo };

function clientOf() {
  const { signal } = new AbortController();
  return createGitHubClient({
    ...{ token: 'any', apiUrl: github?.url ?? '', signal, timeLeftMs: () => 60_000 },
    pause: async () => undefined,
  });
}

function hostOf(): GitHubHost {
  const client = clientOf();
  return new GitHubHost(
    { client, placing: client, cleaning: () => client, stays: () => undefined },
    REPOSITORY,
    (text) => text,
  );
}

async function headOf(branch: string): Promise<string> {
  return (await clientOf().rest.git.getRef({ ...AT, ref: `heads/${branch}` })).data.object.sha;
}

async function addBranch(name: string): Promise<void> {
  await clientOf().rest.git.createRef({ ...AT, ref: `refs/heads/${name}`, sha: await headOf('main') });
}

async function addIssue(): Promise<number> {
  return (await clientOf().rest.issues.create({ ...AT, title: 'Something' })).data.number;
}

/** A pull request of a person that adds a file. */
async function openPull(head: string): Promise<{ readonly number: number; readonly commit: string }> {
  const { rest } = clientOf();
  await addBranch(head);
  const content = Buffer.from('a\n').toString('base64');
  await rest.repos.createOrUpdateFileContents({
    ...AT,
    ...{ path: `${head}.txt`, message: 'x', content, branch: head },
  });
  const { data } = await rest.pulls.create({ ...AT, head, base: 'main', title: head });
  return { number: data.number, commit: await headOf(head) };
}

const commentsOf = (number: number) =>
  createComments(clientOf(), { repository: REPOSITORY, number, redact: (text) => text });

test('on a GitHub that we did not write, a pull request is made once and updated afterwards', async () => {
  await addBranch('smart-fix/abc');
  const text = { marker: 'pr:abc', title: 'T', body: 'B' };
  const place = { branch: 'smart-fix/abc', base: 'main', mayCreate: true };
  const kinds = [
    (await hostOf().savePullRequest(text, place)).kind,
    (await hostOf().savePullRequest({ ...text, title: 'T2' }, place)).kind,
  ];
  expect(kinds).toEqual(['created', 'updated']);
  const { data } = await clientOf().rest.pulls.list(AT);
  expect(data).toMatchObject([{ title: 'T2', draft: true, head: { ref: 'smart-fix/abc' } }]);
});

test('there, an issue is made once with our label and updated afterwards', async () => {
  const text = { marker: 'issue:abc', title: 'T', body: 'B' };
  const kinds = [
    (await hostOf().saveIssue(text)).kind,
    (await hostOf().saveIssue({ ...text, title: 'T2' })).kind,
  ];
  expect(kinds).toEqual(['created', 'updated']);
  const { data } = await clientOf().rest.issues.listForRepo({ ...AT, labels: 'smart-fix' });
  expect(data.map(({ title }) => title)).toEqual(['T2']);
});

test('there, a branch is read where it is and is null where it is not', async () => {
  expect(await hostOf().readBranch('main')).toMatch(/^[0-9a-f]{40}$/);
  expect(await hostOf().readBranch('smart-fix/nowhere')).toBeNull();
});

test('there, a comment is made once and edited afterwards', async () => {
  const number = await addIssue();
  const kinds = [
    (await commentsOf(number).save({ marker: 'answer:1', body: 'at work' })).kind,
    (await commentsOf(number).save({ marker: 'answer:1', body: 'done\nsecond line' })).kind,
    (await commentsOf(number).save({ marker: 'answer:2', body: 'another' })).kind,
  ];
  expect(kinds).toEqual(['created', 'updated', 'created']);
  const { data } = await clientOf().rest.issues.listComments({ ...AT, issue_number: number });
  expect(data.map(({ body }) => body?.includes('second line'))).toEqual([true, false]);
});

test('there, of two runs that say that they are at work the first is, and its result takes that comment', async () => {
  const number = await addIssue();
  const before = new Date(Date.now() - 60_000);
  const text = { marker: 'progress:1', body: 'at work' };
  const workOf = (runId: number) =>
    createWorkComments(clientOf(), {
      ...{ repository: REPOSITORY, number, runId, workflowPath: null },
      redact: (said) => said,
    });
  await commentsOf(number).save({ marker: 'progress:1', body: 'an earlier result' });
  const first = await workOf(1).claim(text, before);
  expect(await workOf(2).claim(text, before)).toEqual({ kind: 'held', runId: 1 });
  expect(await workOf(2).readOther(before)).toBe(1);
  if (first.kind !== 'claimed') throw new Error(first.kind);
  expect(await workOf(1).findOurs()).toBe(first.id);
  expect(await workOf(1).rewrite(first.id, { ...text, body: 'done' })).toBe(true);
  expect(await workOf(2).readOther(before)).toBeNull();
  const { data } = await clientOf().rest.issues.listComments({ ...AT, issue_number: number });
  expect(data.map(({ body }) => body?.includes('done'))).toEqual([true]);
});

test('there, a label is put on, also twice, and taken off, also when it is gone', async () => {
  const place = { repository: REPOSITORY, number: await addIssue() };
  const labels = async () =>
    (await clientOf().rest.issues.listLabelsOnIssue({ ...AT, issue_number: place.number })).data.map(
      ({ name }) => name,
    );
  expect(await addLabel(clientOf(), place, 'no-smart-fix')).toBe(true);
  expect(await addLabel(clientOf(), place, 'no-smart-fix')).toBe(true);
  expect(await labels()).toEqual(['no-smart-fix']);
  await removeLabel(clientOf(), place, 'no-smart-fix');
  await removeLabel(clientOf(), place, 'no-smart-fix');
  expect(await labels()).toEqual([]);
});

test('there, a review is made once for a commit', async () => {
  const { number, commit } = await openPull('reviewed');
  const place = { repository: REPOSITORY, number };
  const review = { marker: 'review:1', body: 'Two lines.', commit, suggestions: [] };
  const first = await saveReview(clientOf(), place, review);
  expect(first).toMatch(/\/pull\/\d+#pullrequestreview-\d+$/);
  expect(await saveReview(clientOf(), place, review)).toBe(first);
});

test('there, one of two runs takes the lease of a failure', async () => {
  const client = clientOf();
  const headSha = await headOf('main');
  const lease = (runId: number) =>
    new GitHubLease({
      ...{ client, at: AT, headSha, base: 'main', isShared: false },
      terms: { runId, attempt: 1, seconds: 600 },
    });
  expect(await lease(1).take('smart-fix/leased')).toEqual({ kind: 'taken' });
  expect(await lease(2).take('smart-fix/leased')).toEqual({ kind: 'held', runId: 1 });
});

test('there, who may is told, and of whom nothing is known is unknown', async () => {
  expect(await readPermission(clientOf(), REPOSITORY, 'octocat')).toBe('admin');
  expect(await readPermission(clientOf(), REPOSITORY, 'mallory')).toBe('unknown');
});

/** What smart-fix asks of GitHub and emulate does not have: the fake, with GitHub's own schemas, shows it alone. */
test.each<[string, () => Promise<unknown>]>([
  [
    'GraphQL: signed commits, moves of a ref, who we are',
    () => clientOf().graphql('query { viewer { login } }'),
  ],
  [
    'reactions',
    async () => {
      const { rest } = clientOf();
      const place = { ...AT, issue_number: await addIssue(), body: '/smart-fix' };
      const { data } = await rest.issues.createComment(place);
      await rest.reactions.createForIssueComment({ ...AT, comment_id: data.id, content: 'eyes' });
    },
  ],
  ['rules of a branch', () => clientOf().rest.repos.getBranchRules({ ...AT, branch: 'main' })],
  [
    'review comments on a line',
    async () => {
      const { number, commit } = await openPull('lined');
      const comments = [{ path: 'lined.txt', line: 1, side: 'RIGHT', body: 'x' }];
      const review = { ...AT, pull_number: number, commit_id: commit, event: 'COMMENT' as const };
      await clientOf().rest.pulls.createReview({ ...review, body: 'x', comments });
    },
  ],
])('it lacks %s', async (_, ask) => {
  await expect(ask()).rejects.toThrow(/^(Not Found|Validation failed)/);
});
