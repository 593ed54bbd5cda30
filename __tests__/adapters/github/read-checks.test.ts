import { expect, test } from '@jest/globals';
import { type SuiteCheck, silentRuns, type WorkflowRun } from '../../../src/adapters/github/read-checks.js';
import type { CheckState } from '../../../src/domain/real-checks.js';

const run = (id: number, status: string, conclusion: string | null, path = 'ci.yml'): WorkflowRun => ({
  ...{ id, status, conclusion, path, name: path, event: 'push', html_url: `https://host/${id}` },
  check_suite_id: id + 1,
});
const check = (suite: number, state: CheckState): SuiteCheck => ({
  ...{ name: 'test', state, url: null, job: null, workflow: null, text: '', suite },
});
const said = (runs: readonly WorkflowRun[], checks: readonly SuiteCheck[] = []) =>
  silentRuns(runs, checks).map(({ name, state }) => `${name} ${state}`);

test.each<[string, WorkflowRun, readonly SuiteCheck[], readonly string[]]>([
  ['waits in the queue', run(1, 'queued', null), [], ['ci.yml pending']],
  [
    'has jobs that wait for those that passed',
    run(1, 'in_progress', null),
    [check(2, 'passed')],
    ['ci.yml pending'],
  ],
  ['has a job that tells of itself', run(1, 'in_progress', null), [check(2, 'pending')], []],
  ['waits for an approval', run(1, 'completed', 'action_required'), [], ['ci.yml awaiting-approval']],
  ['could not be started', run(1, 'completed', 'startup_failure'), [], ['ci.yml failed']],
  ['has ended, as its jobs tell', run(1, 'completed', 'failure'), [check(2, 'failed')], []],
  ['was skipped as a whole', run(1, 'completed', 'skipped'), [], []],
])('a run that %s', (_, given, checks, expected) => {
  expect(said([given], checks)).toEqual(expected);
});

test('a run that waits for an approval is silent while another of its workflow runs on the commit', () => {
  const waiting = run(1, 'completed', 'action_required');
  expect(said([waiting, run(3, 'completed', 'success')], [check(4, 'passed')])).toEqual([]);
  expect(said([waiting, run(3, 'completed', 'success', 'other.yml')], [check(4, 'passed')])).toEqual([
    'ci.yml awaiting-approval',
  ]);
});
