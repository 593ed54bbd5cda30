import { expect, test } from '@jest/globals';
import { GOOD, WRONG } from '../support/broken-sum.js';
import { ask, breakPull, failPull, soundProject } from '../support/comment-ci.js';
import { addFailure, brokenProject, repairFailedCi, repairRun } from '../support/failed-ci.js';
import type { FakeGithub } from '../support/github/fake-github.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { hold } from '../support/hold.js';
import { playWorkflow } from '../support/play-workflow.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('action-concurrency');
const start = useFakeGithub();
const model = scriptedModel();

const fixBranches = (github: FakeGithub) => github.branches().filter((name) => name.startsWith('smart-fix/'));
const leases = (github: FakeGithub) => github.world.git.refs('refs/smart-fix/');

/** A gate that is held on a patch, and not on the base. */
const heldOnPatch = ({ command }: ReturnType<typeof hold>) =>
  `grep -q 'a + b + 1' src/sum.mjs || { ${command}; }; node test/check.mjs`;

async function begin() {
  const github = await start(brokenProject());
  return { github, ci: { github, folder, model } };
}

test('twenty starts for one failure are one branch, one pull request and one call of the model', async () => {
  const { github, ci } = await begin();
  const failed = addFailure(ci);
  model.script([{ reply: GOOD }]);
  const ends = await Promise.all(
    Array.from({ length: 20 }, (_, index) => repairRun(ci, failed, { start: { ownRunId: 100 + index } })),
  );
  const told = ends.map(({ outputs }) => `${outputs.status} ${outputs['stop-reason']}`);
  expect(told.filter((end) => end === 'completed fixed')).toHaveLength(1);
  const others = told.filter((end) => end !== 'completed fixed');
  expect(others.filter((end) => !['superseded lease-lost', 'superseded duplicate'].includes(end))).toEqual(
    [],
  );
  expect([ends.every(({ exitCode }) => exitCode === 0), others.length]).toEqual([true, 19]);
  expect([github.pulls().length, fixBranches(github).length, model.prompts().length]).toEqual([1, 1, 1]);
  expect([leases(github), github.issues()]).toEqual([[], []]);
}, 240_000);

test('two failed workflows of one commit with one cause are one branch and one pull request', async () => {
  const { github, ci } = await begin();
  github.state.workflows.push({
    id: 501,
    name: 'Nightly',
    path: '.github/workflows/n.yml',
    isDispatchable: true,
  });
  const failed = [addFailure(ci), addFailure(ci, { workflow: 501 })];
  model.script([{ reply: GOOD }]);
  const ends = await Promise.all(
    failed.map((run, index) => repairRun(ci, run, { start: { ownRunId: 100 + index } })),
  );
  const told = ends.map(({ outputs }) => outputs.status).sort();
  expect(told).toEqual(['completed', 'superseded']);
  expect([github.pulls().length, fixBranches(github).length, model.prompts().length]).toEqual([1, 1, 1]);
});

test('who is too late is told whose run it is', async () => {
  const { github, ci } = await begin();
  const failed = addFailure(ci);
  model.script([{ reply: GOOD }]);
  const gate = hold(folder);
  const inputs = { gate: heldOnPatch(gate) };
  const first = repairRun(ci, failed, { inputs, start: { ownRunId: 100 } });
  while (leases(github).length === 0) await new Promise((done) => setTimeout(done, 50));
  const second = await repairRun(ci, failed, { inputs, start: { ownRunId: 101 } });
  gate.release();
  expect(second.outputs).toMatchObject({ status: 'superseded', 'stop-reason': 'lease-lost' });
  expect(second.log).toContain('/actions/runs/100 repairs this failure right now');
  expect((await first).outputs).toMatchObject({ 'stop-reason': 'fixed' });
});

test('a newer commit with the same failure is repaired while the older one still is, which publishes nothing', async () => {
  const { github, ci } = await begin();
  const older = addFailure(ci);
  model.script([{ reply: GOOD }, { reply: GOOD }]);
  const gate = hold(folder);
  const inputs = { gate: heldOnPatch(gate) };
  const first = repairRun(ci, older, { inputs, start: { ownRunId: 100 } });
  while (leases(github).length === 0) await new Promise((done) => setTimeout(done, 50));
  github.person.push('main', { 'notes.txt': 'on\n' });
  const second = repairRun(ci, addFailure(ci), { inputs, start: { ownRunId: 101 } });
  while (leases(github).length === 1) await new Promise((done) => setTimeout(done, 50));
  gate.release();
  const ends = [await first, await second].map(({ outputs }) => outputs['stop-reason']);
  expect([ends, github.pulls().length, leases(github)]).toEqual([['head-moved', 'fixed'], 1, []]);
});

