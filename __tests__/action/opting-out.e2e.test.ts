import { expect, test } from '@jest/globals';
import { GOOD } from '../support/broken-sum.js';
import { ask, breakPull, saidBy, soundProject } from '../support/comment-ci.js';
import { addFailure, brokenProject, repairRun } from '../support/failed-ci.js';
import type { NewFailedRun } from '../support/github/failed-run.js';
import type { FakeGithub } from '../support/github/fake-github.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('action-opting-out');
const start = useFakeGithub();
const model = scriptedModel();
const at = { folder, model };

function repair(github: FakeGithub, run: NewFailedRun = {}, inputs: Readonly<Record<string, string>> = {}) {
  const ci = { github, folder, model };
  model.mock.reset();
  return repairRun(ci, addFailure(ci, run), { answers: [{ reply: GOOD }], inputs });
}

test('a label keeps smart-fix away from a pull request, by itself and on demand', async () => {
  const broken = breakPull(await start(soundProject()));
  broken.github.person.label(broken.pull.number, 'no-smart-fix');
  const byItself = await repair(broken.github, { branch: 'topic', event: 'pull_request' });
  expect(byItself.outputs).toMatchObject({ status: 'refused', 'stop-reason': 'opted-out' });
  expect([byItself.exitCode, broken.github.writes()]).toEqual([0, []]);
  const asked = await ask(broken, at, { body: '/smart-fix' });
  expect(asked.outputs).toMatchObject({ status: 'refused', 'stop-reason': 'opted-out' });
  expect(model.prompts()).toEqual([]);
  expect(saidBy(broken)).toEqual([expect.stringContaining('`/smart-fix retry` takes it off')]);
});

test('the label has the name that the default branch’s configuration gives it', async () => {
  const config = { '.github/smart-fix.yml': 'opt-out-label: hands off\n' };
  const broken = breakPull(await start(soundProject(config)));
  broken.github.person.label(broken.pull.number, 'hands off');
  const { outputs } = await repair(broken.github, { branch: 'topic', event: 'pull_request' });
  expect(outputs).toMatchObject({ 'stop-reason': 'opted-out' });
});

test('`stop` puts the label, and `retry` takes it off and repairs', async () => {
  const broken = breakPull(await start(soundProject()));
  const stopped = await ask(broken, at, { body: '/smart-fix stop' });
  expect(stopped.outputs).toMatchObject({ status: 'refused', 'stop-reason': 'opted-out' });
  expect([stopped.exitCode, broken.pull.labels]).toEqual([0, ['no-smart-fix']]);
  const retried = await ask(broken, at, { body: '/smart-fix retry' });
  expect(retried.outputs).toMatchObject({ status: 'completed', 'stop-reason': 'fixed' });
  expect(broken.pull.labels).toEqual([]);
});

test('a `stop` that comes while the fix is made is heard before it is published', async () => {
  const broken = breakPull(await start(soundProject()));
  const { outputs } = await ask(broken, at, {
    body: '/smart-fix',
    inputs: { setup: 'sleep 1' },
    start: {
      onStart: (child) => {
        child.stdout?.on('data', (chunk: Buffer) => {
          if (chunk.toString().includes('$ sleep 1') && broken.pull.labels.length === 0)
            broken.github.person.label(broken.pull.number, 'no-smart-fix');
        });
      },
    },
  });
  expect(outputs).toMatchObject({ status: 'refused', 'stop-reason': 'opted-out', branch: '' });
  expect(broken.github.pulls()).toHaveLength(1);
});

test('`enabled: false` on the default branch switches every door off, and a branch cannot switch it on', async () => {
  const config = { '.github/smart-fix.yml': 'enabled: false\n' };
  const broken = breakPull(await start(soundProject(config)));
  broken.github.person.push('topic', { '.github/smart-fix.yml': 'enabled: true\n' });
  const byItself = await repair(broken.github, { branch: 'topic' });
  expect(byItself.outputs).toMatchObject({ status: 'refused', 'stop-reason': 'opted-out' });
  const asked = await ask(broken, at, { body: '/smart-fix retry' });
  expect(asked.outputs).toMatchObject({ status: 'refused', 'stop-reason': 'opted-out' });
  expect(model.prompts()).toEqual([]);
});

