import { expect, test } from '@jest/globals';
import { octokitOf } from './octokit-of.js';
import { useFakeGithub } from './use-fake-github.js';

const start = useFakeGithub();

async function begin() {
  const github = await start();
  const { octokit, at } = octokitOf(github);
  return { github, create: () => octokit.issues.create({ ...at, title: 'Red' }), octokit, at };
}

test('an outage before the effect changes nothing, and is over after its times', async () => {
  const { github, create } = await begin();
  github.faults.plan('issues/create', { kind: 'status', status: 502 }, 2);
  await expect(create()).rejects.toMatchObject({ status: 502 });
  await expect(create()).rejects.toMatchObject({ status: 502 });
  expect(github.issues()).toHaveLength(0);
  await create();
  expect(github.issues()).toHaveLength(1);
});

test('an outage after the effect leaves it done', async () => {
  const { github, create } = await begin();
  github.faults.plan('issues/create', { kind: 'status', status: 500, afterEffect: true });
  await expect(create()).rejects.toMatchObject({ status: 500 });
  expect(github.issues()).toHaveLength(1);
});

test('a connection breaks off before or after the effect', async () => {
  const { github, create } = await begin();
  github.faults.plan('issues/create', { kind: 'reset' });
  github.faults.plan('issues/create', { kind: 'reset', afterEffect: true });
  await expect(create()).rejects.toMatchObject({ name: 'HttpError' });
  expect(github.issues()).toHaveLength(0);
  await expect(create()).rejects.toMatchObject({ name: 'HttpError' });
  expect(github.issues()).toHaveLength(1);
  expect(github.requests.map(({ status }) => status)).toEqual([0, 0]);
});

test('a used-up limit says when it is back', async () => {
  const { github, create } = await begin();
  github.faults.plan('issues/create', { kind: 'primary-limit', resetSeconds: 60 });
  const error = await create().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ status: 403, response: { headers: { 'x-ratelimit-remaining': '0' } } });
  const { headers } = (error as { response: { headers: Record<string, string> } }).response;
  const seconds = Number(headers['x-ratelimit-reset']) - Date.now() / 1000;
  expect(seconds).toBeGreaterThan(50);
  expect(seconds).toBeLessThanOrEqual(60);
});

test.each([403, 429] as const)('a secondary limit answers %s and says how long to wait', async (status) => {
  const { github, create } = await begin();
  github.faults.plan('issues/create', { kind: 'secondary-limit', retryAfterSeconds: 7, status });
  await expect(create()).rejects.toMatchObject({ status, response: { headers: { 'retry-after': '7' } } });
  expect(github.issues()).toHaveLength(0);
});

test('a stale read does not see what was written since', async () => {
  const { github, create, octokit, at } = await begin();
  github.faults.plan('issues/list-for-repo', { kind: 'stale' });
  await create();
  expect((await octokit.issues.listForRepo(at)).data).toHaveLength(0);
  expect((await octokit.issues.listForRepo(at)).data).toHaveLength(1);
});

test('an answer may come late', async () => {
  const { github, create } = await begin();
  github.faults.plan('issues/create', { kind: 'delay', milliseconds: 150 });
  const began = Date.now();
  await create();
  expect(Date.now() - began).toBeGreaterThanOrEqual(145);
});

test('the second origin fails as planned', async () => {
  const { github, octokit, at } = await begin();
  const job_id = github.addFailedRun().attempts[0]!.jobs[0]!.id;
  github.faults.plan('download', { kind: 'status', status: 503 });
  github.faults.plan('download', { kind: 'reset' });
  const read = () => octokit.actions.downloadJobLogsForWorkflowRun({ ...at, job_id });
  await expect(read()).rejects.toMatchObject({ status: 503 });
  await expect(read()).rejects.toMatchObject({ name: 'HttpError' });
  expect((await read()).status).toBe(200);
});

test('a fault hits its own operation only', async () => {
  const { github, octokit, at } = await begin();
  github.faults.plan('issues/create', { kind: 'status', status: 502 });
  expect((await octokit.issues.listForRepo(at)).status).toBe(200);
});
