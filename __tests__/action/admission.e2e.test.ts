import { expect, test } from '@jest/globals';
import { GOOD } from '../support/broken-sum.js';
import { brokenProject, repairFailedCi } from '../support/failed-ci.js';
import type { NewFailedRun } from '../support/github/failed-run.js';
import type { FakeGithub } from '../support/github/fake-github.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { pushOwnCommit } from '../support/own-commit.js';
import type { ActionResult } from '../support/run-action.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('action-admission');
const start = useFakeGithub();
const model = scriptedModel();

interface Given {
  readonly run?: NewFailedRun;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly prepare?: (github: FakeGithub) => void;
}

async function take({ run, inputs, prepare }: Given) {
  const github = await start(brokenProject());
  prepare?.(github);
  const result = await repairFailedCi(
    { github, folder, model },
    { answers: [{ reply: GOOD }], ...(run && { run }), ...(inputs && { inputs }) },
  );
  return { github, result };
}

/** The checkout came before us. */
const apiRequests = ({ requests }: FakeGithub): readonly string[] =>
  requests.map(({ operation }) => operation).filter((operation) => !operation.startsWith('git-'));

function expectNothingDone(github: FakeGithub, { exitCode, log }: ActionResult): void {
  expect(model.prompts()).toEqual([]);
  expect(github.writes()).toEqual([]);
  expect(exitCode).toBe(0);
  expect(log).not.toContain('::error');
}

const REFUSED: Readonly<Record<string, Given & { readonly reason: string }>> = {
  'a commit of a fork': {
    reason: 'fork-head',
    prepare: (github) => github.person.pushToFork('mallory', 'topic', { 'evil.txt': 'x\n' }),
    run: { headRepository: 'mallory/project', branch: 'topic', event: 'pull_request', actor: 'octocat' },
  },
  'a bot that is not listed': {
    reason: 'bot-not-listed',
    prepare: ({ person }) => person.addCollaborator('renovate[bot]', 'write', 'Bot'),
    run: { actor: 'renovate[bot]' },
    inputs: { bots: 'dependabot[bot]\nrenovate' },
  },
  'a person who may only read': {
    reason: 'actor-not-authorised',
    prepare: ({ person }) => person.addCollaborator('reader', 'read'),
    run: { actor: 'reader' },
  },
  'a person with triage power': {
    reason: 'actor-not-authorised',
    prepare: ({ person }) => person.addCollaborator('triager', 'triage'),
    run: { actor: 'triager' },
  },
  'a person without any power': {
    reason: 'actor-not-authorised',
    prepare: ({ person }) => person.addCollaborator('nobody', 'none'),
    run: { actor: 'nobody' },
  },
  'a person whom the host does not know': { reason: 'actor-not-authorised', run: { actor: 'ghost' } },
  'a re-run by a person without power': {
    reason: 'actor-not-authorised',
    prepare: ({ person }) => person.addCollaborator('reader', 'read'),
    run: { triggeringActor: 'reader', attempt: 2 },
  },
  'a person of whom the host cannot say what they may': {
    reason: 'actor-not-authorised',
    prepare: ({ faults }) =>
      faults.plan('repos/get-collaborator-permission-level', { kind: 'status', status: 503 }, 10),
  },
};

test.each(Object.entries(REFUSED))('%s is refused before any effect', async (_, { reason, ...given }) => {
  const { github, result } = await take(given);
  expect(result.outputs).toMatchObject({ status: 'refused', 'stop-reason': reason });
  expect(result.summary).toContain(`refused (${reason})`);
  expectNothingDone(github, result);
});

test.each(['success', 'cancelled', 'skipped'] as const)(
  'a run that ended as %s is ignored',
  async (conclusion) => {
    const { github, result } = await take({ run: { conclusion } });
    expect(result.outputs).toMatchObject({ status: 'ignored', 'stop-reason': 'conclusion-not-failure' });
    expectNothingDone(github, result);
    expect(apiRequests(github)).toEqual([]);
  },
);

test('a failure on a branch of ours is ignored: no repair of a repair', async () => {
  const { github, result } = await take({
    prepare: (github) => pushOwnCommit(github, 'smart-fix/0123456789ab'),
    run: { branch: 'smart-fix/0123456789ab' },
  });
  expect(result.outputs).toMatchObject({ status: 'ignored', 'stop-reason': 'own-branch' });
  expectNothingDone(github, result);
});

test('a person’s branch under our prefix is a person’s: the name alone makes it none of ours', async () => {
  const message = 'mine\n\nSmart-Fix-Run: 20261130-000000-abcdef\n';
  const { github, result } = await take({
    prepare: ({ person }) => person.push('smart-fix/mine', { 'notes.txt': 'x\n' }, message),
    run: { branch: 'smart-fix/mine' },
  });
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(github.pulls()).toMatchObject([{ pull: { base: 'smart-fix/mine' } }]);
});

test('a bot that is listed by its exact name is repaired', async () => {
  const { github, result } = await take({
    prepare: ({ person }) => person.addCollaborator('renovate[bot]', 'none', 'Bot'),
    run: { actor: 'renovate[bot]' },
    inputs: { bots: 'dependabot[bot]\nrenovate[bot]\n' },
  });
  expect(result.outputs).toMatchObject({ status: 'completed', 'stop-reason': 'fixed' });
  expect(github.pulls()).toHaveLength(1);
});

test('a scheduled run is nobody’s, so that nobody’s power is asked for', async () => {
  const { github, result } = await take({ run: { event: 'schedule', actor: 'ghost' } });
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(github.pulls()).toHaveLength(1);
  expect(apiRequests(github)).not.toContain('repos/get-collaborator-permission-level');
});

test('a workflow that could not be started is handed to a person, once, without a model', async () => {
  const { github, result } = await take({ run: { conclusion: 'startup_failure' } });
  expect(result.outputs).toMatchObject({ status: 'needs-human', 'stop-reason': 'workflow-invalid' });
  expect(result.exitCode).toBe(1);
  expect(model.prompts()).toEqual([]);
  expect(github.issues()).toMatchObject([{ title: expect.stringContaining('workflow-invalid') }]);
  expect(result.outputs['issue-url']).toMatch(/\/issues\/1$/);
});
