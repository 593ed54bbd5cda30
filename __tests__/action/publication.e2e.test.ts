import { expect, test } from '@jest/globals';
import { GOOD, WRONG } from '../support/broken-sum.js';
import { brokenProject, type Repair, repairFailedCi } from '../support/failed-ci.js';
import type { FakeGithub, FakeGithubOptions } from '../support/github/fake-github.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { scriptedModel } from '../support/scripted-model.js';
import { atSecondGate } from '../support/second-gate.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('action-publication');
const start = useFakeGithub();
const model = scriptedModel();

const FIX: Repair = { answers: [{ reply: GOOD }] };
const FAIL: Repair = { answers: WRONG.map((reply) => ({ reply })) };

async function begin(options: FakeGithubOptions = {}) {
  const github = await start(brokenProject(options));
  return { github, repair: (repair: Repair) => repairFailedCi({ github, folder, model }, repair) };
}

/** One attempt that fails. */
const FAIL_ONCE: Repair = { answers: [{ reply: WRONG[0]! }], inputs: { 'max-attempts': '1' } };

const fixBranches = (github: FakeGithub) => github.branches().filter((name) => name.startsWith('smart-fix/'));

test('on a server of GitHub Enterprise the same comes out', async () => {
  const { github, repair } = await begin();
  const { outputs } = await repair({ ...FIX, start: { ghes: true } });
  expect(outputs).toMatchObject({ status: 'completed', 'stop-reason': 'fixed' });
  expect(github.pulls()).toMatchObject([{ pull: { draft: true } }]);
  const api = github.requests.filter(({ operation }) => !operation.startsWith('git-'));
  expect(api.every(({ path }) => /^\/api\/(v3\/|graphql$)/.test(path))).toBe(true);
});

test('an unrepaired failure becomes one issue with the history of its attempts', async () => {
  const { github, repair } = await begin();
  const { outputs, exitCode, log, summary } = await repair(FAIL);
  expect(outputs).toMatchObject({
    status: 'needs-human',
    'stop-reason': 'max-attempts',
    attempts: '3',
    branch: '',
  });
  expect(exitCode).toBe(1);
  expect(log.trimEnd().split('\n').at(-1)).toMatch(/^::error::needs-human \(max-attempts\)/);
  const [issue, ...more] = github.issues();
  expect([more, github.pulls(), fixBranches(github)]).toEqual([[], [], []]);
  expect(issue).toMatchObject({ labels: ['smart-fix'], title: expect.stringContaining('max-attempts') });
  for (const attempt of [1, 2, 3]) expect(issue?.body).toContain(`Attempt ${attempt}: gate-red`);
  expect(issue?.body).toContain('+export const sum = (a, b) => a + b + 4;');
  expect(outputs['issue-url']).toMatch(/\/issues\/1$/);
  expect(summary).toContain(outputs['issue-url']);
});

test('the same failure again updates that issue and opens no second one', async () => {
  const { github, repair } = await begin();
  await repair(FAIL_ONCE);
  github.person.push('main', { 'notes.txt': 'on\n' });
  github.person.openIssue('somebody quotes us', github.issues()[0]?.body ?? '');
  model.mock.reset();
  const { outputs } = await repair({ ...FAIL, inputs: { 'max-attempts': '2' } });
  expect(outputs['issue-url']).toMatch(/\/issues\/1$/);
  expect(github.issues()).toHaveLength(2);
  expect(github.issues()[0]?.body).toContain('2 of 2 attempts failed');
});

test('an issue that a person closed is not touched: a new one is filed', async () => {
  const { github, repair } = await begin();
  await repair(FAIL_ONCE);
  github.person.close(1);
  model.mock.reset();
  await repair(FAIL_ONCE);
  expect(github.issues().map(({ state }) => state)).toEqual(['closed', 'open']);
});

test('after the branch moved, the same failure updates its pull request', async () => {
  const { github, repair } = await begin();
  const first = await repair(FIX);
  github.person.push('main', { 'notes.txt': 'on\n' });
  model.mock.reset();
  const second = await repair(FIX);
  expect(second.outputs).toMatchObject({ 'stop-reason': 'fixed', branch: first.outputs.branch });
  expect(second.outputs['pull-request-url']).toBe(first.outputs['pull-request-url']);
  expect(github.pulls()).toHaveLength(1);
  expect(fixBranches(github)).toHaveLength(1);
  expect(github.fileAt(second.outputs.branch ?? '', 'notes.txt')).toBe('on\n');
});

