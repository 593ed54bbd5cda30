import { expect, test } from '@jest/globals';
import { GOOD, sumPlus } from '../support/broken-sum.js';
import { brokenProject } from '../support/failed-ci.js';
import type { CiScript } from '../support/github/ci.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { type Play, playWorkflow } from '../support/play-workflow.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('split-checks');
const start = useFakeGithub();
const model = scriptedModel();

async function play(script: CiScript, given: Play) {
  const github = await start(brokenProject());
  github.person.addCollaborator('octocat', 'write');
  github.runCi(script);
  const inputs = { 'wait-for-checks': '40' };
  const { jobs } = await playWorkflow({ github, folder, model }, { inputs, ...given });
  return { github, last: jobs.at(-1), names: jobs.map(({ name }) => name) };
}

const TRANSIENT = 'npm error code ECONNRESET\nnpm error network aborted';

test('the job that publishes has the checks of the fix started, and waits for them', async () => {
  const { github, last } = await play(() => ({ jobs: [{ name: 'test', conclusion: 'success' }] }), {
    answers: [{ reply: GOOD }],
  });
  expect(last?.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(github.pulls()[0]?.body).toContain('The real checks are green');
});

test('where nobody is left to answer red checks, a person gets the draft and the history', async () => {
  const output = 'src/sum.mjs:1: error: the sum of nothing is wrong';
  const { github, last } = await play(() => ({ jobs: [{ name: 'test', output }] }), {
    answers: [{ reply: sumPlus(' * 1') }],
  });
  expect(last?.outputs).toMatchObject({ status: 'needs-human' });
  expect(github.pulls()[0]?.body).toContain('The real checks are red');
  expect(github.issues()[0]?.body).toContain('Attempt 1: checks-red');
});

test('what only the network spoiled is run once more by the job that may', async () => {
  const { github, last, names } = await play(() => null, {
    run: { jobs: [{ name: 'install', output: TRANSIENT }], rerunConclusion: 'success' },
  });
  expect(names).toEqual(['admit', 'publish']);
  expect(last?.outputs).toMatchObject({ status: 'needs-human', 'stop-reason': 'flaky' });
  expect([github.pulls(), github.issues()]).toEqual([[], []]);
});
