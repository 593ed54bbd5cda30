import { expect, test } from '@jest/globals';
import { GOOD, WRONG } from '../support/broken-sum.js';
import { brokenProject, type Repair, repairFailedCi } from '../support/failed-ci.js';
import type { FakeGithub } from '../support/github/fake-github.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('action-host-faults');
const start = useFakeGithub();
const model = scriptedModel();

async function repairWith(prepare: (github: FakeGithub) => void, repair: Repair = {}) {
  const github = await start(brokenProject());
  prepare(github);
  const result = await repairFailedCi({ github, folder, model }, { answers: [{ reply: GOOD }], ...repair });
  const count = (name: string) => github.requests.filter(({ operation }) => operation === name).length;
  return { github, result, count };
}

test('a normal repair asks the host less than sixty times', async () => {
  const { github } = await repairWith(() => undefined);
  // git's own requests and answers of 304 among them.
  expect(github.requests.length).toBeLessThan(60);
});

test.each([
  ['an answer of 502', { kind: 'status', status: 502, afterEffect: true }],
  ['a broken connection', { kind: 'reset', afterEffect: true }],
] as const)(
  'a pull request that was made although %s came back is found, not made again',
  async (_, fault) => {
    const { github, result, count } = await repairWith(({ faults }) => faults.plan('pulls/create', fault));
    expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed' });
    expect(result.outputs['pull-request-url']).toMatch(/\/pull\/1$/);
    expect([github.pulls().length, count('pulls/create')]).toEqual([1, 1]);
  },
);

test('a pull request that was not made is not said to be there', async () => {
  const { github, result, count } = await repairWith(({ faults }) =>
    faults.plan('pulls/create', { kind: 'status', status: 502 }, 2),
  );
  expect(result.outputs).toMatchObject({ status: 'deferred', 'stop-reason': 'platform-unavailable' });
  expect(result.outputs['pull-request-url']).toBe('');
  expect(result.log).toContain('::warning::deferred (platform-unavailable)');
  expect([github.pulls().length, count('pulls/create')]).toEqual([0, 2]);
  expect(result.summary).toContain(result.outputs.branch);
});

test('an issue that was made although 502 came back is found, not made again', async () => {
  const { github, result, count } = await repairWith(
    ({ faults }) => faults.plan('issues/create', { kind: 'status', status: 502, afterEffect: true }),
    { answers: WRONG.map((reply) => ({ reply })), inputs: { 'max-attempts': '1' } },
  );
  expect(result.outputs['issue-url']).toMatch(/\/issues\/1$/);
  expect([github.issues().length, count('issues/create')]).toEqual([1, 1]);
});

test('a look-up that fails does not count as "there is none"', async () => {
  const { github, result } = await repairWith(
    ({ faults }) => faults.plan('issues/list-for-repo', { kind: 'status', status: 403 }, 2),
    { answers: WRONG.map((reply) => ({ reply })), inputs: { 'max-attempts': '1' } },
  );
  expect(github.issues()).toEqual([]);
  expect(result.outputs).toMatchObject({ 'stop-reason': 'max-attempts', 'issue-url': '' });
  expect(result.summary).toContain('Attempt 1');
});

test('reads are repeated while the host is down for a moment', async () => {
  const { result, count } = await repairWith(({ faults }) =>
    faults.plan('actions/list-jobs-for-workflow-run-attempt', { kind: 'status', status: 500 }, 2),
  );
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(count('actions/list-jobs-for-workflow-run-attempt')).toBe(3);
});

test('a limit on too many requests at once is waited for, without a call meanwhile', async () => {
  const operation = 'actions/list-jobs-for-workflow-run-attempt';
  const { github, result } = await repairWith(({ faults }) =>
    faults.plan(operation, { kind: 'secondary-limit', retryAfterSeconds: 2 }),
  );
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  const index = github.requests.findIndex((request) => request.operation === operation);
  const [limited, next] = github.requests.slice(index, index + 2);
  expect(next?.operation).toBe(operation);
  expect((next?.at ?? 0) - (limited?.at ?? 0)).toBeGreaterThanOrEqual(1990);
});

