import { expect, test } from '@jest/globals';
import { octokitOf } from './octokit-of.js';
import { useFakeGithub } from './use-fake-github.js';

const start = useFakeGithub();
const HEAD = 'smart-fix/1';

async function withFix(options: Parameters<typeof start>[0] = {}) {
  const github = await start({ files: { 'a.txt': '1\n' }, ...options });
  github.person.push(HEAD, { 'a.txt': '2\n' });
  return { github, ...octokitOf(github) };
}

const NEW = { head: HEAD, base: 'main', title: 'Fix', body: '<!-- marker -->', draft: true };

test('a pull request has the size, files and commits that git finds', async () => {
  const { github, octokit, at } = await withFix();
  const { data: pull } = await octokit.pulls.create({ ...at, ...NEW });
  expect(pull).toMatchObject({
    number: 1,
    draft: true,
    changed_files: 1,
    commits: 1,
    additions: 1,
    deletions: 1,
  });
  expect(pull.head).toMatchObject({ label: `octo-org:${HEAD}`, sha: github.headOf(HEAD) });
  const place = { ...at, pull_number: 1 };
  const files = await octokit.pulls.listFiles(place);
  expect(files.data.map((file) => file.filename)).toEqual(['a.txt']);
  const commits = await octokit.pulls.listCommits(place);
  expect(commits.data.map((commit) => commit.sha)).toEqual([github.headOf(HEAD)]);
  const diff = await octokit.pulls.get({ ...place, mediaType: { format: 'diff' } });
  expect(String(diff.data)).toContain('+2');
});

test('an open pull request follows its branch, a closed one stays where it was', async () => {
  const { github, octokit, at } = await withFix();
  await octokit.pulls.create({ ...at, ...NEW });
  const headSha = async () => (await octokit.pulls.get({ ...at, pull_number: 1 })).data.head.sha;
  const second = github.person.push(HEAD, { 'b.txt': 'b\n' });
  expect(await headSha()).toBe(second);
  github.person.close(1);
  github.person.push(HEAD, { 'c.txt': 'c\n' });
  expect(await headSha()).toBe(second);
});

test('a second pull request of the same head and base is refused', async () => {
  const { octokit, at } = await withFix();
  await octokit.pulls.create({ ...at, ...NEW });
  await expect(octokit.pulls.create({ ...at, ...NEW })).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining(`A pull request already exists for octo-org:${HEAD}.`),
  });
});

test('of two that open the same pull request at once, one does', async () => {
  const { github, octokit, at } = await withFix();
  const create = () => octokit.pulls.create({ ...at, ...NEW });
  const results = await Promise.allSettled([create(), create()]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(github.pulls()).toHaveLength(1);
});

test('a pull request needs a head, a base and a difference', async () => {
  const { github, octokit, at } = await withFix();
  github.person.push('smart-fix/same', {});
  for (const change of [{ head: 'none' }, { base: 'none' }]) {
    await expect(octokit.pulls.create({ ...at, ...NEW, ...change })).rejects.toMatchObject({ status: 422 });
  }
  await octokit.git.createRef({ ...at, ref: 'refs/heads/smart-fix/2', sha: github.headOf('main')! });
  await expect(octokit.pulls.create({ ...at, ...NEW, head: 'smart-fix/2' })).rejects.toMatchObject({
    message: expect.stringContaining('No commits between main and smart-fix/2'),
  });
});

test('the bot opens none where the repository does not let Actions do it', async () => {
  const { octokit, at } = await withFix({ actionsMayCreatePulls: false });
  await expect(octokit.pulls.create({ ...at, ...NEW })).rejects.toMatchObject({
    status: 403,
    message: expect.stringContaining('GitHub Actions is not permitted to create or approve pull requests.'),
  });
});

test('pull requests are listed by state, head and base', async () => {
  const { github, octokit, at } = await withFix();
  await octokit.pulls.create({ ...at, ...NEW });
  github.person.push('work', { 'b.txt': 'b\n' });
  github.person.openPull({ head: 'work' });
  github.person.close(2);
  const numbers = async (query: object) =>
    (await octokit.pulls.list({ ...at, ...query })).data.map((pull) => pull.number);
  expect(await numbers({})).toEqual([1]);
  expect(await numbers({ state: 'all' })).toEqual([2, 1]);
  expect(await numbers({ head: `octo-org:${HEAD}`, base: 'main' })).toEqual([1]);
  expect(await numbers({ head: 'octo-org:other' })).toEqual([]);
  expect(await numbers({ base: 'other' })).toEqual([]);
});

test('a pull request of ours is changed, closed, and opened again only while its branch is there', async () => {
  const { github, octokit, at } = await withFix();
  await octokit.pulls.create({ ...at, ...NEW });
  const update = async (change: object) =>
    (await octokit.pulls.update({ ...at, pull_number: 1, ...change })).data;
  expect(await update({ title: 'Better', body: 'text' })).toMatchObject({ title: 'Better', body: 'text' });
  expect(await update({ state: 'closed' })).toMatchObject({ state: 'closed', closed_at: expect.any(String) });
  expect(await update({ state: 'open' })).toMatchObject({ state: 'open', closed_at: null });
  await update({ state: 'closed' });
  github.person.deleteBranch(HEAD);
  await expect(update({ state: 'open' })).rejects.toMatchObject({ status: 422 });
});

test('a pull request from a fork names the fork', async () => {
  const github = await start();
  github.person.pushToFork('stranger', 'work', { 'a.txt': 'a\n' });
  const { number } = github.person.openPull({ head: 'work', headOwner: 'stranger', author: 'stranger' });
  const { octokit, at } = octokitOf(github);
  const { data } = await octokit.pulls.get({ ...at, pull_number: number });
  expect(data.head).toMatchObject({
    label: 'stranger:work',
    repo: { full_name: 'stranger/project', fork: true },
  });
  expect(github.branches()).toEqual(['main']);
});

test('a review is a comment on the lines of a pull request', async () => {
  const { octokit, at } = await withFix();
  await octokit.pulls.create({ ...at, ...NEW });
  const comments = [{ path: 'a.txt', line: 1, body: 'see' }];
  const review = await octokit.pulls.createReview({
    ...at,
    pull_number: 1,
    event: 'COMMENT',
    body: 'x',
    comments,
  });
  expect(review.data).toMatchObject({ state: 'COMMENTED', body: 'x' });
  const { data } = await octokit.pulls.listReviews({ ...at, pull_number: 1 });
  expect(data).toMatchObject([{ body: 'x', commit_id: review.data.commit_id }]);
  const outside = { path: 'a.txt', line: 900, body: 'see' };
  await expect(
    octokit.pulls.createReview({ ...at, pull_number: 1, event: 'COMMENT', body: 'y', comments: [outside] }),
  ).rejects.toMatchObject({ status: 422 });
});
