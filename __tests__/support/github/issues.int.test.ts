import { expect, test } from '@jest/globals';
import { octokitOf } from './octokit-of.js';
import { useFakeGithub } from './use-fake-github.js';

const start = useFakeGithub();

test('an issue is made with its labels, found by them, changed and closed', async () => {
  const github = await start();
  const { octokit, at } = octokitOf(github);
  await octokit.issues.create({ ...at, title: 'Red', body: 'why', labels: ['smart-fix'] });
  const found = await octokit.issues.listForRepo({
    ...at,
    labels: 'smart-fix',
    creator: 'github-actions[bot]',
  });
  expect(found.data).toMatchObject([
    { number: 1, title: 'Red', user: { login: 'github-actions[bot]', type: 'Bot' } },
  ]);
  const place = { ...at, issue_number: 1 };
  await octokit.issues.update({
    ...place,
    body: 'more',
    labels: ['other'],
    state: 'closed',
    state_reason: 'not_planned',
  });
  const { data } = await octokit.issues.get(place);
  expect(data).toMatchObject({
    body: 'more',
    state: 'closed',
    state_reason: 'not_planned',
    labels: [{ name: 'other' }],
  });
  expect((await octokit.issues.listForRepo(at)).data).toEqual([]);
});

test('a pull request is an issue too, and says so', async () => {
  const github = await start();
  github.person.push('work', { 'a.txt': 'a\n' });
  github.person.openPull({ head: 'work' });
  const { octokit, at } = octokitOf(github);
  const { data } = await octokit.issues.listForRepo(at);
  expect(data).toMatchObject([{ number: 1, pull_request: { url: expect.stringMatching(/\/pulls\/1$/) } }]);
});

test('a repository without issues answers that they are gone, and still takes comments on pull requests', async () => {
  const github = await start({ hasIssues: false });
  const { octokit, at } = octokitOf(github);
  await expect(octokit.issues.create({ ...at, title: 'x' })).rejects.toMatchObject({ status: 410 });
  const { number: hidden } = github.person.openIssue('From before');
  await expect(octokit.issues.get({ ...at, issue_number: hidden })).rejects.toMatchObject({ status: 410 });
  github.person.push('work', { 'a.txt': 'a\n' });
  const { number } = github.person.openPull({ head: 'work' });
  await octokit.issues.createComment({ ...at, issue_number: number, body: 'hello' });
  expect(github.comments(number)).toMatchObject([{ body: 'hello', author: 'github-actions[bot]' }]);
});

test('a comment is made, changed, listed since a time, and deleted', async () => {
  const github = await start();
  const { number } = github.person.openIssue('Red');
  const { octokit, at } = octokitOf(github);
  const place = { ...at, issue_number: number };
  const { data: comment } = await octokit.issues.createComment({ ...place, body: 'one' });
  await octokit.issues.updateComment({ ...at, comment_id: comment.id, body: 'two' });
  expect((await octokit.issues.listComments(place)).data.map((each) => each.body)).toEqual(['two']);
  expect((await octokit.issues.listComments({ ...place, since: '2999-01-01T00:00:00Z' })).data).toEqual([]);
  await octokit.issues.deleteComment({ ...at, comment_id: comment.id });
  expect(github.comments(number)).toEqual([]);
  await expect(octokit.issues.createComment({ ...at, issue_number: 99, body: 'x' })).rejects.toMatchObject({
    status: 404,
  });
});

test('a comment longer than GitHub takes is refused', async () => {
  const github = await start();
  const { number } = github.person.openIssue('Red');
  const { octokit, at } = octokitOf(github);
  const body = 'x'.repeat(65_537);
  await expect(octokit.issues.createComment({ ...at, issue_number: number, body })).rejects.toMatchObject({
    status: 422,
  });
});

test('a reaction given twice is there once', async () => {
  const github = await start();
  const comment = github.person.comment(github.person.openIssue('Red').number, '/smart-fix');
  const { octokit, at } = octokitOf(github);
  const react = () =>
    octokit.reactions.createForIssueComment({ ...at, comment_id: comment.id, content: 'eyes' });
  expect((await react()).status).toBe(201);
  expect((await react()).status).toBe(200);
  expect(comment.reactions).toHaveLength(1);
});

test('labels are made once, put on an issue and taken off', async () => {
  const github = await start();
  const { octokit, at } = octokitOf(github);
  await octokit.issues.createLabel({ ...at, name: 'smart-fix', color: 'aabbcc', description: 'ours' });
  await expect(octokit.issues.createLabel({ ...at, name: 'Smart-Fix' })).rejects.toMatchObject({
    status: 422,
  });
  await octokit.issues.create({ ...at, title: 'Red' });
  const place = { ...at, issue_number: 1 };
  await octokit.issues.addLabels({ ...place, labels: ['smart-fix', 'new'] });
  const names = async () => (await octokit.issues.listLabelsOnIssue(place)).data.map((label) => label.name);
  expect(await names()).toEqual(['smart-fix', 'new']);
  await octokit.issues.removeLabel({ ...place, name: 'new' });
  expect(await names()).toEqual(['smart-fix']);
  await expect(octokit.issues.removeLabel({ ...place, name: 'new' })).rejects.toMatchObject({ status: 404 });
  expect((await octokit.issues.listLabelsForRepo(at)).data).toHaveLength(2);
});
