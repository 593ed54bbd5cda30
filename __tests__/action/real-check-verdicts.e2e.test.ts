import { expect, test } from '@jest/globals';
import { GOOD, sumPlus } from '../support/broken-sum.js';
import { addFailure, brokenProject, FAILED_OUTPUT, type Repair, repairRun } from '../support/failed-ci.js';
import type { CiScript } from '../support/github/ci.js';
import type { NewFailedRun } from '../support/github/failed-run.js';
import type { FakeGithub } from '../support/github/fake-github.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('action-check-verdicts');
const start = useFakeGithub();
const model = scriptedModel();

const PASSES = { name: 'test', conclusion: 'success' } as const;
const GREEN: CiScript = () => ({ jobs: [PASSES] });
const TRANSIENT = 'npm error code ECONNRESET\nnpm error network aborted';

interface Case extends Repair {
  readonly script?: CiScript;
  readonly wait?: number;
  readonly failed?: NewFailedRun;
  readonly arrange?: (github: FakeGithub) => void;
}

async function repair({ script = GREEN, wait = 40, failed, arrange, inputs, ...rest }: Case) {
  const github = await start(brokenProject());
  const run = addFailure({ github, folder, model }, failed);
  arrange?.(github);
  github.runCi(script);
  const result = await repairRun({ github, folder, model }, run, {
    answers: [{ reply: GOOD }],
    inputs: { 'wait-for-checks': String(wait), ...inputs },
    ...rest,
  });
  const count = (operation: string) => github.requests.filter((each) => each.operation === operation).length;
  return { github, result, count, body: github.pulls()[0]?.body ?? '' };
}

/** A check of another app on a commit. */
function addCheck(github: FakeGithub, headSha: string, name: string, conclusion: string): void {
  github.state.checks.push({
    ...{ id: github.state.nextId++, headSha, name, status: 'completed', conclusion, detailsUrl: null },
    ...{ externalId: null, output: { title: null, summary: null, text: null }, annotations: [] },
  });
}

test('a typical repair, with checks that take a while, needs at most 60 calls', async () => {
  const { github, result } = await repair({ script: () => ({ jobs: [PASSES], reads: 4 }), wait: 60 });
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  const api = github.requests.filter(({ operation }) => !operation.startsWith('git-'));
  expect(api.length).toBeLessThanOrEqual(60);
});

test.each<[string, (github: FakeGithub) => void]>([
  ['the protection of the branch', ({ state }) => (state.repository.protectedChecks = ['required'])],
  ['the rules of the branch', ({ state }) => (state.repository.ruledChecks = ['required'])],
  [
    'what ran on the commit that failed',
    (github) => addCheck(github, github.headOf('main')!, 'required', 'success'),
  ],
])('a check that %s expects and that does not start is missing, and named', async (_, arrange) => {
  const { result, body } = await repair({ arrange, wait: 6 });
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(body).toContain('The real checks are incomplete');
  expect(body).toContain('required: is expected and did not start');
});

test('what was red on the commit before, beside the failed run, is not laid to the fix', async () => {
  const { result, body } = await repair({
    arrange: (github) => addCheck(github, github.headOf('main')!, 'licences', 'failure'),
    script: () => ({ jobs: [PASSES, { name: 'licences', conclusion: 'failure', output: 'no licence' }] }),
  });
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed', attempts: '1' });
  expect(body).toContain('The real checks are red, as before');
});

test('a cancelled check is neither green nor red', async () => {
  const { result, body } = await repair({
    script: () => ({ jobs: [PASSES, { name: 'slow', conclusion: 'cancelled' }] }),
  });
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(body).toContain('The real checks are cancelled');
});

test('a commit status counts like a check, and its words go back into the loop', async () => {
  let github: FakeGithub | null = null;
  // Another system judges every commit of ours as soon as it is there.
  const script: CiScript = ({ sha, fileAt }) => {
    const state = fileAt('src/sum.mjs').includes('* 1') ? 'failure' : 'success';
    github?.state.statuses.push({
      ...{ id: 1, sha, context: 'deploy', state, targetUrl: 'https://evil.example/x', creator: 'octocat' },
      description: 'src/sum.mjs:1: error: preview says no',
    });
    return { jobs: [PASSES] };
  };
  const { result, body } = await repair({
    answers: [{ reply: sumPlus(' * 1') }, { reply: sumPlus('', ' * 1') }],
    script,
    arrange: (fake) => {
      github = fake;
    },
  });
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed', attempts: '2' });
  expect(model.prompts()[1]).toContain('preview says no');
  expect(body).not.toContain('evil.example');
});

test('checks that the token may not read leave the fix as it is, and that is said', async () => {
  const github = await start(brokenProject());
  const run = addFailure({ github, folder, model });
  const token = github.tokenWith({
    contents: 'write',
    pull_requests: 'write',
    issues: 'write',
    actions: 'write',
  });
  const result = await repairRun({ github, folder, model }, run, {
    answers: [{ reply: GOOD }],
    inputs: { 'wait-for-checks': '40', 'github-token': token },
  });
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(github.pulls()[0]?.body).toContain('The real checks are unreadable');
});

