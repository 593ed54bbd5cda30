import { expect, test } from '@jest/globals';
import { GOOD } from '../support/broken-sum.js';
import { addFailure, brokenProject, repairRun } from '../support/failed-ci.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('recent-change');
const start = useFakeGithub();
const model = scriptedModel();

test('a model is shown what changed since the last run of the workflow that passed on the branch', async () => {
  const github = await start(brokenProject());
  const ci = { github, folder, model };
  github.addFailedRun({ conclusion: 'success', jobs: [{ conclusion: 'success' }] });
  github.person.push('main', { 'lib/first.mjs': 'export const first = 1;\n' }, 'first');
  github.person.push('main', { 'lib/second.mjs': 'export const second = 2;\n' }, 'second');
  const { outputs } = await repairRun(ci, addFailure(ci), { answers: [{ reply: GOOD }] });
  expect(outputs).toMatchObject({ 'stop-reason': 'fixed' });
  const [prompt = ''] = model.prompts();
  expect(prompt).toContain('all changes since ');
  expect(prompt).toContain('+export const first = 1;');
  expect(prompt).toContain('+export const second = 2;');
});

test('without such a run the repair goes on without', async () => {
  const github = await start(brokenProject());
  const ci = { github, folder, model };
  const { outputs } = await repairRun(ci, addFailure(ci), { answers: [{ reply: GOOD }] });
  expect(outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(model.prompts()[0]).not.toContain('probably brought the failure in');
});

test('what passed on a fork’s branch of the same name says nothing of this one', async () => {
  const github = await start(brokenProject());
  const ci = { github, folder, model };
  const passed = { conclusion: 'success', headRepository: 'mallory/project' } as const;
  const sha = github.headOf('main') ?? '';
  github.addFailedRun({ ...passed, sha, jobs: [{ conclusion: 'success' }] });
  github.person.push('main', { 'lib/first.mjs': 'export const first = 1;\n' }, 'first');
  await repairRun(ci, addFailure(ci), { answers: [{ reply: GOOD }] });
  expect(model.prompts()[0]).not.toContain('all changes since ');
});
