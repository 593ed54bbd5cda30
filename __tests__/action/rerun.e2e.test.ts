import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { GOOD } from '../support/broken-sum.js';
import { addFailure, brokenProject, FAILED_OUTPUT, type Repair, repairRun } from '../support/failed-ci.js';
import type { NewFailedRun } from '../support/github/failed-run.js';
import type { FakeGithub } from '../support/github/fake-github.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('action-rerun');
const start = useFakeGithub();
const model = scriptedModel();

const TRANSIENT = 'npm error code ECONNRESET\nnpm error network aborted';
const jobs = [{ name: 'install', output: TRANSIENT }];

async function repair(
  run: NewFailedRun,
  { inputs, ...rest }: Repair & { arrange?: (github: FakeGithub) => void } = {},
) {
  const github = await start(brokenProject());
  rest.arrange?.(github);
  const failed = addFailure({ github, folder, model }, { jobs, ...run });
  const result = await repairRun({ github, folder, model }, failed, {
    inputs: { 'wait-for-checks': '40', ...inputs },
    ...rest,
  });
  const reruns = github.requests.filter(({ operation }) => operation.includes('re-run'));
  return { github, failed, result, reruns };
}

test('what only the network spoiled runs once more; when it passes then, that is flaky and no fix', async () => {
  const { github, result, reruns } = await repair({ rerunConclusion: 'success', rerunReads: 1 });
  expect(result.outputs).toMatchObject({ status: 'needs-human', 'stop-reason': 'flaky' });
  expect(result.summary).toMatch(/install failed and passed/);
  expect([reruns.length, github.pulls(), github.issues(), model.prompts()]).toEqual([1, [], [], []]);
  const memory = readFileSync(join(result.temporary, 'smart-fix', 'memory.jsonl'), 'utf8');
  expect(memory).toContain('"result":"flaky"');
});

test('red again for the same reason is a matter of the infrastructure', async () => {
  const { failed, result, reruns } = await repair({ rerunConclusion: 'failure' });
  expect(result.outputs).toMatchObject({ status: 'needs-human', 'stop-reason': 'infra' });
  expect([reruns.length, failed.attempts.length]).toEqual([1, 2]);
});

test('what is red again for a reason that a change can help is repaired', async () => {
  const { github, result } = await repair(
    {},
    {
      answers: [{ reply: GOOD }],
      arrange: (fake) =>
        fake.runCi(({ attempt }) => ({
          jobs: [{ name: 'test', output: FAILED_OUTPUT, conclusion: attempt === 2 ? 'failure' : 'success' }],
        })),
    },
  );
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(github.pulls()).toHaveLength(1);
});

test.each<[string, NewFailedRun]>([
  ['a second attempt, such as our own re-run makes', { attempt: 2 }],
  ['a run that still goes on', { conclusion: null }],
  ['a failure that a change can help', { jobs: [{ name: 'test', output: FAILED_OUTPUT }] }],
])('%s is not run again', async (_, run) => {
  const { reruns } = await repair(run, { answers: [{ reply: GOOD }], inputs: { 'wait-for-checks': '5' } });
  expect(reruns).toEqual([]);
});

test('a run that was cancelled is never run again', async () => {
  const { result, reruns } = await repair({ conclusion: 'cancelled' });
  expect([result.outputs['stop-reason'], reruns]).toEqual(['conclusion-not-failure', []]);
});

test('a token that may not start jobs has that said', async () => {
  const { result } = await repair(
    {},
    {
      arrange: (github) =>
        github.faults.plan('actions/re-run-workflow-failed-jobs', { kind: 'status', status: 403 }),
    },
  );
  expect(result.outputs).toMatchObject({ 'stop-reason': 'infra' });
  expect(result.summary).toContain('could not be started again');
});

test('a re-run whose answer got lost is looked up and not asked for twice', async () => {
  const { failed, result, reruns } = await repair(
    { rerunConclusion: 'success' },
    {
      arrange: (github) =>
        github.faults.plan('actions/re-run-workflow-failed-jobs', {
          kind: 'status',
          status: 502,
          afterEffect: true,
        }),
    },
  );
  expect(result.outputs).toMatchObject({ 'stop-reason': 'flaky' });
  expect([reruns.length, failed.attempts.length]).toEqual([1, 2]);
});

test('a fix of a run that somebody started again meanwhile, and that passed then, is not published (API-12)', async () => {
  const { github, result } = await repair(
    { jobs: [{ name: 'test', output: FAILED_OUTPUT }] },
    {
      answers: [{ reply: GOOD }],
      arrange: (fake) => {
        const timer = setInterval(() => {
          if (model.prompts().length === 0) return;
          fake.state.runs[0]?.attempts.push({ number: 2, conclusion: 'success', jobs: [] });
          clearInterval(timer);
        }, 20).unref();
      },
    },
  );
  expect(result.outputs).toMatchObject({ status: 'superseded', 'stop-reason': 'head-moved' });
  expect(github.writes()).toEqual([]);
});

test('a re-run that outlasts the wait is left to the run that its end wakes', async () => {
  const { result } = await repair({}, { inputs: { 'wait-for-checks': '5' } });
  expect(result.outputs).toMatchObject({ 'stop-reason': 'infra' });
  expect(result.summary).toContain('had not ended');
});