test('an answer that is behind the times is asked for again', async () => {
  const { result, body } = await repair({
    arrange: ({ faults }) => faults.plan('checks/list-for-ref', { kind: 'stale' }, 3),
    inputs: { gate: 'sleep 0; node test/check.mjs' },
  });
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(body).toContain('The real checks are green');
});

test('an approval that comes in time lets the checks run to their end', async () => {
  const { result, body } = await repair({
    arrange: (github) => {
      github.state.workflows[0]!.isDispatchable = false;
      const timer = setInterval(() => {
        const waiting = github.state.runs.find(
          ({ attempts }) => attempts[0]?.conclusion === 'action_required',
        );
        if (waiting === undefined) return;
        github.person.approve(waiting);
        clearInterval(timer);
      }, 200).unref();
    },
  });
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(body).toContain('The real checks are green');
});

test('a dispatch whose answer got lost is looked up: one run', async () => {
  const { github, result, body } = await repair({
    arrange: ({ faults }) =>
      faults.plan('actions/create-workflow-dispatch', { kind: 'status', status: 502, afterEffect: true }),
  });
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(body).toContain('The real checks are green');
  expect(github.state.runs.filter(({ event }) => event === 'workflow_dispatch')).toHaveLength(1);
});

test('red checks that only the network failed run once more, and are green then', async () => {
  const { result, count, body } = await repair({
    script: ({ attempt }) => ({
      jobs: [attempt === 1 ? { name: 'test', output: TRANSIENT } : PASSES],
    }),
  });
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed', attempts: '1' });
  expect(count('actions/re-run-workflow-failed-jobs')).toBe(1);
  expect(body).toContain('The real checks are green');
});

test('checks that stay red for a reason that no change can help end the run, after one re-run', async () => {
  const { result, count, body } = await repair({
    script: () => ({ jobs: [{ name: 'test', output: TRANSIENT }] }),
  });
  expect(result.outputs).toMatchObject({ status: 'needs-human', 'stop-reason': 'infra' });
  expect(count('actions/re-run-workflow-failed-jobs')).toBe(1);
  expect(body).toContain('The real checks are red');
  expect(model.prompts()).toHaveLength(1);
});

test('our own job in the workflow that failed is no check of the fix', async () => {
  const { result, body } = await repair({
    failed: {
      conclusion: null,
      jobs: [
        { name: 'test', output: FAILED_OUTPUT },
        { name: 'smart-fix', conclusion: null },
      ],
    },
    script: () => ({ jobs: [PASSES, { name: 'smart-fix', conclusion: 'skipped' }] }),
    start: { event: { name: 'push', payload: {} }, ownRunId: 9003 },
  });
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(body).toContain('The real checks are green');
});

test('a person’s commit on the fix branch stays, also when its checks are red', async () => {
  let kept = '';
  const { github, result } = await repair({
    answers: [{ reply: sumPlus(' * 1') }, { reply: sumPlus('', ' * 1') }],
    script: ({ fileAt }) => ({
      jobs: [
        fileAt('src/sum.mjs').includes('* 1') ? { name: 'test', output: 'src/sum.mjs:1: error: no' } : PASSES,
      ],
      reads: 1,
    }),
    arrange: (fake) => {
      const timer = setInterval(() => {
        const branch = fake.pulls()[0]?.pull?.head.ref;
        if (branch === undefined || model.prompts().length < 2) return;
        kept = fake.person.push(branch, { 'mine.txt': 'mine\n' });
        clearInterval(timer);
      }, 20).unref();
    },
  });
  expect(github.headOf(github.pulls()[0]?.pull?.head.ref ?? '')).toBe(kept);
  expect(result.outputs.status).toBe('superseded');
});

test('a job that is cancelled while it waits ends as cancelled: the draft stays, and nothing is said of its checks', async () => {
  const { github, result } = await repair({
    script: () => ({ jobs: [PASSES], reads: 99 }),
    start: {
      onStart: (child) => {
        child.stdout?.on('data', (chunk: Buffer) => {
          if (chunk.toString().includes('the real checks of')) setTimeout(() => child.kill('SIGTERM'), 100);
        });
      },
    },
  });
  expect(result.exitCode).toBe(143);
  expect(result.outputs).toMatchObject({ status: 'cancelled', 'stop-reason': 'cancelled' });
  expect(github.pulls()).toMatchObject([{ state: 'open', pull: { draft: true } }]);
  expect(github.pulls()[0]?.body).toContain('were not known when this was written');
});

test('when the time of the run is over before the checks are, that is no failure', async () => {
  const { result, body } = await repair({
    script: () => ({ jobs: [PASSES], reads: 99 }),
    inputs: { deadline: '30' },
    wait: 600,
  });
  expect(result.outputs).toMatchObject({ status: 'completed', 'stop-reason': 'fixed' });
  expect(body).toContain('The real checks are still running');
});
