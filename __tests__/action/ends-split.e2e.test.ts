import { expect, test } from '@jest/globals';
import { exitCodeOf, filesIssue, type StopReason, statusOf } from '../../src/domain/outcome.js';
import { BROKEN_SUM, GOOD } from '../support/broken-sum.js';
import { breakPull, failPull, soundProject } from '../support/comment-ci.js';
import { brokenProject } from '../support/failed-ci.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { HOST_ENDS, type HostEnd } from '../support/host-ends.js';
import { FURTHER_FILES, LOOP_ENDS } from '../support/loop-ends.js';
import { pushOwnCommit } from '../support/own-commit.js';
import { playWorkflow } from '../support/play-workflow.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('ends-split');
const start = useFakeGithub();
const model = scriptedModel();

/** Three rounds are the most, and the fourth red one would be the same error. */
const NOT_HERE: readonly StopReason[] = ['same-error'];

test.each(LOOP_ENDS.filter(({ reason }) => !NOT_HERE.includes(reason)))(
  'in split jobs a repair can end as $reason, which the last job says',
  async (end) => {
    const { reason, gate = '', output = '', answers = [], inputs = {} } = end;
    const github = await start(brokenProject({ files: { ...BROKEN_SUM, ...FURTHER_FILES } }));
    github.person.addCollaborator('octocat', 'write');
    const { jobs } = await playWorkflow(
      { github, folder, model },
      {
        run: { jobs: [{ name: 'test', output }] },
        answers,
        inputs: { gate },
        // A copy of the workflow may name what the published one leaves at its default.
        job: () => ({ inputs }),
      },
    );
    const last = jobs.at(-1);
    const status = statusOf(reason);
    expect([last?.outputs.status, last?.outputs['stop-reason']]).toEqual([status, reason]);
    expect(last?.exitCode).toBe(exitCodeOf(status));
    expect(last?.summary).toContain(`${status} (${reason})`);
    expect(github.issues()).toHaveLength(filesIssue({ status, stopReason: reason }) ? 1 : 0);
    expect(github.pulls()).toHaveLength(reason === 'fixed' ? 1 : 0);
  },
);

/** What only a run that nobody asked for can end as; a command has words of its own for most. */
const BY_ITSELF: readonly HostEnd[] = [
  { reason: 'conclusion-not-failure', run: { conclusion: 'cancelled' } },
  { reason: 'event-not-handled', run: { branch: null } },
  {
    reason: 'fork-head',
    arrange: ({ github }) => github.person.pushToFork('mallory', 'topic', { 'evil.txt': 'x\n' }),
    run: { headRepository: 'mallory/project' },
  },
  {
    reason: 'bot-not-listed',
    arrange: ({ github }) => github.person.addCollaborator('renovate[bot]', 'write', 'Bot'),
    run: { actor: 'renovate[bot]' },
  },
  {
    reason: 'actor-not-authorised',
    arrange: ({ github }) => github.person.addCollaborator('reader', 'read'),
    run: { actor: 'reader' },
  },
];

test.each([...HOST_ENDS, ...BY_ITSELF])(
  'split jobs can end as $reason by what the host says',
  async (end) => {
    const { reason, arrange, run = {}, inputs = {}, environment = {} } = end;
    const broken = breakPull(await start(soundProject()), null);
    arrange?.(broken);
    const { github, pull } = broken;
    const failed = failPull(broken, run);
    const ci = { github, folder, model };
    const { jobs } = await playWorkflow(ci, {
      ...{ failed, answers: [{ reply: GOOD }] },
      job: () => ({ inputs, environment }),
    });
    const last = jobs.at(-1);
    const status = statusOf(reason);
    expect([last?.outputs.status, last?.outputs['stop-reason']]).toEqual([status, reason]);
    expect(last?.exitCode).toBe(exitCodeOf(status));
    expect(last?.summary).toContain(`${status} (${reason})`);
    expect(github.pulls()).toEqual([pull]);
  },
);

test('split jobs leave a moved head alone', async () => {
  const broken = breakPull(await start(soundProject()), null);
  const { github } = broken;
  const failed = failPull(broken);
  github.person.push('topic', { 'notes.txt': 'on\n' });
  const { jobs } = await playWorkflow({ github, folder, model }, { failed });
  expect(jobs.map(({ name, outputs }) => [name, outputs['stop-reason']])).toEqual([['admit', 'head-moved']]);
});

test('split jobs propose no fix again that people closed', async () => {
  const broken = breakPull(await start(soundProject()), null);
  const ci = { github: broken.github, folder, model };
  const answers = [{ reply: GOOD }];
  const first = await playWorkflow(ci, { failed: failPull(broken), answers });
  expect(first.jobs.at(-1)?.outputs['stop-reason']).toBe('fixed');
  const [fix] = broken.github.pulls().filter(({ number }) => number !== broken.pull.number);
  broken.github.person.close(fix?.number ?? 0);
  broken.github.person.push('topic', { 'notes.txt': 'on\n' });
  const { jobs } = await playWorkflow(ci, { failed: failPull(broken), answers });
  expect(jobs.at(-1)?.outputs['stop-reason']).toBe('disabled-after-revert');
});

test('split jobs repair no fix of ours', async () => {
  const github = await start(brokenProject());
  pushOwnCommit(github, 'smart-fix/0123456789ab');
  const { jobs } = await playWorkflow(
    { github, folder, model },
    { run: { branch: 'smart-fix/0123456789ab' } },
  );
  expect(jobs.map(({ name, outputs }) => [name, outputs['stop-reason']])).toEqual([['admit', 'own-branch']]);
});

test('a job of the split form that is stopped ends as cancelled', async () => {
  const github = await start(brokenProject());
  github.person.addCollaborator('octocat', 'write');
  const { jobs } = await playWorkflow(
    { github, folder, model },
    {
      inputs: { gate: 'sleep 33' },
      job: (name) => ({
        onStart: (child) => {
          child.stdout?.on('data', (chunk: Buffer) => {
            if (name === 'verify-1' && chunk.toString().includes('$ sleep 33'))
              setTimeout(() => child.kill('SIGINT'), 100);
          });
        },
      }),
    },
  );
  expect(jobs.map(({ name, exitCode, outputs }) => [name, exitCode, outputs['stop-reason']])).toEqual([
    ['admit', 0, ''],
    ['verify-1', 0, 'cancelled'],
    ['publish', 130, 'cancelled'],
  ]);
  expect([github.pulls(), github.branches()]).toEqual([[], ['main']]);
});
