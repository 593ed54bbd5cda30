import { expect, test } from '@jest/globals';
import { GOOD, WRONG } from '../support/broken-sum.js';
import { addFailure, brokenProject, repairFailedCi, repairRun } from '../support/failed-ci.js';
import type { FakeGithub } from '../support/github/fake-github.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { playWorkflow } from '../support/play-workflow.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('action-same-error');
const start = useFakeGithub();
const model = scriptedModel();

const TWICE = WRONG.slice(0, 2).map((reply) => ({ reply }));

async function begin() {
  const github = await start(brokenProject());
  const ci = { github, folder, model };
  const repair = async (answers = TWICE) => {
    model.mock.reset();
    const { outputs } = await repairFailedCi(ci, { answers, inputs: { 'max-attempts': '2' } });
    return `${outputs['stop-reason']} after ${model.prompts().length}`;
  };
  return { github, ci, repair };
}

const close = (github: FakeGithub): void => {
  for (const { number } of github.issues()) github.person.close(number);
};

test('a failure that stays red in run after run asks no model any more, until a person closes its issue', async () => {
  const { github, repair } = await begin();
  expect([await repair(), await repair(), await repair()]).toEqual([
    'max-attempts after 2',
    'same-error after 2',
    'same-error after 0',
  ]);
  expect(github.issues()).toHaveLength(1);
  expect(github.issues()[0]?.body).toMatch(/came back 4 times in a row.*close its issue, or comment/);
  close(github);
  expect(await repair()).toBe('max-attempts after 2');
});

test('a run by hand asks again', async () => {
  const { github, ci, repair } = await begin();
  await repair();
  await repair();
  const failed = addFailure(ci);
  const named = { 'run-id': String(failed.id) };
  const event = { name: 'workflow_dispatch', payload: github.events.workflowDispatch(named) };
  const inputs = { ...named, 'max-attempts': '2' };
  model.mock.reset();
  const { outputs } = await repairRun(ci, failed, { answers: TWICE, inputs, start: { event } });
  expect([outputs['stop-reason'], model.prompts().length]).toEqual(['max-attempts', 2]);
});

test('what somebody else writes as our count stops nothing', async () => {
  const { github, repair } = await begin();
  await repair();
  const [issue] = github.issues();
  const body = issue?.body?.replace(/red-in-a-row \d+/, 'red-in-a-row 99');
  close(github);
  github.person.addCollaborator('mallory', 'read');
  github.person.label(github.person.openIssue('mine', body, 'mallory').number, 'smart-fix');
  expect(body).toContain('red-in-a-row 99');
  expect(await repair([{ reply: GOOD }])).toBe('fixed after 1');
});

test('a token that may not read issues repairs as if nothing were known', async () => {
  const { github, repair } = await begin();
  github.faults.plan('issues/list-for-repo', { kind: 'status', status: 403 });
  expect(await repair([{ reply: GOOD }])).toBe('fixed after 1');
});

test('the jobs of the split form know it from the first one on', async () => {
  const { github, ci, repair } = await begin();
  await repair();
  await repair();
  model.mock.reset();
  const { jobs } = await playWorkflow(ci, { answers: TWICE, failed: addFailure(ci) });
  expect(jobs.map(({ name }) => name)).toEqual(['admit', 'verify-1', 'publish']);
  expect(jobs.at(-1)?.outputs).toMatchObject({ 'stop-reason': 'same-error' });
  expect(model.prompts()).toEqual([]);
  expect(github.issues()[0]?.body).toContain('red-in-a-row 4');
});
