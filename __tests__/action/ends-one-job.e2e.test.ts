import { expect, test } from '@jest/globals';
import { exitCodeOf, filesIssue, statusOf } from '../../src/domain/outcome.js';
import { BROKEN_SUM } from '../support/broken-sum.js';
import { ask, breakPull, failPull, saidBy, soundProject } from '../support/comment-ci.js';
import { brokenProject, repairFailedCi } from '../support/failed-ci.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { HOST_ENDS } from '../support/host-ends.js';
import { FURTHER_FILES, LOOP_ENDS } from '../support/loop-ends.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('ends-one-job');
const start = useFakeGithub();
const model = scriptedModel();
const at = { folder, model };

test.each(LOOP_ENDS)('on failed CI a repair can end as $reason', async (end) => {
  const { reason, gate = '', output = '', answers = [], inputs = {} } = end;
  const github = await start(brokenProject({ files: { ...BROKEN_SUM, ...FURTHER_FILES } }));
  github.person.addCollaborator('octocat', 'write');
  const run = { jobs: [{ name: 'test', output }] };
  const result = await repairFailedCi({ github, ...at }, { run, answers, inputs: { gate, ...inputs } });
  const status = statusOf(reason);
  expect([result.outputs.status, result.outputs['stop-reason']]).toEqual([status, reason]);
  expect(result.exitCode).toBe(exitCodeOf(status));
  expect(result.summary).toContain(`${status} (${reason})`);
  expect(github.issues()).toHaveLength(filesIssue({ status, stopReason: reason }) ? 1 : 0);
  expect(github.pulls()).toHaveLength(reason === 'fixed' ? 1 : 0);
});

test.each(LOOP_ENDS)('a command can end as $reason, and its answer says so', async (end) => {
  const { reason, gate = '', output = '', answers = [], inputs = {} } = end;
  const run = { jobs: [{ name: 'test', output }] };
  const broken = breakPull(await start(soundProject(FURTHER_FILES)), run);
  const result = await ask(broken, at, { body: '/smart-fix', answers, inputs: { gate, ...inputs } });
  const status = statusOf(reason);
  expect([result.outputs.status, result.outputs['stop-reason']]).toEqual([status, reason]);
  expect(result.exitCode).toBe(exitCodeOf(status));
  expect(saidBy(broken)).toEqual([expect.stringContaining(`${status} (${reason})`)]);
});

test.each(HOST_ENDS)(
  'a command can end as $reason by what the host says, and its answer says so',
  async (end) => {
    const { reason, arrange, run = {}, inputs = {}, environment = {} } = end;
    const broken = breakPull(await start(soundProject()), null);
    arrange?.(broken);
    const { github, pull } = broken;
    failPull(broken, run);
    const result = await ask(broken, at, { body: '/smart-fix', inputs, start: { environment } });
    const status = statusOf(reason);
    expect([result.outputs.status, result.outputs['stop-reason']]).toEqual([status, reason]);
    expect(result.exitCode).toBe(exitCodeOf(status));
    expect(saidBy(broken)).toEqual([expect.stringContaining(`${status} (${reason})`)]);
    expect(github.pulls()).toEqual([pull]);
  },
);

test('a fix of failed CI is never pushed to the default branch', async () => {
  const github = await start(brokenProject());
  github.person.addCollaborator('octocat', 'write');
  const head = github.headOf('main');
  const result = await repairFailedCi({ github, ...at }, { inputs: { 'on-success': 'push' } });
  expect(result.outputs).toMatchObject({ status: 'refused', 'stop-reason': 'protected-target' });
  expect([result.exitCode, github.headOf('main'), model.prompts()]).toEqual([0, head, []]);
});
