import { expect, test } from '@jest/globals';
import type { FailedRun } from '../../src/domain/failed-run.js';
import {
  actorsToCheck,
  type Permission,
  refuseActor,
  refuseRun,
  refuseUnstartable,
} from '../../src/trigger/admit-run.js';

const person = (login: string) => ({ login, isBot: false });
const bot = (login: string) => ({ login, isBot: true });

function run(fields: Partial<FailedRun> = {}): FailedRun {
  return {
    repository: { owner: 'octo', name: 'project' },
    ...{
      runId: 1,
      attempt: 1,
      workflowName: 'ci',
      workflowPath: null,
      url: 'https://github.com/octo/project/actions/runs/1',
    },
    ...{ event: 'push', conclusion: 'failure', headSha: 'a'.repeat(40), headBranch: 'main' },
    headRepository: 'octo/project',
    actor: person('ann'),
    triggeringActor: person('ann'),
    ...fields,
  };
}

const reasonOf = (fields: Partial<FailedRun>, listedBots: readonly string[] = [], isOwnBranch = false) =>
  refuseRun({ run: run(fields), listedBots, fork: null, isOwnBranch })?.stopReason ?? null;

test.each(['failure', 'timed_out', 'startup_failure', null])(
  'a run that ended as %s is taken up',
  (conclusion) => {
    expect(reasonOf({ conclusion })).toBeNull();
  },
);

test.each(['success', 'cancelled', 'skipped', 'neutral', 'stale', 'action_required', 'brand_new'])(
  'a run that ended as %s is none of ours',
  (conclusion) => {
    expect(reasonOf({ conclusion })).toBe('conclusion-not-failure');
  },
);

test.each(['mallory/project', 'octo/project2', null])('a commit of %s is a fork’s', (headRepository) => {
  expect(reasonOf({ headRepository })).toBe('fork-head');
});

test('names of repositories differ not by their case', () => {
  expect(reasonOf({ headRepository: 'Octo/Project' })).toBeNull();
});

test('a fork is refused whoever starts its run again, and even if its workflow cannot start', () => {
  const fork = { headRepository: 'mallory/project' };
  expect(reasonOf({ ...fork, triggeringActor: person('admin') })).toBe('fork-head');
  expect(reasonOf({ ...fork, conclusion: 'startup_failure' })).toBe('fork-head');
});

test('only branches under our prefix are ours', () => {
  expect(reasonOf({ headBranch: 'smart-fix/0123456789ab' }, [], true)).toBe('own-branch');
  expect([reasonOf({ headBranch: 'smart-fixes' }), reasonOf({ headBranch: null })]).toEqual([null, null]);
});

test.each([
  [['renovate[bot]'], null],
  [['renovate'], 'bot-not-listed'],
  [['Renovate[bot]'], 'bot-not-listed'],
  [['*'], 'bot-not-listed'],
  [[], 'bot-not-listed'],
])('with %j listed, renovate[bot] gets %s', (listed, reason) => {
  expect(reasonOf({ actor: bot('renovate[bot]') }, listed)).toBe(reason);
  expect(reasonOf({ triggeringActor: bot('renovate[bot]') }, listed)).toBe(reason);
});

test('both the author and who started the attempt are checked, each once', () => {
  expect(actorsToCheck(run())).toEqual(['ann']);
  expect(actorsToCheck(run({ triggeringActor: person('bob') }))).toEqual(['ann', 'bob']);
  expect(actorsToCheck(run({ triggeringActor: bot('x[bot]') }))).toEqual(['ann']);
});

test('a scheduled run has nobody to check', () => {
  const scheduled = { event: 'schedule', actor: bot('x[bot]'), triggeringActor: bot('x[bot]') };
  expect([actorsToCheck(run(scheduled)), reasonOf(scheduled)]).toEqual([[], null]);
});

test.each<[Permission, string | undefined]>([
  ['admin', undefined],
  ['write', undefined],
  ['read', 'actor-not-authorised'],
  ['none', 'actor-not-authorised'],
  ['unknown', 'actor-not-authorised'],
])('the permission %s: %s', (permission, reason) => {
  expect(refuseActor('ann', permission)?.stopReason).toBe(reason);
});

test('only a workflow that could not start is for a person alone', () => {
  expect(refuseUnstartable(run({ conclusion: 'startup_failure' }))?.stopReason).toBe('workflow-invalid');
  expect(refuseUnstartable(run())).toBeNull();
});