test('a write that was limited had no effect and is done after the wait', async () => {
  const { github, result } = await repairWith(({ faults }) =>
    faults.plan('pulls/create', { kind: 'secondary-limit', retryAfterSeconds: 1, status: 429 }),
  );
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(github.pulls()).toHaveLength(1);
});

test('a limit that lasts beyond the deadline defers the repair, and says so', async () => {
  const { github, result, count } = await repairWith(
    ({ faults }) =>
      faults.plan('actions/list-jobs-for-workflow-run-attempt', { kind: 'primary-limit', resetSeconds: 900 }),
    { inputs: { deadline: '600' } },
  );
  expect(result.outputs).toMatchObject({ status: 'deferred', 'stop-reason': 'rate-limited' });
  expect(result.log).toMatch(/::warning::deferred \(rate-limited\): .*rate limit/);
  expect([result.exitCode, github.writes(), count('actions/list-jobs-for-workflow-run-attempt')]).toEqual([
    0,
    [],
    1,
  ]);
});

test('a token that nobody knows ends as revoked, after one call', async () => {
  const { github, result } = await repairWith(() => undefined, {
    inputs: { 'github-token': 'expired-token-0123' },
    start: { event: { name: 'workflow_dispatch', payload: {} }, ownRunId: 9001 },
  });
  expect(result.outputs).toMatchObject({ status: 'failed', 'stop-reason': 'permission-revoked' });
  expect(result.exitCode).toBe(70);
  expect(github.requests.filter(({ operation }) => !operation.startsWith('git-'))).toHaveLength(1);
});

test('a token that is taken back in the middle ends as revoked', async () => {
  const { github, result } = await repairWith(({ faults }) =>
    faults.plan('pulls/list', { kind: 'status', status: 401 }),
  );
  expect(result.outputs).toMatchObject({ status: 'failed', 'stop-reason': 'permission-revoked' });
  expect(github.writes()).toEqual([]);
});

test('a commit whose answer got lost is looked for before anything else is done', async () => {
  const { github, result, count } = await repairWith(({ faults }) =>
    faults.plan('graphql/createCommitOnBranch', { kind: 'status', status: 502, afterEffect: true }),
  );
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect([github.pulls().length, count('graphql/createCommitOnBranch')]).toEqual([1, 1]);
});

test('a host that does not commit for now defers the repair, and leaves nothing', async () => {
  const { github, result } = await repairWith(({ faults }) =>
    faults.plan('graphql/createCommitOnBranch', { kind: 'status', status: 502 }, 2),
  );
  expect(result.outputs).toMatchObject({ status: 'deferred', 'stop-reason': 'platform-unavailable' });
  expect([github.pulls(), github.issues(), github.branches()]).toEqual([[], [], ['main']]);
});

/** The host does not sign for this token, so that git pushes. */
const refuseToSign = ({ faults }: FakeGithub): void => {
  const refused = { kind: 'graphql-error', type: 'FORBIDDEN', message: 'not by integration' } as const;
  faults.plan('graphql/createCommitOnBranch', refused);
};

test('what the host does not sign is pushed, and that is said', async () => {
  const { github, result } = await repairWith(refuseToSign);
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(result.log).toContain('no commit through the API, so that it is not signed there');
  expect(github.pulls()[0]?.body).toContain('The author of the commit: it is not signed.');
  expect(github.requests.filter(({ operation }) => operation === 'git-receive-pack').length).toBeGreaterThan(
    0,
  );
});

test('a push whose answer got lost is looked at before anything else is done', async () => {
  const { github, result } = await repairWith((github) => {
    refuseToSign(github);
    github.faults.plan('git-receive-pack', { kind: 'status', status: 502, afterEffect: true });
  });
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(github.pulls()).toHaveLength(1);
});

test('a push that the server was too busy for is not told as a refusal', async () => {
  const { github, result } = await repairWith((github) => {
    refuseToSign(github);
    github.faults.plan('git-receive-pack', { kind: 'status', status: 502 });
  });
  expect(result.outputs).toMatchObject({ status: 'deferred', 'stop-reason': 'platform-unavailable' });
  expect([github.pulls(), github.issues()]).toEqual([[], []]);
});