test('a pull request that was opened between the look at the branch and the lease is seen', async () => {
  const { github, ci } = await begin();
  const failed = addFailure(ci);
  await repairRun(ci, failed, { answers: [{ reply: GOOD }], start: { ownRunId: 100 } });
  const opened = github.state.issues.splice(0);
  github.faults.plan('pulls/list', { kind: 'stale' }, 3);
  github.state.issues.push(...opened);
  const { outputs } = await repairRun(ci, failed, { answers: [{ reply: GOOD }], start: { ownRunId: 101 } });
  expect(outputs).toMatchObject({ status: 'superseded', 'stop-reason': 'duplicate' });
  expect([github.pulls().length, model.prompts().length, leases(github)]).toEqual([1, 1, []]);
});

test('the lease is given back when nothing could be repaired', async () => {
  const { github, ci } = await begin();
  const answers = [{ reply: WRONG[0]! }];
  const { outputs } = await repairFailedCi(ci, { answers, inputs: { 'max-attempts': '1' } });
  expect([outputs['stop-reason'], leases(github)]).toEqual(['max-attempts', []]);
});

test('the lease is given back when the job is cancelled', async () => {
  const { github, ci } = await begin();
  const { outputs, exitCode } = await repairFailedCi(ci, {
    answers: [{ reply: GOOD }],
    inputs: { gate: heldOnPatch(hold(folder)) },
    start: {
      onStart: (child) => {
        const timer = setInterval(() => {
          if (leases(github).length === 0) return;
          clearInterval(timer);
          child.kill('SIGINT');
        }, 50);
        child.on('close', () => clearInterval(timer));
      },
    },
  });
  expect([outputs['stop-reason'], exitCode, leases(github)]).toEqual(['cancelled', 130, []]);
});

test('a dry run takes no lease', async () => {
  const { github, ci } = await begin();
  await repairFailedCi(ci, { answers: [{ reply: GOOD }], inputs: { 'dry-run': 'true' } });
  expect(github.writes()).toEqual([]);
  expect(github.requests.map(({ operation }) => operation)).not.toContain('git/create-ref');
});

/** Repairs the head of a pull request until its gate is released, so that another start comes too late. */
async function repairUntilReleased() {
  const broken = breakPull(await start(soundProject()), null);
  const { github } = broken;
  const ci = { github, folder, model };
  const gate = hold(folder);
  const inputs = { gate: heldOnPatch(gate) };
  const failed = failPull(broken);
  const begin = async () => {
    const done = repairRun(ci, failed, { inputs, answers: [{ reply: GOOD }], start: { ownRunId: 100 } });
    while (leases(github).length === 0) await new Promise((soon) => setTimeout(soon, 50));
    // In an object, since it is not waited for.
    return { done };
  };
  return { broken, ci, inputs, failed, begin, gate };
}

test('who asks for what is being repaired is told whose run it is', async () => {
  const { broken, inputs, begin, gate } = await repairUntilReleased();
  const { done } = await begin();
  const asked = await ask(broken, { folder, model }, { body: '/smart-fix', inputs });
  gate.release();
  expect(asked.outputs).toMatchObject({ status: 'superseded', 'stop-reason': 'lease-lost' });
  expect(asked.log).toContain('/actions/runs/100 repairs this failure right now');
  await done;
});

test('the last of split jobs leaves to another run what that took up when the lease of the jobs was over', async () => {
  const { ci, inputs, failed, begin, gate } = await repairUntilReleased();
  gate.release();
  const play = { failed, inputs };
  const most = await playWorkflow(ci, { ...play, answers: [{ reply: GOOD }], before: 'publish' });
  model.mock.reset();
  for (const { ref, sha } of leases(ci.github)) ci.github.world.git.moveRef(ref, null, sha);
  gate.keep();
  const { done } = await begin();
  const { jobs } = await playWorkflow(ci, play, most);
  gate.release();
  expect(jobs.at(-1)?.outputs).toMatchObject({ status: 'superseded', 'stop-reason': 'lease-lost' });
  expect((await done).outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(ci.github.pulls()).toHaveLength(2);
}, 240_000);
