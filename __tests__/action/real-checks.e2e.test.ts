import { expect, test } from '@jest/globals';
import { GOOD, sumPlus } from '../support/broken-sum.js';
import { brokenProject, type Repair, repairFailedCi } from '../support/failed-ci.js';
import type { CiScript } from '../support/github/ci.js';
import type { FakeGithub, FakeGithubOptions } from '../support/github/fake-github.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('action-real-checks');
const start = useFakeGithub();
const model = scriptedModel();

const GREEN: CiScript = () => ({ jobs: [{ name: 'test', conclusion: 'success' }], reads: 1 });

async function begin(script: CiScript | null, options: FakeGithubOptions = {}) {
  const github = await start(brokenProject(options));
  if (script !== null) github.runCi(script);
  return {
    github,
    repair: ({ inputs, ...repair }: Repair = {}) =>
      repairFailedCi(
        { github, folder, model },
        {
          answers: [{ reply: GOOD }],
          inputs: { 'wait-for-checks': '40', ...inputs },
          ...repair,
        },
      ),
  };
}

const bodyOf = (github: FakeGithub): string => github.pulls()[0]?.body ?? '';

test('the workflow token has the workflow that failed dispatched on the fix branch, and waits until it is green', async () => {
  const { github, repair } = await begin(GREEN);
  const { outputs, summary } = await repair();
  expect(outputs).toMatchObject({ status: 'completed', 'stop-reason': 'fixed', attempts: '1' });
  const run = github.state.runs.find(({ event }) => event === 'workflow_dispatch');
  expect(run?.headSha).toBe(github.headOf(outputs.branch ?? ''));
  for (const text of [bodyOf(github), summary]) {
    expect(text).toContain('The real checks are green');
    expect(text).toContain('workflow\\_dispatch');
  }
  expect(github.pulls()).toHaveLength(1);
});

test('a token of its own starts the checks by its push, so that nothing is dispatched', async () => {
  const { github, repair } = await begin(GREEN);
  const { outputs } = await repair({ inputs: { 'push-token': github.tokenOf('octocat') } });
  expect(outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(bodyOf(github)).toContain('The real checks are green');
  expect(github.requests.some(({ operation }) => operation === 'actions/create-workflow-dispatch')).toBe(
    false,
  );
});

test('where that token may not open the pull request, its checks that wait for an approval are said', async () => {
  const ofPulls: CiScript = (start) => (start.event === 'pull_request' ? GREEN(start) : null);
  const { github, repair } = await begin(ofPulls);
  github.faults.plan('pulls/create', { kind: 'status', status: 403 });
  const { outputs } = await repair({ inputs: { 'push-token': github.tokenOf('octocat') } });
  expect(outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(bodyOf(github)).toContain('A person has to approve the workflows of the pull request once');
});

test('checks that wait for an approval are linked and not waited for', async () => {
  const { github, repair } = await begin(GREEN);
  github.state.workflows[0]!.isDispatchable = false;
  const { outputs } = await repair();
  expect(outputs).toMatchObject({ 'stop-reason': 'fixed' });
  const body = bodyOf(github);
  expect(body).toContain('The real checks are waiting for the approval of a person');
  const waiting = github.state.runs.find(({ attempts }) => attempts[0]?.conclusion === 'action_required');
  expect(body).toContain(`/actions/runs/${waiting?.id})`);
});

test('that no check can start is said, and is no failure', async () => {
  const { github, repair } = await begin(null);
  github.state.workflows[0]!.isDispatchable = false;
  const { outputs } = await repair({ inputs: { 'wait-for-checks': '5' } });
  expect(outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(bodyOf(github)).toContain('The real checks are not started');
  expect(bodyOf(github)).toContain("does not have 'workflow");
});

test('checks that outlast the wait are said to run, never to be green', async () => {
  const { github, repair } = await begin(() => ({
    jobs: [{ name: 'test', conclusion: 'success' }],
    reads: 99,
  }));
  const { outputs } = await repair({ inputs: { 'wait-for-checks': '6' } });
  expect(outputs).toMatchObject({ status: 'completed', 'stop-reason': 'fixed' });
  expect(bodyOf(github)).toContain('The real checks are still running');
  expect(bodyOf(github)).not.toContain('green');
});

/** The real checks want more than the gate: that 1 and 2 are 3. */
const STRICTER: CiScript = ({ fileAt }) => {
  const isGood = fileAt('src/sum.mjs').includes('a + b;');
  const output = 'src/sum.mjs:1: error: the sum of nothing is wrong';
  return { jobs: [{ name: 'test', conclusion: isGood ? 'success' : 'failure', output }], reads: 1 };
};
const TRICK = sumPlus(' * 1');

test('red checks go back into the loop, and the same pull request is brought up to date', async () => {
  const { github, repair } = await begin(STRICTER);
  const { outputs } = await repair({
    answers: [{ reply: TRICK }, { reply: sumPlus('', ' * 1') }],
  });
  expect(outputs).toMatchObject({ status: 'completed', 'stop-reason': 'fixed', attempts: '2' });
  expect(model.prompts()[1]).toContain('the sum of nothing is wrong');
  expect(github.pulls()).toHaveLength(1);
  expect(github.fileAt(outputs.branch ?? '', 'src/sum.mjs')).toContain('a + b;');
  expect(bodyOf(github)).toContain('The real checks are green');
  expect(bodyOf(github)).toContain('Attempt 1: checks-red');
});

test('when the attempts end while the checks are red, a person gets the history and the pull request says it', async () => {
  const { github, repair } = await begin(STRICTER);
  const { outputs } = await repair({ answers: [{ reply: TRICK }], inputs: { 'max-attempts': '1' } });
  expect(outputs).toMatchObject({ status: 'needs-human', 'stop-reason': 'max-attempts' });
  expect(github.pulls()).toMatchObject([{ pull: { draft: true } }]);
  expect(bodyOf(github)).toContain('The real checks are red');
  expect(github.issues()[0]?.body).toContain('Attempt 1: checks-red');
});

test.each(['green', 'red'])(
  'a pull request that a person closes while its checks run is not opened again when they are %s',
  async (end) => {
    const { github, repair } = await begin(null);
    github.runCi((ci) => {
      for (const { number, state } of github.pulls()) if (state === 'open') github.person.close(number);
      return STRICTER(ci);
    });
    const answers = end === 'green' ? [{ reply: GOOD }] : [{ reply: TRICK }, { reply: sumPlus('', ' * 1') }];
    const { outputs } = await repair({ answers });
    expect(outputs).toMatchObject(
      end === 'green' ? { status: 'completed' } : { status: 'superseded', 'stop-reason': 'head-moved' },
    );
    expect(github.pulls()).toMatchObject([{ state: 'closed' }]);
    const branch = github.branches().find((name) => name !== 'main') ?? '';
    expect(github.fileAt(branch, 'src/sum.mjs')).toContain(end === 'green' ? 'a + b;' : 'a + b * 1;');
  },
);

test('that the pull request cannot be told of its red checks takes nothing from the issue', async () => {
  const { github, repair } = await begin(STRICTER);
  github.faults.plan('pulls/update', { kind: 'status', status: 404 });
  const { outputs } = await repair({ answers: [{ reply: TRICK }], inputs: { 'max-attempts': '1' } });
  expect(outputs).toMatchObject({ status: 'needs-human', 'stop-reason': 'max-attempts' });
  expect(github.issues()[0]?.body).toContain('Attempt 1: checks-red');
});
