import { expect, test } from '@jest/globals';
import { createGitHubClient } from '../../../src/adapters/github/client.js';
import { GitHubChecks, type OwnRun } from '../../../src/adapters/github/github-checks.js';
import { toFailedRun, workflowRunSchema } from '../../../src/adapters/github/read-failed-run.js';
import type { FakeGithub } from '../../support/github/fake-github.js';
import type { RunRecord } from '../../support/github/state.js';
import { useFakeGithub } from '../../support/github/use-fake-github.js';

const start = useFakeGithub();

const limits = {
  signal: new AbortController().signal,
  timeLeftMs: () => 60_000,
  pause: async () => undefined,
};

function checksOf(
  github: FakeGithub,
  failed: RunRecord,
  own: Partial<OwnRun> = {},
  token = github.token,
  also: readonly RunRecord[] = [],
) {
  const client = createGitHubClient({ token, apiUrl: github.apiUrl, ...limits });
  const place = { owner: github.owner, name: github.name };
  const toRun = (record: RunRecord) =>
    toFailedRun(workflowRunSchema.parse(github.events.workflowRun(record).workflow_run), place);
  const run = toRun(failed);
  return new GitHubChecks({
    alsoFailed: also.map(toRun),
    ...{ client, placing: client, run, base: 'main', limits, redact: (text) => text },
    own: { runId: 1, workflowPath: null, ...own },
  });
}

const passed = (name: string) => ({ name, conclusion: 'success' as const });
const namesOf = async (checks: GitHubChecks) =>
  (await checks.readExpectation()).onBase.map(({ name }) => name).sort();

test('expected is what runs for the commit itself, not what happens to run on the newest one', async () => {
  const github = await start();
  const failed = github.addFailedRun({ jobs: [{ name: 'test' }, passed('lint')] });
  github.addFailedRun({ event: 'pull_request', conclusion: 'success', jobs: [passed('docs')] });
  for (const event of ['schedule', 'workflow_run', 'issue_comment', 'workflow_dispatch'])
    github.addFailedRun({ event, conclusion: 'success', jobs: [passed(event)] });
  expect(await namesOf(checksOf(github, failed))).toEqual(['docs', 'lint', 'test']);
});

test('a failed run that was scheduled is expected all the same', async () => {
  const github = await start();
  const failed = github.addFailedRun({ event: 'schedule', jobs: [{ name: 'nightly' }] });
  expect(await namesOf(checksOf(github, failed))).toEqual(['nightly']);
});

test('our own workflow is no check, and in the one that failed our own job is none', async () => {
  const github = await start();
  github.state.workflows.push({
    ...{ id: 501, name: 'smart-fix', path: '.github/workflows/smart-fix.yml', isDispatchable: true },
  });
  const jobs = [{ name: 'test' }, { name: 'repair', conclusion: null }];
  const failed = github.addFailedRun({ conclusion: null, jobs });
  const ours = github.addFailedRun({ conclusion: 'success', jobs: [passed('smart-fix')] });
  Object.assign(ours, { workflow: 501 });
  const checks = checksOf(github, failed, {
    runId: failed.id,
    workflowPath: '.github/workflows/smart-fix.yml',
  });
  const { onBase, ours: names } = await checks.readExpectation();
  expect(onBase.map(({ name }) => name)).toEqual(['test', 'repair']);
  expect(names).toEqual(['repair']);
});

test('where our own workflow is one of several that failed, its other jobs are expected, and those of a dispatch', async () => {
  const github = await start();
  const path = '.github/workflows/both.yml';
  github.state.workflows.push({ id: 501, name: 'both', path, isDispatchable: true });
  const failed = github.addFailedRun({ jobs: [{ name: 'lint' }] });
  const also = github.addFailedRun({ workflow: 501, event: 'workflow_dispatch', jobs: [{ name: 'test' }] });
  const checks = checksOf(github, failed, { workflowPath: path }, github.token, [also]);
  expect(await namesOf(checks)).toEqual(['lint', 'test']);
});

