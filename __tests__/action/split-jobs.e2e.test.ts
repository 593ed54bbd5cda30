import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { trySandbox } from '../../src/adapters/sandbox/try-sandbox.js';
import { CHECK, GOOD, sumPlus, WRONG } from '../support/broken-sum.js';
import { addFailure, brokenProject } from '../support/failed-ci.js';
import type { FakeGithubOptions } from '../support/github/fake-github.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { hostileRepository } from '../support/hostile-repository.js';
import { type Play, playWorkflow } from '../support/play-workflow.js';
import { sandboxOptions } from '../support/sandboxes.js';
import { MODEL_KEY, scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('split-jobs');
const start = useFakeGithub();
const model = scriptedModel();

async function play(given: Play, options: FakeGithubOptions = {}) {
  const github = await start(brokenProject(options));
  github.person.addCollaborator('octocat', 'write');
  const { jobs } = await playWorkflow({ github, folder, model }, given);
  return { github, jobs, last: jobs.at(-1), names: jobs.map(({ name }) => name) };
}

const ROUND_ONE = ['admit', 'verify-1', 'repair-1', 'verify-2'];

test('a model repairs in the first round: every job does its part, and only the last one writes', async () => {
  const { github, jobs, last, names } = await play({ answers: [{ reply: GOOD }] });
  expect(names).toEqual([...ROUND_ONE, 'publish']);
  expect(jobs.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0, 0]);
  expect(last?.outputs).toMatchObject({ status: 'completed', 'stop-reason': 'fixed', attempts: '1' });
  const [pull] = github.pulls();
  expect(pull).toMatchObject({ pull: { draft: true, base: 'main' } });
  expect(pull?.body).toContain('Attempt 1: passed');
  expect(pull?.body).toMatch(/sandbox/);
  expect(github.fileAt(last?.outputs.branch ?? '', 'src/sum.mjs')).toContain('a + b;');
  expect(github.issues()).toEqual([]);
});

test('only what says where the run goes on is handed over, and no secret is in it', async () => {
  const { jobs } = await play({ answers: [{ reply: GOOD }] });
  const artifact = jobs.find(({ name }) => name === 'verify-2')?.artifact ?? '';
  expect(readdirSync(artifact, { recursive: true }).sort()).toEqual([
    'ledger.jsonl',
    'patches',
    'patches/1.json',
  ]);
  const text = readFileSync(join(artifact, 'ledger.jsonl'), 'utf8');
  for (const { inputs } of jobs) {
    for (const name of ['github-token', 'api-key']) {
      const secret = inputs[name];
      if (secret) expect(text).not.toContain(secret);
    }
  }
  expect(text).not.toContain(MODEL_KEY);
});

test('a red attempt goes back to the model, which sees what became of it', async () => {
  const { github, last, names } = await play({
    answers: [{ reply: WRONG[0] ?? GOOD }, { reply: sumPlus('', ' + 2') }],
  });
  expect(names).toEqual([...ROUND_ONE, 'repair-2', 'verify-3', 'publish']);
  expect(last?.outputs).toMatchObject({ 'stop-reason': 'fixed', attempts: '2' });
  expect(model.prompts()[1]).toContain('end in " + 2"');
  expect(github.fileAt(last?.outputs.branch ?? '', 'src/sum.mjs')).toContain('a + b;');
  expect(github.world.git.resolve(`refs/heads/${last?.outputs.branch}^`)).toBe(github.headOf('main'));
});

test('when the rounds are used up, a person gets every attempt', async () => {
  const { github, last, names } = await play({ answers: WRONG.slice(0, 2).map((reply) => ({ reply })) });
  expect(names).toEqual([...ROUND_ONE, 'repair-2', 'verify-3', 'publish']);
  expect(last).toMatchObject({ exitCode: 1 });
  expect(last?.outputs).toMatchObject({ status: 'needs-human', 'stop-reason': 'max-attempts' });
  expect(github.pulls()).toEqual([]);
  const [issue] = github.issues();
  expect(issue?.body).toContain('the input rounds says how many it has, 3 at most');
  expect(issue?.body?.match(/<summary>Attempt \d: gate-red/g)).toHaveLength(2);
});

