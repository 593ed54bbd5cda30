import { expect, test } from '@jest/globals';
import { octokitOf } from './octokit-of.js';
import { useFakeGithub } from './use-fake-github.js';

const start = useFakeGithub();

test('the layout of Enterprise Server answers the same, with its own links', async () => {
  const github = await start();
  const { octokit, at } = octokitOf(github, { baseUrl: github.gheUrl });
  const { data } = await octokit.issues.create({ ...at, title: 'Red' });
  expect(data.url).toBe(`${github.gheUrl}/repos/octo-org/project/issues/1`);
  expect(data.html_url).toBe(`${github.serverUrl}/octo-org/project/issues/1`);
  expect((await octokitOf(github).octokit.issues.get({ ...at, issue_number: 1 })).data.url).toBe(
    `${github.apiUrl}/repos/octo-org/project/issues/1`,
  );
});

test('a long list comes in pages that the client walks through', async () => {
  const github = await start();
  for (let number = 1; number <= 7; number += 1) github.person.openIssue(`issue ${number}`);
  const { octokit, at } = octokitOf(github, { baseUrl: github.gheUrl });
  const first = await octokit.issues.listForRepo({ ...at, per_page: 3 });
  expect(first.data).toHaveLength(3);
  expect(first.headers.link).toMatch(/page=2>; rel="next", .*page=3>; rel="last"/);
  const all = await octokit.paginate(octokit.issues.listForRepo, { ...at, per_page: 3 });
  expect(all.map((issue) => issue.number)).toEqual([7, 6, 5, 4, 3, 2, 1]);
});

test('a list in an envelope says how many there are', async () => {
  const github = await start();
  const run = github.addFailedRun({ jobs: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] });
  const { octokit, at } = octokitOf(github);
  const place = { ...at, run_id: run.id, attempt_number: 1, per_page: 2 };
  const { data } = await octokit.actions.listJobsForWorkflowRunAttempt(place);
  expect(data).toMatchObject({ total_count: 3, jobs: [{ name: 'a' }, { name: 'b' }] });
  const jobs = await octokit.paginate(octokit.actions.listJobsForWorkflowRunAttempt, place);
  expect(jobs.map((job) => job.name)).toEqual(['a', 'b', 'c']);
});

test('what has not changed is not sent again, and does not count', async () => {
  const github = await start();
  const { octokit, at } = octokitOf(github);
  const { headers } = await octokit.issues.listForRepo(at);
  const again = octokit.issues.listForRepo({ ...at, headers: { 'if-none-match': headers.etag } });
  await expect(again).rejects.toMatchObject({ status: 304 });
  github.person.openIssue('Red');
  const changed = await octokit.issues.listForRepo({ ...at, headers: { 'if-none-match': headers.etag } });
  expect(changed.headers['x-ratelimit-used']).toBe('2');
});

test('every answer counts down the limit until nothing is left', async () => {
  const github = await start();
  github.limitRequests(2);
  const { octokit, at } = octokitOf(github);
  await octokit.repos.get(at);
  const { headers } = await octokit.repos.get(at);
  expect(headers).toMatchObject({ 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '0' });
  await expect(octokit.repos.get(at)).rejects.toMatchObject({
    status: 403,
    message: expect.stringContaining('API rate limit exceeded'),
  });
});

test('asking for the limits costs nothing', async () => {
  const github = await start();
  const { octokit } = octokitOf(github);
  await octokit.rateLimit.get();
  expect((await octokit.rateLimit.get()).data.rate).toMatchObject({ limit: 5000, used: 0 });
});

test('every request is kept with what was asked, by whom, and how it ended', async () => {
  const github = await start();
  const { octokit, at } = octokitOf(github);
  await octokit.issues.create({ ...at, title: 'Red' });
  await octokit.issues.listForRepo(at);
  expect(github.requests.map(({ operation, status }) => `${operation} ${status}`)).toEqual([
    'issues/create 201',
    'issues/list-for-repo 200',
  ]);
  expect(github.writes()).toMatchObject([{ body: { title: 'Red' }, login: 'github-actions[bot]' }]);
});