test('a fault in the configuration is a usage error that names it', async () => {
  const broken = breakPull(await start(soundProject({ '.github/smart-fix.yml': 'enabeld: false\n' })));
  const result = await ask(broken, at, { body: '/smart-fix' });
  expect(result.exitCode).toBe(64);
  expect(result.log).toContain('unknown key enabeld (did you mean enabled?)');
  const other = await ask(broken, at, { body: 'just talking' });
  expect(other.exitCode).toBe(0);
});

test.each<[string, (github: FakeGithub, fix: number) => void]>([
  ['closed', ({ person }, fix) => person.close(fix)],
  [
    'closed and its branch deleted',
    ({ person, state }, fix) => {
      person.close(fix);
      person.deleteBranch(state.issues[fix - 1]?.pull?.head.ref ?? '');
    },
  ],
  [
    'merged and reverted',
    ({ person, state }, fix) => {
      person.merge(fix);
      const sha = state.issues[fix - 1]?.pull?.headSha;
      const message = `Revert "fix"\n\nThis reverts commit ${sha}.`;
      person.push('main', { 'src/sum.mjs': 'export const sum = (a, b) => a + b + 1;\n' }, message);
    },
  ],
])('a fix that people %s is not proposed again, until somebody asks', async (_, prepare) => {
  const github = await start(brokenProject());
  await repair(github);
  const [fix] = github.pulls();
  prepare(github, fix?.number ?? 0);
  github.person.push('main', { 'notes.txt': 'on\n' });
  const again = await repair(github);
  expect(again.outputs).toMatchObject({ status: 'refused', 'stop-reason': 'disabled-after-revert' });
  expect([again.exitCode, model.prompts(), github.pulls().length]).toEqual([0, [], 1]);
  expect(again.summary).toContain(`/pull/${fix?.number}`);
  await repair(github);
  const noted = github.comments(fix?.number ?? 0);
  expect(noted).toMatchObject([{ isOurs: true, body: expect.stringContaining('It is not repaired again') }]);
  const failed = addFailure({ github, folder, model });
  const byHand = await repairRun({ github, folder, model }, failed, {
    inputs: { 'run-id': String(failed.id) },
    start: { event: { name: 'workflow_dispatch', payload: {} } },
  });
  expect(byHand.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(github.pulls()).toHaveLength(2);
});

test('`retry` under a closed fix has the failure of its base tried again, and is answered there', async () => {
  const github = await start(brokenProject());
  github.person.addCollaborator('octocat', 'write');
  await repair(github);
  const [pull] = github.pulls();
  if (pull === undefined) throw new Error('no fix');
  github.person.close(pull.number);
  const closed = { github, pull };
  const plain = await ask(closed, at, { body: '/smart-fix' });
  expect(plain.outputs).toMatchObject({ status: 'ignored', 'stop-reason': 'event-not-handled' });
  const retried = await ask(closed, at, { body: '/smart-fix retry' });
  expect(retried.outputs).toMatchObject({ status: 'completed', 'stop-reason': 'fixed' });
  expect(github.pulls()).toMatchObject([{ state: 'closed' }, { state: 'open', pull: { base: 'main' } }]);
  expect(saidBy(closed).at(-1)).toContain(retried.outputs['pull-request-url']);
});

test('`retry` under a fix follows no commit but the head, and no pull request with the label', async () => {
  const broken = breakPull(await start(soundProject()));
  const { github } = broken;
  await ask(broken, at, { body: '/smart-fix' });
  const fix = github.pulls().find(({ pull }) => pull?.base === 'topic');
  if (fix === undefined) throw new Error('no fix');
  github.person.close(fix.number);
  const under = { number: fix.number };
  const other = await ask(broken, at, { body: `/smart-fix retry ${'0'.repeat(40)}`, ...under });
  expect(other.outputs).toMatchObject({ status: 'superseded', 'stop-reason': 'head-moved' });
  github.person.label(broken.pull.number, 'no-smart-fix');
  const labelled = await ask(broken, at, { body: '/smart-fix retry', ...under });
  expect(labelled.outputs).toMatchObject({ status: 'refused', 'stop-reason': 'opted-out' });
  expect([broken.pull.labels, model.prompts()]).toEqual([['no-smart-fix'], []]);
});

test('a fix that people merged does not stand in the way of the next', async () => {
  const github = await start(brokenProject());
  await repair(github);
  github.person.merge(github.pulls()[0]?.number ?? 0);
  github.person.push(
    'main',
    { 'src/sum.mjs': 'export const sum = (a, b) => a + b + 1;\n' },
    'break it again',
  );
  expect((await repair(github)).outputs).toMatchObject({ 'stop-reason': 'fixed' });
});

test('a revert of a pull request whose number only begins like that of a merged fix is not of the fix', async () => {
  const github = await start(brokenProject());
  await repair(github);
  const fix = github.pulls()[0]?.number ?? 0;
  github.person.merge(fix);
  const { owner, name } = github.state.repository;
  const message = `Revert "another"\n\nReverts ${owner}/${name}#${fix}3`;
  github.person.push('main', { 'src/sum.mjs': 'export const sum = (a, b) => a + b + 1;\n' }, message);
  expect((await repair(github)).outputs).toMatchObject({ 'stop-reason': 'fixed' });
});

test('a label on the fix itself keeps smart-fix from bringing it up to date', async () => {
  const github = await start(brokenProject());
  await repair(github);
  github.person.label(github.pulls()[0]?.number ?? 0, 'no-smart-fix');
  github.person.push('main', { 'notes.txt': 'on\n' });
  const again = await repair(github);
  expect(again.outputs).toMatchObject({ status: 'refused', 'stop-reason': 'opted-out' });
});

test('a commit that is no longer the head is told before anything is run', async () => {
  const github = await start(brokenProject());
  const failed = addFailure({ github, folder, model });
  github.person.push('main', { 'notes.txt': 'on\n' });
  const result = await repairRun({ github, folder, model }, failed, { answers: [{ reply: GOOD }] });
  expect(result.outputs).toMatchObject({ status: 'superseded', 'stop-reason': 'head-moved', attempts: '0' });
  expect([github.writes(), model.prompts()]).toEqual([[], []]);
});

test('a run on a tag, which GitHub names like a branch, is not handled', async () => {
  const github = await start(brokenProject());
  const sha = github.headOf('main') ?? '';
  github.person.tag('v1.0', sha);
  const result = await repair(github, { branch: 'v1.0', sha });
  expect(result.outputs).toMatchObject({ status: 'ignored', 'stop-reason': 'event-not-handled' });
  expect(result.summary).toContain('the tag v1.0');
});

test('what we pushed to a branch is not repaired by itself once more', async () => {
  const github = await start({ ...brokenProject(), allowedRef: 'refs/heads/topic' });
  github.person.push(
    'topic',
    { 'notes.txt': 'x\n' },
    'fix: a thing\n\nSmart-Fix-Run: 20261130-000000-abcdef\n',
  );
  const result = await repair(github, { branch: 'topic' }, { 'on-success': 'push' });
  expect(result.outputs).toMatchObject({ status: 'ignored', 'stop-reason': 'own-branch' });
  expect(github.writes()).toEqual([]);
});

test('a fix that people closed is not proposed again to who only says the word', async () => {
  const broken = breakPull(await start(soundProject()));
  const { github } = broken;
  await ask(broken, at, { body: '/smart-fix' });
  const fix = github.pulls().find(({ pull }) => pull?.base === 'topic');
  github.person.close(fix?.number ?? 0);
  const again = await ask(broken, at, { body: '/smart-fix' });
  expect(again.outputs).toMatchObject({ status: 'refused', 'stop-reason': 'disabled-after-revert' });
  expect(saidBy(broken).at(-1)).toContain('/smart-fix retry');
});