test('a recipe repairs without a key, and the job that would ask a model never starts', async () => {
  const files = { 'scripts/check.sh': '#!/bin/sh\nexit 0\n', '.github/workflows/ci.yml': 'name: ci\n' };
  const { github, last, names } = await play(
    {
      secrets: {},
      run: { jobs: [{ name: 'test', output: '/bin/sh: 1: ./scripts/check.sh: Permission denied' }] },
      inputs: { gate: './scripts/check.sh' },
    },
    { files },
  );
  expect(names).toEqual(['admit', 'verify-1', 'publish']);
  expect(last?.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(github.pulls()[0]?.body).toContain('Attempt 1 (recipe executable bit): passed');
  expect(model.prompts()).toEqual([]);
});

test('without a key, what no recipe repairs is handed to a person', async () => {
  const { github, names, last } = await play({ secrets: {} });
  expect(names).toEqual(['admit', 'verify-1', 'publish']);
  expect(last?.outputs).toMatchObject({ 'stop-reason': 'proposals-exhausted' });
  expect(github.issues()).toHaveLength(1);
});

test('a failure that does not show here is said, and nothing is published', async () => {
  const { github, names, last } = await play({ inputs: { gate: 'true' } });
  expect(names).toEqual(['admit', 'verify-1', 'publish']);
  expect(last?.outputs).toMatchObject({ status: 'needs-human', 'stop-reason': 'not-reproduced' });
  expect(github.writes()).toEqual([]);
});

test('who may not, gets no second job', async () => {
  const { github, names, jobs } = await play({ run: { actor: 'stranger' } });
  expect(names).toEqual(['admit']);
  expect(jobs[0]?.outputs).toMatchObject({ status: 'refused', go: 'false', next: 'none' });
  expect(github.writes()).toEqual([]);
});

test('what is repaired already gets no second job either', async () => {
  const github = await start(brokenProject());
  const ci = { github, folder, model };
  const first = await playWorkflow(ci, { answers: [{ reply: GOOD }] });
  const again = await playWorkflow(ci, { failed: first.failed });
  expect(again.jobs.map(({ name, outputs }) => [name, outputs['stop-reason']])).toEqual([
    ['admit', 'duplicate'],
  ]);
  expect(github.pulls()).toHaveLength(1);
});

test('an end that comes before any repair is told by the job that may', async () => {
  const { github, names, last } = await play({ run: { conclusion: 'startup_failure' } });
  expect(names).toEqual(['admit', 'publish']);
  expect(last?.outputs).toMatchObject({ 'stop-reason': 'workflow-invalid' });
  expect(github.issues()).toHaveLength(1);
});

test.each(['verify-1', 'repair-1', 'verify-2'])(
  'a job %s that is lost with its runner publishes nothing',
  async (job) => {
    const { github, last } = await play({ answers: [{ reply: GOOD }], lost: [job] });
    expect(last?.name).toBe('publish');
    expect(last?.exitCode).toBe(70);
    expect(last?.outputs).toMatchObject({ status: 'failed', 'stop-reason': 'internal' });
    expect(github.writes()).toEqual([]);
  },
);

test('a lost job that had to run the gate is called so, and not a lack of rounds', async () => {
  const answers = WRONG.slice(0, 2).map((reply) => ({ reply }));
  const { github, last } = await play({ answers, lost: ['verify-3'] });
  expect(last?.outputs).toMatchObject({ status: 'failed', 'stop-reason': 'internal' });
  expect(last?.log).toContain('The job that had to run the gate next handed nothing over');
  expect(github.writes()).toEqual([]);
});

test('a model job that broke is called so, and not a lack of rounds', async () => {
  const { last } = await play({ answers: [{ reply: WRONG[0] ?? GOOD }], lost: ['repair-2'] });
  expect(last?.outputs).toMatchObject({ status: 'failed', 'stop-reason': 'internal' });
  expect(last?.log).toContain('repair-2 failed');
});

test('many starts for one failure pay for one model job, and none of them leaves a lease', async () => {
  const github = await start(brokenProject());
  github.person.addCollaborator('octocat', 'write');
  const ci = { github, folder, model };
  const failed = addFailure(ci);
  model.script([{ reply: GOOD }]);
  const starts = [100, 101, 102, 103, 104, 105];
  const admitted = await Promise.all(
    starts.map((runId) => playWorkflow(ci, { failed, runId, before: 'verify-1' })),
  );
  const ends = admitted.map(({ jobs }) => jobs[0]?.outputs['stop-reason']);
  expect(ends.filter((end) => end === 'lease-lost')).toHaveLength(5);
  const all = await Promise.all(
    admitted.map((so, index) => playWorkflow(ci, { runId: starts[index] ?? 0 }, so)),
  );
  expect(all.map(({ jobs }) => jobs.at(-1)?.outputs['stop-reason']).sort()).toEqual([
    'fixed',
    ...Array.from({ length: 5 }, () => 'lease-lost'),
  ]);
  expect([model.prompts().length, github.pulls().length]).toEqual([1, 1]);
  expect(github.world.git.refs('refs/smart-fix/')).toEqual([]);
}, 240_000);

test('the code under test finds no secret in its job, nor in the memory of what started it', async () => {
  const leak = join(folder, 'leak.txt');
  const nosy = `{ env; for id in $PPID $$; do cat /proc/$id/environ | tr '\\0' '\\n'; done; cat .git/config; } >> ${leak} 2>/dev/null; ${CHECK}`;
  const { github, jobs, last } = await play({ answers: [{ reply: GOOD }], inputs: { gate: nosy } });
  expect(last?.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  const leaked = readFileSync(leak, 'utf8');
  expect(leaked).toContain('INPUT_MODE=verify');
  const tokens = jobs.flatMap(({ inputs }) => [inputs['github-token'], inputs['api-key']]);
  for (const secret of [github.token, MODEL_KEY, ...tokens]) if (secret) expect(leaked).not.toContain(secret);
  expect(leaked).not.toMatch(/token-\d/);
});

test('the job that writes runs nothing of a poisoned checkout or home', async () => {
  const marker = join(folder, 'marker');
  const workspace = join(folder, 'poisoned');
  mkdirSync(workspace);
  hostileRepository(workspace, `touch ${marker}`);
  const home = join(folder, 'home');
  mkdirSync(home);
  writeFileSync(join(home, '.gitconfig'), readFileSync(join(workspace, '.git', 'config')));
  const { last } = await play({
    answers: [{ reply: GOOD }],
    job: (name) =>
      name === 'publish' || name === 'repair-1'
        ? { environment: { GITHUB_WORKSPACE: workspace, HOME: home } }
        : {},
  });
  expect(last?.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(existsSync(marker)).toBe(false);
});

test('a gate that writes into what its job hands over is found out by the next job', async () => {
  const writes = `f=$(tr '\\0' '\\n' < /proc/$PPID/environ | sed -n 's/^INPUT_HAND-OVER=//p'); sed -i 's/"provider":"openai"/"provider":"evil"/' "$f/ledger.jsonl"; ${CHECK}`;
  const { github, jobs, names } = await play({ answers: [{ reply: GOOD }], inputs: { gate: writes } });
  expect(names).toEqual(['admit', 'verify-1', 'repair-1', 'publish']);
  expect(jobs[2]).toMatchObject({ exitCode: 70, outputs: { 'stop-reason': 'tampered' } });
  expect(model.prompts()).toEqual([]);
  expect(jobs[3]).toMatchObject({ exitCode: 70, outputs: { 'stop-reason': 'tampered' } });
  expect(github.writes()).toEqual([]);
});

const inAttempt = (attempt: string) => ({ environment: { GITHUB_RUN_ATTEMPT: attempt } });

test('failed jobs that are run again go on with what was handed over before', async () => {
  const { last } = await play({
    answers: [{ reply: GOOD }],
    job: (name) => inAttempt(name === 'publish' ? '2' : '1'),
  });
  expect(last?.outputs).toMatchObject({ 'stop-reason': 'fixed' });
});

test('what a later attempt handed over is not taken in an earlier one', async () => {
  const { github, last } = await play({
    answers: [{ reply: GOOD }],
    job: (name) => inAttempt(name === 'publish' ? '1' : '2'),
  });
  expect(last).toMatchObject({ exitCode: 70, outputs: { 'stop-reason': 'tampered' } });
  expect(github.writes()).toEqual([]);
});

test('a publication that is done twice is done once', async () => {
  const github = await start(brokenProject());
  github.person.addCollaborator('octocat', 'write');
  const ci = { github, folder, model };
  const so = await playWorkflow(ci, { answers: [{ reply: GOOD }], before: 'publish' });
  const ends = [await playWorkflow(ci, {}, so), await playWorkflow(ci, {}, so)];
  expect(ends.map(({ jobs }) => jobs.at(-1)?.outputs['stop-reason'])).toEqual(['fixed', 'duplicate']);
  expect(github.pulls()).toHaveLength(1);
  expect(github.branches().filter((name) => name.startsWith('smart-fix/'))).toHaveLength(1);
});

test('an answer of the model that breaks off is put off, and told by nobody', async () => {
  const { github, last } = await play({ answers: [{ error: { message: 'no such model' }, status: 500 }] });
  expect(last?.outputs).toMatchObject({ status: 'deferred', 'stop-reason': 'model-unavailable' });
  expect(last?.exitCode).toBe(0);
  expect(github.writes()).toEqual([]);
});

test('in a sandbox the gate does not even see what its job hands over', async () => {
  const { sandbox, fault } = await trySandbox('bwrap', sandboxOptions());
  await sandbox?.dispose();
  if (sandbox === null) return console.warn(`not tested, since this machine lacks bwrap: ${fault}`);
  const looks = `ls ${folder} > seen.txt 2>&1; cat seen.txt; ${CHECK}`;
  const { github, jobs, last } = await play({
    answers: [{ reply: GOOD }],
    inputs: { gate: looks },
    job: () => ({ inputs: { sandbox: 'bwrap' } }),
  });
  expect(last?.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  const ledger = readFileSync(join(jobs[3]?.artifact ?? '', 'ledger.jsonl'), 'utf8');
  expect(ledger).toContain('"kind":"sandbox-chosen","sandbox":"bwrap"');
  // It lists the folder in which the folders of all jobs lie.
  expect(ledger).toMatch(/"output":"runner-\w+\\n/);
  expect(ledger).not.toContain('job-verify');
  expect(github.pulls()[0]?.body).not.toContain('it ran without a sandbox');
});
