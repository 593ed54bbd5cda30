import { expect, test } from '@jest/globals';
import type { NewFailedRun } from './failed-run.js';
import { octokitOf } from './octokit-of.js';
import { useFakeGithub } from './use-fake-github.js';

const start = useFakeGithub();

async function withRun(run: NewFailedRun = {}) {
  const github = await start();
  return { github, run: github.addFailedRun(run), ...octokitOf(github) };
}

test('a failed run has its attempts, and each attempt its own jobs', async () => {
  const { github, run, octokit, at } = await withRun({
    attempt: 2,
    jobs: [{ name: 'test' }, { name: 'lint' }],
  });
  const place = { ...at, run_id: run.id };
  const { data } = await octokit.actions.getWorkflowRun(place);
  expect(data).toMatchObject({
    ...{ name: 'CI', path: '.github/workflows/ci.yml', run_attempt: 2, conclusion: 'failure', event: 'push' },
    ...{ head_branch: 'main', head_sha: github.headOf('main'), actor: { login: 'octocat' } },
  });
  const first = await octokit.actions.getWorkflowRunAttempt({ ...place, attempt_number: 1 });
  expect(first.data.run_attempt).toBe(1);
  await expect(octokit.actions.getWorkflowRunAttempt({ ...place, attempt_number: 3 })).rejects.toMatchObject({
    status: 404,
  });
  const ids = async (attempt_number: number) =>
    (await octokit.actions.listJobsForWorkflowRunAttempt({ ...place, attempt_number })).data.jobs.map(
      ({ id }) => id,
    );
  const all = await octokit.actions.listJobsForWorkflowRun({ ...place, filter: 'all' });
  expect(all.data.jobs.map(({ id }) => id)).toEqual([...(await ids(1)), ...(await ids(2))]);
  const last = await octokit.actions.listJobsForWorkflowRun(place);
  expect(last.data.jobs.map(({ id }) => id)).toEqual(await ids(2));
  const job = await octokit.actions.getJobForWorkflowRun({ ...at, job_id: last.data.jobs[0]!.id });
  expect(job.data).toMatchObject({
    name: 'test',
    steps: [{ name: 'Set up job' }, { conclusion: 'failure' }],
  });
});

test('runs are listed newest first, by commit, branch, event and status', async () => {
  const { github, run, octokit, at } = await withRun();
  github.person.push('work', { 'a.txt': 'a\n' });
  const second = github.addFailedRun({ branch: 'work', event: 'pull_request' });
  const ids = async (query: object) =>
    (await octokit.actions.listWorkflowRunsForRepo({ ...at, ...query })).data.workflow_runs.map(
      ({ id }) => id,
    );
  expect(await ids({})).toEqual([second.id, run.id]);
  expect(await ids({ branch: 'main' })).toEqual([run.id]);
  expect(await ids({ head_sha: second.headSha, event: 'pull_request', status: 'failure' })).toEqual([
    second.id,
  ]);
  expect(await ids({ status: 'success' })).toEqual([]);
});

test('a log lies on a second origin, written as the runner writes it', async () => {
  const { run, octokit, at } = await withRun({
    jobs: [{ command: 'npm test', output: 'a.ts:1: error: no\n' }],
  });
  const job_id = run.attempts[0]!.jobs[0]!.id;
  const redirect = { redirect: 'manual' } as const;
  const { headers, status } = await octokit.actions.downloadJobLogsForWorkflowRun({
    ...at,
    job_id,
    request: redirect,
  });
  expect(status).toBe(302);
  const bytes = Buffer.from(await (await fetch(headers.location!)).arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = bytes
    .toString()
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\n');
  for (const line of lines) expect(line).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}Z /);
  const texts = lines.map((line) => line.slice(29));
  expect(texts).toContain('##[group]Run npm test');
  expect(texts).toContain('a.ts:1: error: no');
  expect(texts).toContain('##[error]Process completed with exit code 1.');
});

test('the second origin refuses a token, and that is a violation', async () => {
  const { github, run, octokit, at } = await withRun();
  const job_id = run.attempts[0]!.jobs[0]!.id;
  const redirect = { redirect: 'manual' } as const;
  const { headers } = await octokit.actions.downloadJobLogsForWorkflowRun({
    ...at,
    job_id,
    request: redirect,
  });
  const authorization = `Bearer ${github.token}`;
  expect((await fetch(headers.location!, { headers: { authorization } })).status).toBe(400);
  expect(github.takeViolations()).toEqual([expect.stringContaining('the token was sent on')]);
});

