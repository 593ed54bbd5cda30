import { expect, test } from '@jest/globals';
import type { FakeGithubOptions } from '../../support/github/fake-github.js';
import { ALL_PERMISSIONS } from '../../support/github/tokens.js';
import { useFakeGithub } from '../../support/github/use-fake-github.js';
import { hostOf } from '../../support/github-host.js';

const start = useFakeGithub();

async function begin(options: FakeGithubOptions = {}) {
  const github = await start(options);
  github.person.push('smart-fix/abc', { 'a.txt': 'a\n' });
  return { github, host: hostOf(github) };
}

const TEXT = { marker: 'issue:abc', title: 'T', body: 'B' };
const PLACE = { branch: 'smart-fix/abc', base: 'main', mayCreate: true };
const BOT = 'github-actions[bot]';

test('a pull request is made once and updated afterwards', async () => {
  const { github, host } = await begin();
  const first = await host.savePullRequest(TEXT, PLACE);
  const second = await host.savePullRequest({ ...TEXT, title: 'T2', body: 'B2' }, PLACE);
  expect([first.kind, second.kind]).toEqual(['created', 'updated']);
  expect(github.pulls()).toMatchObject([
    { title: 'T2', body: expect.stringContaining('B2'), pull: { draft: true } },
  ]);
});

test('a repository without drafts gets a pull request that is none', async () => {
  const { github, host } = await begin({ hasDrafts: false });
  expect(await host.savePullRequest(TEXT, PLACE)).toMatchObject({ kind: 'created' });
  expect(github.pulls()).toMatchObject([{ title: 'T', pull: { draft: false } }]);
});

test('only who is forbidden to open a pull request is told where to allow it', async () => {
  const { host } = await begin({ actionsMayCreatePulls: false });
  const { host: other } = await begin();
  const nowhere = { ...PLACE, base: 'gone' };
  const details = [await host.savePullRequest(TEXT, PLACE), await other.savePullRequest(TEXT, nowhere)];
  expect(details.map((saved) => 'detail' in saved && saved.detail.includes('Settings'))).toEqual([
    true,
    false,
  ]);
});

test('a pull request that another start opened meanwhile is taken over', async () => {
  const { github, host } = await begin();
  github.faults.plan('pulls/list', { kind: 'stale' });
  github.person.openPull({ head: 'smart-fix/abc', author: BOT });
  expect(await host.savePullRequest(TEXT, PLACE)).toMatchObject({ kind: 'updated' });
  expect(github.pulls()).toHaveLength(1);
});

test('a pull request that a person opened for our branch keeps their words', async () => {
  const { github, host } = await begin();
  const { number } = github.person.openPull({ head: 'smart-fix/abc', title: 'mine', body: 'my words' });
  expect(await host.savePullRequest(TEXT, PLACE)).toMatchObject({ kind: 'updated' });
  expect(github.pulls()).toMatchObject([{ number, title: 'mine', body: 'my words' }]);
});

test('a pull request that was not made is tried once more, an issue is not', async () => {
  const { github, host } = await begin();
  github.faults.plan('pulls/create', { kind: 'status', status: 502 });
  github.faults.plan('issues/create', { kind: 'status', status: 502 });
  expect(await host.savePullRequest(TEXT, PLACE)).toMatchObject({ kind: 'created' });
  await expect(host.saveIssue(TEXT)).rejects.toMatchObject({ kind: 'unavailable' });
  expect([github.pulls().length, github.issues().length]).toEqual([1, 0]);
});

test('the token that pushes opens the pull request, so that its checks start; where it may not, the other does', async () => {
  const { github } = await begin();
  const opened = async (pushToken: string) => {
    expect(await hostOf(github, { pushToken }).savePullRequest(TEXT, PLACE)).toMatchObject({
      kind: 'created',
    });
    const { number, author } = github.pulls().at(-1) ?? {};
    github.person.close(number ?? 0);
    return author;
  };
  expect(await opened(github.tokenOf('octocat'))).toBe('octocat');
  expect(await opened(github.tokenWith({ contents: 'write' }))).toBe(BOT);
});

test('a closed pull request is not the open one', async () => {
  const { github, host } = await begin();
  github.person.close(github.person.openPull({ head: 'smart-fix/abc', author: BOT }).number);
  expect(await host.readPullRequest('smart-fix/abc')).toBeNull();
});