test('the very same commit again is a duplicate and asks no model', async () => {
  const { github, repair } = await begin();
  await repair(FIX);
  model.mock.reset();
  const writes = github.writes().length;
  const { outputs, exitCode } = await repair(FIX);
  expect(outputs).toMatchObject({ status: 'superseded', 'stop-reason': 'duplicate' });
  expect([exitCode, model.prompts(), github.writes().length]).toEqual([0, [], writes]);
});

test('a person’s commit on the fix branch stays: it is theirs, and that of another branch goes beside it', async () => {
  const { github, repair } = await begin();
  const { outputs } = await repair(FIX);
  const kept = github.person.push(outputs.branch ?? '', { 'mine.txt': 'mine\n' });
  github.person.push('main', { 'notes.txt': 'on\n' });
  model.mock.reset();
  const second = await repair(FIX);
  expect(second.outputs).toMatchObject({ 'stop-reason': 'duplicate' });
  expect(second.log).toContain('/pull/1 holds commits of a person and is left to them');
  github.person.push('release', { 'notes.txt': 'r\n' });
  github.addFailedRun({ conclusion: 'success', jobs: [] });
  model.mock.reset();
  const third = await repair({ ...FIX, run: { branch: 'release' } });
  expect(third.outputs.branch).toBe(`${outputs.branch}-2`);
  expect(third.log).toContain(`${outputs.branch} is not ours to replace and stays`);
  expect(github.headOf(outputs.branch ?? '')).toBe(kept);
});

test('the same failure on two branches has a pull request into each, and each only once', async () => {
  const { github, repair } = await begin();
  github.person.push('release', { 'notes.txt': 'r\n' });
  const ends: unknown[] = [];
  for (const branch of ['main', 'release', 'main', 'release']) {
    model.mock.reset();
    // As long as main is red in the same way, only main is repaired.
    if (branch === 'release') github.addFailedRun({ conclusion: 'success', jobs: [] });
    ends.push((await repair({ ...FIX, run: { branch } })).outputs['stop-reason']);
  }
  expect(ends).toEqual(['fixed', 'fixed', 'duplicate', 'duplicate']);
  expect(github.pulls().map(({ pull }) => pull?.base)).toEqual(['main', 'release']);
  const [first = '', second = ''] = fixBranches(github);
  expect(second).toBe(`${first}-2`);
});

test('a failure that does not happen here is said, and no issue is filed', async () => {
  const { github, repair } = await begin();
  const { outputs, exitCode, summary } = await repair({ inputs: { gate: 'true' } });
  expect(outputs).toMatchObject({ status: 'needs-human', 'stop-reason': 'not-reproduced' });
  expect([exitCode, github.writes(), model.prompts()]).toEqual([1, [], []]);
  expect(summary).toContain('needs-human (not-reproduced)');
});

test('when the branch moves while the fix is made, nothing is published', async () => {
  const { github, repair } = await begin();
  const { outputs, exitCode } = await repair({
    ...FIX,
    inputs: { setup: 'sleep 1' },
    start: {
      onStart: () => {
        setTimeout(() => github.person.push('main', { 'notes.txt': 'on\n' }), 700);
      },
    },
  });
  expect(outputs).toMatchObject({ status: 'superseded', 'stop-reason': 'head-moved' });
  expect([exitCode, github.pulls(), github.issues(), fixBranches(github)]).toEqual([0, [], [], []]);
});

test.each<[string, (github: FakeGithub) => void]>([
  ['is being verified', () => {}],
  // The look before the push still sees it open.
  ['is being published', ({ faults }) => faults.plan('pulls/list', { kind: 'stale' })],
])(
  'our pull request that a person closes while the next fix %s is not followed by a second one',
  async (_, before) => {
    const { github, repair } = await begin();
    const first = await repair(FIX);
    github.person.push('main', { 'notes.txt': 'on\n' });
    model.mock.reset();
    const second = await repair({
      ...FIX,
      start: {
        onStart: atSecondGate(() => {
          before(github);
          github.person.close(1);
        }),
      },
    });
    expect(second.outputs).toMatchObject({ status: 'superseded', 'stop-reason': 'head-moved' });
    expect(second.log).toContain(
      `Our pull request ${first.outputs['pull-request-url']} was closed or merged`,
    );
    expect([github.pulls().map(({ state }) => state), github.issues()]).toEqual([['closed'], []]);
  },
);
