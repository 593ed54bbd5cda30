import { expect, test } from '@jest/globals';
import { GOOD } from '../support/broken-sum.js';
import { addFailure, brokenProject, repairFailedCi, repairRun } from '../support/failed-ci.js';
import type { NewFailedRun } from '../support/github/failed-run.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('action-events');
const start = useFakeGithub();
const model = scriptedModel();

/** A failed run that an event of another name, or an input, asks for. */
async function ask(
  name: string,
  {
    run,
    runId,
    payload = {},
    own = false,
  }: {
    readonly run?: NewFailedRun;
    readonly runId?: (id: number, page: string) => string;
    readonly payload?: unknown;
    readonly own?: boolean;
  },
) {
  const github = await start(brokenProject());
  const failed = addFailure({ github, folder, model }, run);
  const page = `${github.serverUrl}/${github.owner}/${github.name}/actions/runs/${failed.id}`;
  const result = await repairRun({ github, folder, model }, failed, {
    answers: [{ reply: GOOD }],
    inputs: runId === undefined ? {} : { 'run-id': runId(failed.id, page) },
    start: { event: { name, payload }, ...(own ? { ownRunId: failed.id } : {}) },
  });
  return { github, result };
}

test.each<[string, (id: number, page: string) => string]>([
  ['its number', (id) => String(id)],
  ['its page', (_, page) => page],
  ['the page of one of its jobs', (_, page) => `${page}/job/77?pr=1#step:3:4`],
])('a person dispatches a repair by naming the run by %s', async (_, runId) => {
  const { github, result } = await ask('workflow_dispatch', { runId });
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(github.pulls()).toHaveLength(1);
});

test.each<[string, (id: number, page: string) => string]>([
  ['no run at all', () => 'latest; rm -rf /'],
  ['the page of another repository', (id) => `https://github.com/other/project/actions/runs/${id}`],
  ['a run that is not there', () => '123456'],
])('naming %s is a usage error', async (_, runId) => {
  const { github, result } = await ask('workflow_dispatch', { runId });
  expect(result.exitCode).toBe(64);
  expect(result.log).toMatch(/^::error::smart-fix was not started:%0Arun-id: /m);
  expect(github.writes()).toEqual([]);
  expect(github.requests.filter(({ operation }) => operation.startsWith('actions/')).length).toBeLessThan(2);
});

test('a run that succeeded is not repaired, even when a person asks', async () => {
  const { github, result } = await ask('workflow_dispatch', {
    run: { conclusion: 'success' },
    runId: (id) => String(id),
  });
  expect(result.outputs).toMatchObject({ status: 'ignored', 'stop-reason': 'conclusion-not-failure' });
  expect(github.writes()).toEqual([]);
});

test('a person may not have a fork repaired by naming its run', async () => {
  const github = await start(brokenProject());
  github.person.pushToFork('mallory', 'topic', { 'evil.txt': 'x\n' });
  const failed = addFailure(
    { github, folder, model },
    { headRepository: 'mallory/project', branch: 'topic' },
  );
  const result = await repairRun({ github, folder, model }, failed, {
    inputs: { 'run-id': String(failed.id) },
    start: { event: { name: 'workflow_dispatch', payload: {} } },
  });
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fork-head' });
  expect(github.writes()).toEqual([]);
});

test('a job with `if: failure()` repairs the run that it belongs to', async () => {
  const jobs = [
    { name: 'test', output: 'src/sum.mjs:1: error: sum is 5' },
    { name: 'smart-fix', conclusion: null },
  ];
  const { github, result } = await ask('push', { run: { conclusion: null, jobs }, own: true });
  expect(result.outputs).toMatchObject({ status: 'completed', 'stop-reason': 'fixed' });
  expect(github.pulls()).toHaveLength(1);
});

test('a step in the very job that failed is told to be a job of its own', async () => {
  const { result } = await ask('push', {
    run: { conclusion: null, jobs: [{ name: 'test', conclusion: null }] },
    own: true,
  });
  expect(result.outputs).toMatchObject({ 'stop-reason': 'conclusion-not-failure' });
  expect(result.summary).toContain('a job of its own');
});

test.each(['requested', 'in_progress'])('a workflow_run that is only %s starts nothing', async (action) => {
  const github = await start(brokenProject());
  const failed = addFailure({ github, folder, model });
  const payload = { ...github.events.workflowRun(failed), action };
  const result = await repairRun({ github, folder, model }, failed, {
    start: { event: { name: 'workflow_run', payload } },
  });
  expect(result.outputs).toMatchObject({ status: 'ignored', 'stop-reason': 'event-not-handled' });
  expect([result.exitCode, github.writes()]).toEqual([0, []]);
});

test.each(['issues', 'pull_request_target', 'release'])('the event %s starts nothing', async (name) => {
  const { github, result } = await ask(name, {});
  expect(result.outputs).toMatchObject({ status: 'ignored', 'stop-reason': 'event-not-handled' });
  expect(result.summary).toContain(name.replaceAll('_', '\\_'));
  expect([result.exitCode, github.writes()]).toEqual([0, []]);
});

test.each<[string, unknown]>([
  ['is no object', []],
  ['lacks the run', { action: 'completed' }],
  [
    'names no commit',
    { action: 'completed', workflow_run: { id: 1, html_url: 'x', event: 'push', head_sha: 'main' } },
  ],
])('a payload that %s ends as failed without any effect', async (_, payload) => {
  const { github, result } = await ask('workflow_run', { payload });
  expect(result.outputs).toMatchObject({ status: 'failed', 'stop-reason': 'internal' });
  expect(result.exitCode).toBe(70);
  expect(result.log).toContain('payload is not a workflow_run');
  expect(github.writes()).toEqual([]);
});

test('a run on a tag belongs to no branch and is not handled', async () => {
  const github = await start(brokenProject());
  const sha = github.headOf('main') ?? '';
  const result = await repairFailedCi({ github, folder, model }, { run: { branch: null, sha } });
  expect(result.outputs).toMatchObject({ status: 'ignored', 'stop-reason': 'event-not-handled' });
  expect(github.writes()).toEqual([]);
});

test('without actions/checkout the step says what is missing', async () => {
  const github = await start(brokenProject());
  const result = await repairFailedCi({ github, folder, model }, { start: { checkout: false } });
  expect(result.exitCode).toBe(64);
  expect(result.log).toContain('run actions/checkout before this step');
  expect(github.writes()).toEqual([]);
});

test('a commit that the shallow checkout does not hold is fetched', async () => {
  const github = await start(brokenProject());
  github.person.push('topic', { 'notes.txt': 'one\n' });
  github.person.push('topic', { 'notes.txt': 'two\n' });
  const result = await repairFailedCi(
    { github, folder, model },
    { run: { branch: 'topic' }, answers: [{ reply: GOOD }] },
  );
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(github.pulls()).toMatchObject([{ pull: { base: 'topic' } }]);
});
