import { expect } from '@jest/globals';
import { CHECK, GOOD } from '../support/broken-sum.js';
import { breakPull, saidBy, soundProject } from '../support/comment-ci.js';
import { addFailure, brokenProject } from '../support/failed-ci.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { ACT, runAct } from '../support/run-act.js';
import { MODEL_KEY, scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { toolchain } from '../support/toolchain.js';

/** Where the example's reader puts an endpoint and a gate of their own. */
const local = (gate: string): readonly [string, string][] => [
  ['          model:', `          base-url: ${model.mock.url}/v1\n          gate: ${gate}\n          model:`],
];
const { test } = toolchain(`${ACT} --version`);
const folder = temporaryFolder('act');
const start = useFakeGithub();
const model = scriptedModel();

test('the example for failed CI repairs on a runner that we did not write', async () => {
  const github = await start(brokenProject());
  github.person.addCollaborator('octocat', 'write');
  github.runCi(() => ({ jobs: [{ name: 'test', conclusion: 'success' }] }));
  const run = addFailure({ github, folder, model });
  model.script([{ reply: GOOD }]);
  const { exitCode, log } = await runAct({
    github,
    folder,
    workflow: '.github/examples/failed-ci.yml',
    event: { name: 'workflow_run', payload: github.events.workflowRun(run) },
    secrets: { SMART_FIX_API_KEY: MODEL_KEY },
    variables: { SMART_FIX_MODEL: 'scripted' },
    edits: local(CHECK),
  });
  expect(log).toContain('fixed');
  expect(exitCode).toBe(0);
  expect(github.pulls()).toHaveLength(1);
}, 120_000);

test.each(['success', 'cancelled'] as const)(
  'the example leaves a run that ended as %s alone, before any step',
  async (conclusion) => {
    const github = await start(brokenProject());
    const run = addFailure({ github, folder, model }, { conclusion });
    const { exitCode } = await runAct({
      github,
      folder,
      workflow: '.github/examples/failed-ci.yml',
      event: { name: 'workflow_run', payload: github.events.workflowRun(run) },
      edits: local(CHECK),
    });
    expect([exitCode, github.requests.length]).toEqual([0, 0]);
  },
  120_000,
);

test('the split form repairs there too: a job may only do its part, and the next goes on from its folder', async () => {
  const github = await start(brokenProject());
  github.person.addCollaborator('octocat', 'write');
  github.runCi(() => ({ jobs: [{ name: 'test', conclusion: 'success' }] }));
  const run = addFailure({ github, folder, model });
  model.script([{ reply: GOOD }]);
  const { exitCode, log } = await runAct({
    github,
    folder,
    workflow: '.github/examples/split-failed-ci.yml',
    calls: '.github/workflows/repair.yml',
    event: { name: 'workflow_run', payload: github.events.workflowRun(run) },
    secrets: { SMART_FIX_API_KEY: MODEL_KEY },
    variables: { SMART_FIX_MODEL: 'scripted' },
    edits: [
      ['OWNER/smart-fix/.github/workflows/repair.yml@FULL-COMMIT-SHA', './.github/workflows/repair.yml'],
      ['    with:\n', `    with:\n      base-url: ${model.mock.url}/v1\n      gate: ${CHECK}\n`],
    ],
  });
  expect([log, exitCode]).toEqual([expect.stringContaining('fixed'), 0]);
  expect(github.pulls()).toHaveLength(1);
}, 300_000);

test('the example for commands answers one there, and starts nothing for other comments', async () => {
  const broken = breakPull(await start(soundProject()));
  const { github, pull } = broken;
  github.runCi(() => ({ jobs: [{ name: 'test', conclusion: 'success' }] }));
  model.script([{ reply: GOOD }]);
  const comment = (body: string) =>
    runAct({
      github,
      folder,
      workflow: '.github/examples/comment.yml',
      event: {
        name: 'issue_comment',
        payload: github.events.issueComment(github.person.comment(pull.number, body, 'octocat')),
      },
      secrets: { SMART_FIX_API_KEY: MODEL_KEY },
      variables: { SMART_FIX_MODEL: 'scripted' },
      edits: local(CHECK),
    });
  expect([(await comment('Looks fine.')).exitCode, github.requests.length]).toEqual([0, 0]);
  const { exitCode, log } = await comment('/smart-fix');
  expect([log, exitCode]).toEqual([expect.stringContaining('fixed'), 0]);
  expect(saidBy(broken)).toEqual([expect.stringContaining('completed (fixed)')]);
}, 300_000);