test('an issue is made once, with our label, and updated afterwards', async () => {
  const { github, host } = await begin();
  const kinds = [(await host.saveIssue(TEXT)).kind, (await host.saveIssue({ ...TEXT, title: 'T2' })).kind];
  expect(kinds).toEqual(['created', 'updated']);
  expect(github.issues()).toMatchObject([{ title: 'T2', labels: ['smart-fix'] }]);
});

test('of issues that are filed at once one stays open, and everybody is told that one', async () => {
  const { github } = await begin();
  const saved = await Promise.all([1, 2, 3, 4].map(() => hostOf(github).saveIssue(TEXT)));
  const open = github.issues().filter(({ state }) => state === 'open');
  expect(open).toHaveLength(1);
  expect(new Set(saved.map((each) => ('url' in each ? each.url : each.kind))).size).toBe(1);
  expect(open[0]?.body).toContain('B');
});

test('an issue is found by its own first line, on whatever page, and the oldest counts', async () => {
  const { github, host } = await begin();
  const labelled = (body: string) => github.person.openIssue('x', body, BOT).labels as string[];
  for (let count = 0; count < 104; count++) labelled(`no marker ${count}`).push('smart-fix');
  labelled('> <!-- smart-fix:issue:abc -->').push('smart-fix');
  labelled('<!-- smart-fix:issue:abc -->\nfirst').push('smart-fix');
  labelled('<!-- smart-fix:issue:abc -->\nsecond').push('smart-fix');
  expect(await host.saveIssue(TEXT)).toMatchObject({ kind: 'updated', url: expect.stringMatching(/\/106$/) });
});

test('a look-up that fails makes nothing', async () => {
  const { github, host } = await begin();
  github.faults.plan('issues/list-for-repo', { kind: 'status', status: 500 }, 9);
  github.faults.plan('pulls/list', { kind: 'status', status: 500 }, 9);
  await expect(host.saveIssue(TEXT)).rejects.toMatchObject({ kind: 'unavailable' });
  await expect(host.savePullRequest(TEXT, PLACE)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(github.writes()).toEqual([]);
});

test('what the repository does not allow is a value, with its reason', async () => {
  const { host } = await begin({ actionsMayCreatePulls: false, hasIssues: false });
  expect(await host.savePullRequest(TEXT, PLACE)).toMatchObject({
    kind: 'not-allowed',
    detail: expect.stringContaining('not permitted to create'),
  });
  expect(await host.saveIssue(TEXT)).toMatchObject({
    kind: 'not-allowed',
    detail: expect.stringContaining('switched off'),
  });
});

test('a token without the permission is told so', async () => {
  const { github } = await begin();
  const host = hostOf(github, {
    token: github.tokenWith({ ...ALL_PERMISSIONS, issues: 'none', contents: 'none' }),
  });
  await expect(host.saveIssue(TEXT)).rejects.toMatchObject({ kind: 'denied' });
  await expect(host.readBranch('main')).rejects.toMatchObject({ kind: 'denied' });
});

test('a branch is its commit, or null when there is none', async () => {
  const { github, host } = await begin();
  expect(await host.readBranch('main')).toBe(github.headOf('main'));
  expect(await host.readBranch('smart-fix/abc')).toBe(github.headOf('smart-fix/abc'));
  expect(await host.readBranch('smart-fix')).toBeNull();
});

test('no secret leaves in a title or a body', async () => {
  const { github, host } = await begin();
  await host.saveIssue({ ...TEXT, title: 'hunter2', body: 'hunter2' });
  await host.savePullRequest({ ...TEXT, title: 'hunter2', body: 'hunter2' }, PLACE);
  expect(JSON.stringify(github.writes())).not.toContain('hunter2');
});

test('of two that comment in the same moment, one comment stays, and it is the first', async () => {
  const { github, host } = await begin();
  const { number } = github.person.openPull({ head: 'smart-fix/abc', author: BOT });
  const pull = `https://github.com/o/r/pull/${number}`;
  const first = await host.saveComment({ marker: 'answer', body: 'one' }, pull);
  const made = github.state.comments.splice(0);
  github.faults.plan('issues/list-comments', { kind: 'stale' });
  github.state.comments.push(...made);
  const second = await host.saveComment({ marker: 'answer', body: 'two' }, pull);
  expect([first.kind, second.kind]).toEqual(['created', 'updated']);
  expect(github.comments(number)).toMatchObject([{ id: made[0]?.id, body: expect.stringContaining('two') }]);
});