test('a link that ran out is refused, and a log may not be there yet', async () => {
  const { github, run, octokit, at } = await withRun({ jobs: [{ logNotReadyFor: 1 }] });
  const link = async () => {
    const request = { redirect: 'manual' } as const;
    const job_id = run.attempts[0]!.jobs[0]!.id;
    return (await octokit.actions.downloadJobLogsForWorkflowRun({ ...at, job_id, request })).headers
      .location!;
  };
  const url = await link();
  expect((await fetch(url)).status).toBe(404);
  expect((await fetch(url)).status).toBe(200);
  github.expireLinks();
  expect((await fetch(url)).status).toBe(403);
  expect((await fetch(await link())).status).toBe(200);
});

test('a deleted log is gone', async () => {
  const { run, octokit, at } = await withRun({ jobs: [{ logIsExpired: true }] });
  const job_id = run.attempts[0]!.jobs[0]!.id;
  await expect(octokit.actions.downloadJobLogsForWorkflowRun({ ...at, job_id })).rejects.toMatchObject({
    status: 410,
  });
});

test('a re-run makes the next attempt of the failed jobs only', async () => {
  const jobs = [{ name: 'test' }, { name: 'lint', conclusion: 'success' as const }];
  const { run, octokit, at } = await withRun({ jobs, rerunConclusion: 'success' });
  const place = { ...at, run_id: run.id };
  await octokit.actions.reRunWorkflowFailedJobs(place);
  const { data } = await octokit.actions.getWorkflowRun(place);
  expect(data).toMatchObject({ run_attempt: 2, status: 'completed', conclusion: 'success' });
  const again = await octokit.actions.listJobsForWorkflowRun(place);
  expect(again.data.jobs.map((job) => job.name)).toEqual(['test']);
});

test('a run that still goes on is not run again', async () => {
  const { run, octokit, at } = await withRun();
  const place = { ...at, run_id: run.id };
  await octokit.actions.reRunWorkflowFailedJobs(place);
  await expect(octokit.actions.reRunWorkflowFailedJobs(place)).rejects.toMatchObject({ status: 403 });
});

test('a dispatch starts a run of the workflow on a branch, and names it when asked to', async () => {
  const { github, octokit, at } = await withRun();
  github.person.push('smart-fix/1', { 'a.txt': 'a\n' });
  const workflow = await octokit.actions.getWorkflow({ ...at, workflow_id: 'ci.yml' });
  expect(workflow.data.name).toBe('CI');
  const dispatch = (more: object) =>
    octokit.actions.createWorkflowDispatch({
      ...at,
      workflow_id: workflow.data.id,
      ref: 'smart-fix/1',
      ...more,
    });
  expect((await dispatch({})).status).toBe(204);
  expect(await dispatch({ return_run_details: true })).toMatchObject({
    status: 200,
    data: { workflow_run_id: expect.any(Number) },
  });
  const { data } = await octokit.actions.listWorkflowRunsForRepo({ ...at, event: 'workflow_dispatch' });
  expect(data.workflow_runs.map((run) => run.head_branch)).toEqual(['smart-fix/1', 'smart-fix/1']);
  await expect(dispatch({ ref: 'none' })).rejects.toMatchObject({ status: 422 });
});

test('an artifact is downloaded through a link, unless it ran out', async () => {
  const { github, run, octokit, at } = await withRun();
  const zip = Buffer.from('PK').toString('base64');
  github.state.artifacts.push({ id: 1, run: run.id, name: 'report', zip, isExpired: false });
  github.state.artifacts.push({ id: 2, run: run.id, name: 'old', zip, isExpired: true });
  const { data } = await octokit.actions.listWorkflowRunArtifacts({ ...at, run_id: run.id });
  expect(data.artifacts.map(({ name, expired }) => ({ name, expired }))).toEqual([
    { name: 'report', expired: false },
    { name: 'old', expired: true },
  ]);
  const download = (artifact_id: number) =>
    octokit.actions.downloadArtifact({ ...at, artifact_id, archive_format: 'zip' });
  expect((await download(1)).status).toBe(200);
  await expect(download(2)).rejects.toMatchObject({ status: 410 });
});

test('a run that still goes on has jobs that ended, and one without a log', async () => {
  const jobs = [{ name: 'test' }, { name: 'repair', conclusion: null }];
  const { run, octokit, at } = await withRun({ conclusion: null, jobs });
  const { data } = await octokit.actions.getWorkflowRun({ ...at, run_id: run.id });
  expect(data).toMatchObject({ status: 'in_progress', conclusion: null });
  const listed = await octokit.actions.listJobsForWorkflowRun({ ...at, run_id: run.id });
  expect(listed.data.jobs.map((job) => job.status)).toEqual(['completed', 'in_progress']);
  const job_id = run.attempts[0]!.jobs[1]!.id;
  await expect(octokit.actions.downloadJobLogsForWorkflowRun({ ...at, job_id })).rejects.toMatchObject({
    status: 404,
  });
});