test('called as a workflow, all jobs of the job that calls us are ours', async () => {
  const github = await start();
  const jobs = [
    { name: 'test' },
    passed('fix / admit'),
    { name: 'fix / publish', conclusion: null },
    passed('fixtures / make'),
  ];
  const failed = github.addFailedRun({ conclusion: null, jobs });
  const { ours } = await checksOf(github, failed, { runId: failed.id }).readExpectation();
  expect([...ours].sort()).toEqual(['fix', 'fix / admit', 'fix / publish']);
});

test('the log of a job is read from its run, what another system says from the check itself', async () => {
  const github = await start();
  const failed = github.addFailedRun({ jobs: [{ name: 'test', output: 'a.ts:1: error: no' }] });
  const sha = github.headOf('main')!;
  github.state.checks.push({
    ...{ id: 77, headSha: sha, name: 'app', status: 'completed', conclusion: 'failure', detailsUrl: null },
    ...{
      externalId: null,
      output: { title: 'No', summary: 'b.ts:2: error: never', text: null },
      annotations: [],
    },
  });
  const host = checksOf(github, failed);
  const checks = await host.readChecks(sha);
  const logs = await Promise.all(checks.map((each) => host.readLog(each)));
  expect(checks.map(({ name, state, job }) => [name, state, job?.runId ?? null])).toEqual([
    ['app', 'failed', null],
    ['test', 'failed', failed.id],
  ]);
  expect(logs[0]).toBe('No\nb.ts:2: error: never');
  expect(logs[1]).toContain('a.ts:1: error: no');
});

test.each<[string, (github: FakeGithub) => string, boolean]>([
  ['the workflow’s own token', (github) => github.token, false],
  ['a person’s token', (github) => github.tokenOf('octocat'), true],
])('GitHub is asked whose token it is: %s', async (_, token, starts) => {
  const github = await start();
  const failed = github.addFailedRun();
  expect(await checksOf(github, failed, {}, token(github)).pushStarts()).toBe(starts);
});

test('a workflow is started once for a commit, however often it is asked for', async () => {
  const github = await start({ files: { '.github/workflows/ci.yml': 'name: ci\n' } });
  const failed = github.addFailedRun();
  github.person.push('smart-fix/x', { 'a.txt': 'a\n' });
  const sha = github.headOf('smart-fix/x')!;
  const host = checksOf(github, failed);
  for (let times = 0; times < 2; times++)
    expect(await host.startWorkflow('smart-fix/x', sha)).toEqual({ kind: 'started' });
  expect(github.state.runs.filter(({ event }) => event === 'workflow_dispatch')).toHaveLength(1);
});

test('each workflow that failed is started, also beside one that cannot be', async () => {
  const github = await start();
  const [ci] = github.state.workflows;
  github.state.workflows.push({ ...ci!, id: 501, path: '.github/workflows/more.yml' });
  const failed = github.addFailedRun();
  const also = github.addFailedRun({ workflow: 501 });
  github.person.push('smart-fix/x', { 'a.txt': 'a\n' });
  github.person.push('smart-fix/y', { 'b.txt': 'b\n' });
  const startOn = (branch: string) =>
    checksOf(github, failed, {}, github.token, [also]).startWorkflow(branch, github.headOf(branch)!);
  const started = () =>
    github.state.runs.filter(({ event }) => event === 'workflow_dispatch').map(({ workflow }) => workflow);
  expect(await startOn('smart-fix/x')).toEqual({ kind: 'started' });
  expect(started()).toEqual([ci?.id, 501]);
  github.state.workflows[0]!.isDispatchable = false;
  expect(await startOn('smart-fix/y')).toEqual({ kind: 'started' });
  expect(started()).toEqual([ci?.id, 501, 501]);
});
