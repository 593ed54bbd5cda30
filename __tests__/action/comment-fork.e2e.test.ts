import { expect, test } from '@jest/globals';
import { BROKEN_SUM } from '../support/broken-sum.js';
import { ask, saidBy, soundProject } from '../support/comment-ci.js';
import { FAILED_OUTPUT } from '../support/failed-ci.js';
import type { FakeGithub } from '../support/github/fake-github.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('action-fork');
const start = useFakeGithub();
const model = scriptedModel();
const at = { folder, model };

/** A pull request of a stranger, from a fork. */
async function begin(branch = 'topic', prepare: (github: FakeGithub) => void = () => {}) {
  const github = await start(soundProject());
  prepare(github);
  github.person.addCollaborator('octocat', 'write');
  const sha = github.person.pushToFork('mallory', branch, { 'src/sum.mjs': BROKEN_SUM['src/sum.mjs'] });
  const pull = github.person.openPull({ head: branch, headOwner: 'mallory', author: 'mallory' });
  const jobs = [{ name: 'test', output: FAILED_OUTPUT }];
  github.addFailedRun({ branch, headRepository: 'mallory/project', event: 'pull_request', jobs });
  return { github, pull, sha };
}

const ALLOWED = { 'allow-fork-command': 'true' };

test.each([
  ['without the input', () => '/smart-fix', {}, 'allow-fork-command is not set'],
  [
    'without the input, even when the commit is named',
    (sha: string) => `/smart-fix ${sha}`,
    {},
    'is not set',
  ],
  ['without the commit', () => '/smart-fix', ALLOWED, 'When you have read it, name it'],
] as const)('a fork’s commit is not worked on %s', async (_, body, inputs, said) => {
  const broken = await begin();
  const result = await ask(broken, at, { body: body(broken.sha), inputs });
  expect(result.outputs).toMatchObject({ status: 'refused', 'stop-reason': 'fork-head' });
  expect([result.exitCode, model.prompts(), broken.github.pulls().length]).toEqual([0, [], 1]);
  expect(saidBy(broken)).toEqual([expect.stringContaining(said)]);
});

test('an approval is for one commit, and not for what is pushed after it', async () => {
  const broken = await begin();
  broken.github.person.pushToFork('mallory', 'topic', { 'evil.txt': 'x\n' });
  const result = await ask(broken, at, { body: `/smart-fix ${broken.sha}`, inputs: ALLOWED });
  expect(result.outputs).toMatchObject({ status: 'superseded', 'stop-reason': 'head-moved' });
  expect(model.prompts()).toEqual([]);
});

test('the approved commit of a fork is repaired as a patch in the answer, and nothing is pushed', async () => {
  const broken = await begin();
  const result = await ask(broken, at, { body: `/smart-fix ${broken.sha}`, inputs: ALLOWED });
  expect(result.outputs).toMatchObject({ status: 'completed', 'stop-reason': 'fixed', branch: '' });
  expect(saidBy(broken)).toEqual([expect.stringContaining('+export const sum = (a, b) => a + b;')]);
  expect(saidBy(broken)[0]).toContain('of a fork, where nothing is pushed');
  expect(broken.github.branches()).toEqual(['main']);
});

test('a fork’s branch is not taken for ours of the same name: fixes of that one do not count', async () => {
  const broken = await begin('topic', ({ person }) => {
    person.push('topic', { 'notes.txt': 'ours\n' });
    person.push('smart-fix/0123456789ab', { 'notes.txt': 'fixed\n' });
    const body = '<!-- smart-fix:pull-request:0123456789ab -->\nA fix';
    const place = { head: 'smart-fix/0123456789ab', base: 'topic' };
    person.openPull({ ...place, body, author: 'github-actions[bot]' });
  });
  const result = await ask(broken, at, { body: `/smart-fix ${broken.sha}`, inputs: ALLOWED });
  expect(result.outputs).toMatchObject({ status: 'completed', 'stop-reason': 'fixed' });
  expect(broken.github.requests.filter(({ operation }) => operation === 'pulls/list')).toEqual([]);
});

test('a fork’s branch with the name of the base is held against the base like any other', async () => {
  const broken = await begin('main', (github) =>
    github.addFailedRun({ branch: 'main', jobs: [{ name: 'test', output: FAILED_OUTPUT }] }),
  );
  const result = await ask(broken, at, { body: `/smart-fix ${broken.sha}`, inputs: ALLOWED });
  expect(result.outputs).toMatchObject({ status: 'needs-human', 'stop-reason': 'red-on-base' });
  expect(model.prompts()).toEqual([]);
});
