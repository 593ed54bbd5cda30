import { expect, test } from '@jest/globals';
import { toFailedRun, workflowRunSchema } from '../../../src/adapters/github/read-failed-run.js';

const RUN = {
  id: 42,
  run_attempt: 2,
  name: 'ci',
  path: '.github/workflows/ci.yml@main',
  html_url: 'https://github.com/octo/project/actions/runs/42',
  event: 'push',
  conclusion: 'failure',
  head_sha: 'a'.repeat(40),
  head_branch: 'main',
  head_repository: { full_name: 'octo/project' },
  actor: { login: 'ann', type: 'User' },
  triggering_actor: { login: 'bob', type: 'User' },
};

const read = (fields: Readonly<Record<string, unknown>> = {}) =>
  toFailedRun(workflowRunSchema.parse({ ...RUN, ...fields }), { owner: 'octo', name: 'project' });

test('a run is read as GitHub describes it', () => {
  expect(read()).toMatchObject({
    ...{
      runId: 42,
      attempt: 2,
      workflowName: 'ci',
      event: 'push',
      conclusion: 'failure',
      headBranch: 'main',
    },
    headRepository: 'octo/project',
    actor: { login: 'ann', isBot: false },
    triggeringActor: { login: 'bob', isBot: false },
  });
});

test('what is absent is null: no branch, no conclusion yet, a repository that is gone', () => {
  const run = read({ head_branch: null, conclusion: null, head_repository: null, name: null });
  expect(run).toMatchObject({
    headBranch: null,
    conclusion: null,
    headRepository: null,
    workflowName: 'workflow',
  });
});

test('an account that is gone is nobody whom the host knows', () => {
  expect(read({ actor: null, triggering_actor: null })).toMatchObject({
    actor: { login: 'ghost', isBot: false },
    triggeringActor: { login: 'ghost', isBot: false },
  });
});

test('without a triggering actor the author started the attempt', () => {
  expect(read({ triggering_actor: undefined }).triggeringActor.login).toBe('ann');
});

test.each([
  [{ login: 'app', type: 'Bot' }, true],
  [{ login: 'app[bot]' }, true],
  [{ login: 'app[bot]', type: 'User' }, true],
  [{ login: 'robot', type: 'User' }, false],
])('%j is a bot: %s', (actor, isBot) => {
  expect(read({ actor }).actor.isBot).toBe(isBot);
});

test.each([{ head_sha: 'main' }, { id: '42' }, { id: 0 }, { event: undefined }, { run_attempt: 0 }])(
  'a run with %j is refused at the door',
  (fields) => {
    expect(() => read(fields)).toThrow();
  },
);
