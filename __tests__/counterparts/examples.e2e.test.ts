import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { CHECK, GOOD } from '../support/broken-sum.js';
import { breakPull, saidBy, soundProject } from '../support/comment-ci.js';
import { addFailure, brokenProject } from '../support/failed-ci.js';
import type { FakeGithub } from '../support/github/fake-github.js';
import type { RunRecord } from '../support/github/state.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { ACT, type ActResult, type ActStart, runAct } from '../support/run-act.js';
import { MODEL_KEY, scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { toolchain } from '../support/toolchain.js';

const { test } = toolchain(`${ACT} --version`);
const folder = temporaryFolder('act');
const start = useFakeGithub();
const model = scriptedModel();

const CALLED = '.github/workflows/repair.yml';
const FOREVER_MS = 300_000;

/** Starts an example as its reader would: with a key, a model, and an endpoint and a gate of their own. */
function runExample(
  example: string,
  { github, event }: { readonly github: FakeGithub; readonly event: ActStart['event'] },
): Promise<ActResult> {
  const workflow = `.github/examples/${example}.yml`;
  const published = `OWNER/smart-fix/${CALLED}@FULL-COMMIT-SHA`;
  const isSplit = readFileSync(join(import.meta.dirname, '../..', workflow), 'utf8').includes(published);
  const indent = isSplit ? '      ' : '          ';
  const own = [`base-url: ${model.mock.url}/v1`, `gate: ${CHECK}`].map((line) => `${indent}${line}\n`);
  return runAct({
    ...{ github, folder, workflow, event },
    ...(isSplit ? { calls: CALLED } : {}),
    secrets: { SMART_FIX_API_KEY: MODEL_KEY },
    variables: { SMART_FIX_MODEL: 'scripted' },
    edits: [
      [`\n${indent}model:`, `\n${own.join('')}${indent}model:`],
      ...(isSplit ? [[published, `./${CALLED}`] as const] : []),
    ],
  });
}

type Ask = (github: FakeGithub, run: RunRecord) => ActStart['event'];

const fails: Ask = ({ events }, run) => ({ name: 'workflow_run', payload: events.workflowRun(run) });
const named: Ask = ({ events }, run) => ({
  name: 'workflow_dispatch',
  payload: events.workflowDispatch({ 'run-id': String(run.id) }),
});

test.each<[string, string, Ask]>([
  ['failed-ci', 'a failed run', fails],
  ['failed-ci', 'a run that a person names', named],
  ['dispatch', 'a run that a person names', named],
  ['split-failed-ci', 'a failed run', fails],
  ['split-dispatch', 'a run that a person names', named],
])(
  'the example %s repairs %s on a runner that we did not write',
  async (example, _, ask) => {
    const github = await start(brokenProject());
    github.person.addCollaborator('octocat', 'write');
    github.runCi(() => ({ jobs: [{ name: 'test', conclusion: 'success' }] }));
    const run = addFailure({ github, folder, model });
    model.script([{ reply: GOOD }]);
    const { exitCode, log } = await runExample(example, { github, event: ask(github, run) });
    expect([log, exitCode]).toEqual([expect.stringContaining('completed (fixed)'), 0]);
    expect(github.pulls()).toHaveLength(1);
  },
  FOREVER_MS,
);

test.each(['comment', 'split-comment'])(
  'the example %s answers a command there, and starts nothing for other comments',
  async (example) => {
    const broken = breakPull(await start(soundProject()));
    const { github, pull } = broken;
    github.runCi(() => ({ jobs: [{ name: 'test', conclusion: 'success' }] }));
    model.script([{ reply: GOOD }]);
    const comment = (body: string) => {
      const payload = github.events.issueComment(github.person.comment(pull.number, body, 'octocat'));
      return runExample(example, { github, event: { name: 'issue_comment', payload } });
    };
    expect([(await comment('Looks fine.')).exitCode, github.requests.length]).toEqual([0, 0]);
    const { exitCode, log } = await comment('/smart-fix');
    expect([log, exitCode]).toEqual([expect.stringContaining('fixed'), 0]);
    expect(saidBy(broken)).toEqual([expect.stringContaining('completed (fixed)')]);
  },
  FOREVER_MS,
);

test.each(
  ['failed-ci', 'split-failed-ci'].flatMap((example) =>
    (['success', 'cancelled'] as const).map((conclusion) => [example, conclusion] as const),
  ),
)(
  'the example %s leaves a run that ended as %s alone, before any step',
  async (example, conclusion) => {
    const github = await start(brokenProject());
    const run = addFailure({ github, folder, model }, { conclusion });
    const { exitCode } = await runExample(example, { github, event: fails(github, run) });
    expect([exitCode, github.requests.length]).toEqual([0, 0]);
  },
  FOREVER_MS,
);

test(
  'the example doctor says there what a repair would need, and changes nothing',
  async () => {
    const github = await start(brokenProject());
    const event = { name: 'workflow_dispatch', payload: github.events.workflowDispatch({}) };
    const { exitCode, log } = await runExample('doctor', { github, event });
    expect([log, exitCode]).toEqual([expect.stringContaining('A repair can run.'), 0]);
    expect(github.writes()).toEqual([]);
  },
  FOREVER_MS,
);
