import { expect, test } from '@jest/globals';
import { GOOD } from '../support/broken-sum.js';
import { brokenProject, FAILED_OUTPUT, repairFailedCi } from '../support/failed-ci.js';
import type { NewFailedRun, NewJob } from '../support/github/failed-run.js';
import type { FakeGithub } from '../support/github/fake-github.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('action-logs');
const start = useFakeGithub();
const model = scriptedModel();

async function repair(
  jobs: readonly NewJob[],
  more: NewFailedRun = {},
  prepare?: (github: FakeGithub) => void,
) {
  const github = await start(brokenProject());
  prepare?.(github);
  const result = await repairFailedCi(
    { github, folder, model },
    { answers: [{ reply: GOOD }], run: { jobs, ...more } },
  );
  const count = (name: string) => github.requests.filter(({ operation }) => operation === name).length;
  return { github, result, count, body: github.pulls()[0]?.body ?? '' };
}

const LINK = 'actions/download-job-logs-for-workflow-run';
const failed = (name: string, output = FAILED_OUTPUT): NewJob => ({ name, output });

test('a log that is not ready yet is waited for', async () => {
  const { result, count } = await repair([{ ...failed('test'), logNotReadyFor: 2 }]);
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(count(LINK)).toBe(3);
});

test('a link that has run out is asked for anew', async () => {
  const { result, count } = await repair([failed('test')], {}, ({ faults }) => {
    faults.plan('download', { kind: 'status', status: 403 });
  });
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(count(LINK)).toBe(2);
});

test('a storage that stays down defers the repair', async () => {
  const { github, result, count } = await repair([failed('test')], {}, ({ faults }) => {
    faults.plan('download', { kind: 'reset' });
    faults.plan('download', { kind: 'status', status: 503 }, 9);
  });
  expect(result.outputs).toMatchObject({ status: 'deferred', 'stop-reason': 'platform-unavailable' });
  expect(result.log).toContain('::warning::deferred (platform-unavailable)');
  expect([count(LINK), result.exitCode, github.writes()]).toEqual([3, 0, []]);
});

test('logs that are gone are said to be gone, in one call and without an issue', async () => {
  const { github, result, count } = await repair([{ ...failed('test'), logIsExpired: true }]);
  expect(result.outputs).toMatchObject({ status: 'needs-human', 'stop-reason': 'log-expired' });
  expect(result.summary).toContain('needs-human (log-expired)');
  expect([count(LINK), result.exitCode, github.writes()]).toEqual([1, 1, []]);
  expect(model.prompts()).toEqual([]);
});

test('a log that is gone does not hide one that is there', async () => {
  const { result } = await repair([{ ...failed('lint'), logIsExpired: true }, failed('test')]);
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed' });
});

test('every failed job is told, and no job that passed', async () => {
  const { body } = await repair([
    failed('test'),
    failed('types', "src/sum.mjs(1,14): error TS2322: Type 'string' is not assignable to type 'number'."),
    { name: 'docs', conclusion: 'success' },
    { name: 'slow', output: 'src/sum.mjs:9: error: late', conclusion: 'timed_out' },
  ]);
  for (const name of ['test', 'types', 'slow']) expect(body).toContain(`- [${name}](`);
  expect(body).not.toContain('[docs]');
});

test('copies of a matrix are one line that lists the jobs', async () => {
  const { body } = await repair(['18', '20', '22'].map((node) => failed(`test (${node})`)));
  const lines = body.split('\n').filter((line) => line.startsWith('- [test'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/\[test \(18\)\].*\[test \(20\)\].*\[test \(22\)\]/);
});

test('a failed job on the second page is found', async () => {
  const passed = Array.from(
    { length: 104 },
    (_, index): NewJob => ({ name: `ok ${index}`, conclusion: 'success' }),
  );
  const { result, body, count } = await repair([...passed, failed('the last')]);
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(body).toContain('- [the last](');
  expect([count('actions/list-jobs-for-workflow-run-attempt'), count(LINK)]).toEqual([2, 1]);
});

test('only the jobs of the attempt that failed are read', async () => {
  const { github, result, count } = await repair([failed('test')], { attempt: 2 });
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(count(LINK)).toBe(1);
  expect(github.requests.map(({ path }) => path).join('\n')).toMatch(/attempts\/2\/jobs/);
});

test('a failure of the infrastructure alone is no repair: no model call, no issue', async () => {
  const { github, result } = await repair([
    failed('test', 'curl: (6) Could not resolve host: registry.example.com'),
  ]);
  expect(result.outputs).toMatchObject({ status: 'needs-human', 'stop-reason': 'infra' });
  expect(result.summary).toContain('Re-run the failed jobs');
  expect([model.prompts(), github.writes(), result.exitCode]).toEqual([[], [], 1]);
});

test('a failure for want of permission alone is handed to a person: one issue, no model call', async () => {
  const { github, result } = await repair([
    failed('deploy', 'remote: Permission to octo-org/project.git denied to github-actions[bot].'),
  ]);
  expect(result.outputs).toMatchObject({ status: 'needs-human', 'stop-reason': 'permission' });
  expect(github.issues()).toMatchObject([{ title: expect.stringContaining('permission') }]);
  expect(github.issues()[0]?.body).toContain('[deploy](');
  expect(result.outputs['issue-url']).toMatch(/\/issues\/1$/);
  expect(model.prompts()).toEqual([]);
});
