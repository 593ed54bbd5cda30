import { expect, test } from '@jest/globals';
import { GOOD, sumPlus } from '../support/broken-sum.js';
import { brokenProject, repairFailedCi } from '../support/failed-ci.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { MODEL_KEY, scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('action-pr');
const start = useFakeGithub();
const model = scriptedModel();

test('a failed run becomes one draft pull request into the branch that failed', async () => {
  const github = await start(brokenProject());
  github.person.addCollaborator('octocat', 'write');
  const { exitCode, outputs, summary, log } = await repairFailedCi(
    { github, folder, model },
    { answers: [{ reply: GOOD }] },
  );
  expect([exitCode, log.includes('::error')]).toEqual([0, false]);
  const [pull, ...more] = github.pulls();
  expect(more).toEqual([]);
  expect(pull).toMatchObject({ pull: { base: 'main', draft: true, head: { ref: outputs.branch } } });
  expect(github.fileAt(outputs.branch ?? '', 'src/sum.mjs')).toContain('a + b;');
  expect(outputs).toMatchObject({
    status: 'completed',
    'stop-reason': 'fixed',
    attempts: '1',
    'issue-url': '',
  });
  expect(outputs['pull-request-url']).toMatch(/\/pull\/\d+$/);
  expect(summary).toContain('completed (fixed)');
  expect(summary).toContain('```mermaid\nflowchart LR');
  expect(log).toContain('::notice title=smart-fix,file=src/sum.mjs,line=1::sum is 5');
  for (const secret of [MODEL_KEY, github.token]) expect(summary + (pull?.body ?? '')).not.toContain(secret);
});

test('the pull request says what failed, what was run and what was not verified', async () => {
  const github = await start(brokenProject());
  github.person.addCollaborator('octocat', 'write');
  const diagnosis = 'One too many. Fixes #1, thanks @octocat, see https://evil.example/x';
  await repairFailedCi(
    { github, folder, model },
    { answers: [{ reply: sumPlus(' + 2') }, { reply: { ...sumPlus('', ' + 2'), diagnosis } }] },
  );
  const body = github.pulls()[0]?.body ?? '';
  expect(body).toContain('src/sum.mjs:1');
  expect(body).toContain('### Not verified');
  expect(body).toContain('Attempt 1: gate-red');
  expect(body).not.toMatch(/#1\b|@octocat|:\/\/evil/);
});

test('the failure of a pull request is repaired into its branch, and names it', async () => {
  const github = await start(brokenProject());
  github.person.push('topic', { 'notes.txt': 'new\n' });
  const { number } = github.person.openPull({ head: 'topic', title: 'A feature' });
  const { outputs } = await repairFailedCi(
    { github, folder, model },
    { run: { branch: 'topic', event: 'pull_request', pulls: [number] }, answers: [{ reply: GOOD }] },
  );
  expect(outputs).toMatchObject({ 'stop-reason': 'fixed' });
  const [, fix] = github.pulls();
  expect(fix?.pull).toMatchObject({ base: 'topic', head: { ref: outputs.branch } });
  expect(fix?.body).toContain(`/octo-org/project/pull/${number})`);
});
