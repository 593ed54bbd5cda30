import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { GOOD, WRONG } from '../support/broken-sum.js';
import { brokenProject, type Repair, repairFailedCi } from '../support/failed-ci.js';
import type { FakeGithub, FakeGithubOptions } from '../support/github/fake-github.js';
import { ALL_PERMISSIONS } from '../support/github/tokens.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('action-fallbacks');
const start = useFakeGithub();
const model = scriptedModel();

const FIX: Repair = { answers: [{ reply: GOOD }] };
const FAIL: Repair = { answers: [{ reply: WRONG[0]! }] };
const ONE_ATTEMPT = { 'max-attempts': '1' };

async function repair(options: FakeGithubOptions, given: Repair | ((github: FakeGithub) => Repair)) {
  const github = await start(brokenProject(options));
  const wanted = typeof given === 'function' ? given(github) : given;
  return { github, result: await repairFailedCi({ github, folder, model }, wanted) };
}

test('where Actions may open no pull request, an issue links the branch and names the switch', async () => {
  const { github, result } = await repair({ actionsMayCreatePulls: false }, FIX);
  const { branch = '' } = result.outputs;
  expect(result.outputs).toMatchObject({
    status: 'completed',
    'stop-reason': 'fixed',
    'pull-request-url': '',
  });
  expect(github.headOf(branch)).not.toBeNull();
  expect(github.pulls()).toEqual([]);
  const [issue] = github.issues();
  expect(issue?.body).toContain(`/tree/${branch})`);
  expect(issue?.body).toContain('Settings, Actions, General');
  expect(result.outputs['issue-url']).toMatch(/\/issues\/1$/);
});

test('where neither is allowed, the job summary names the branch', async () => {
  const { github, result } = await repair({ actionsMayCreatePulls: false, hasIssues: false }, FIX);
  expect([github.pulls(), github.issues(), result.exitCode]).toEqual([[], [], 0]);
  expect(result.summary).toContain(result.outputs.branch);
});

test('where issues are switched off, the job summary holds the attempts', async () => {
  const { github, result } = await repair({ hasIssues: false }, { ...FAIL, inputs: ONE_ATTEMPT });
  expect(result.outputs).toMatchObject({ 'stop-reason': 'max-attempts', 'issue-url': '' });
  expect([github.issues(), result.exitCode]).toEqual([[], 1]);
  expect(result.summary).toContain('Attempt 1: gate-red');
  expect(result.summary).toContain('+export const sum = (a, b) => a + b + 2;');
});

test('a token that may not push leaves the fix in an issue', async () => {
  const { github, result } = await repair({}, ({ tokenWith }) => ({
    ...FIX,
    inputs: { 'github-token': tokenWith({ ...ALL_PERMISSIONS, contents: 'read' }) },
  }));
  expect(result.outputs).toMatchObject({ status: 'needs-human', 'stop-reason': 'permission', branch: '' });
  expect(github.branches()).toEqual(['main']);
  expect(github.issues()[0]?.body).toContain('+export const sum = (a, b) => a + b;');
});

test('a push token pushes where the other may not', async () => {
  const { github, result } = await repair({}, ({ tokenWith }) => ({
    ...FIX,
    inputs: {
      'github-token': tokenWith({ ...ALL_PERMISSIONS, contents: 'read' }),
      'push-token': tokenWith({ contents: 'write' }),
    },
  }));
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(github.pulls()).toHaveLength(1);
});

test('a token that may not read the run is told which call was refused', async () => {
  const { github, result } = await repair({}, ({ tokenWith }) => ({
    ...FIX,
    inputs: { 'github-token': tokenWith({ contents: 'write' }) },
  }));
  expect(result.outputs).toMatchObject({ status: 'needs-human', 'stop-reason': 'permission' });
  expect(result.summary).toContain('Resource not accessible by integration');
  expect(github.writes()).toEqual([]);
});

test('a dry run does everything but write', async () => {
  const { github, result } = await repair({}, { ...FIX, inputs: { 'dry-run': 'true' } });
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed', branch: '', 'pull-request-url': '' });
  expect(github.writes()).toEqual([]);
  expect(result.log).toMatch(/dry run: would push smart-fix\/\w+ and open a draft pull request into main/);
});

test('a dry run that repairs nothing files no issue', async () => {
  const { github, result } = await repair({}, { ...FAIL, inputs: { ...ONE_ATTEMPT, 'dry-run': 'true' } });
  expect(result.outputs).toMatchObject({ 'stop-reason': 'max-attempts', 'issue-url': '' });
  expect(github.writes()).toEqual([]);
});

test('with on-success patch the fix is a file, and nothing is written to the server', async () => {
  const { github, result } = await repair({}, { ...FIX, inputs: { 'on-success': 'patch' } });
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed', branch: '' });
  expect(github.writes()).toEqual([]);
  const state = dirname(result.outputs['report-path'] ?? '');
  expect(readFileSync(join(state, 'patch.diff'), 'utf8')).toContain('+export const sum = (a, b) => a + b;');
});

test('with fail-on-escalation false a needed person is a warning, and the issue is filed all the same', async () => {
  const { github, result } = await repair(
    {},
    {
      ...FAIL,
      inputs: { ...ONE_ATTEMPT, 'fail-on-escalation': 'false' },
    },
  );
  expect([result.exitCode, github.issues().length]).toEqual([0, 1]);
  expect(result.log).toContain('::warning::needs-human (max-attempts)');
  expect(result.log).not.toContain('::error');
});

test('without a model a person is asked, and the log says how to switch one on', async () => {
  const { github, result } = await repair({}, { inputs: { 'api-key': '', model: '' } });
  expect(result.outputs).toMatchObject({ status: 'needs-human', 'stop-reason': 'proposals-exhausted' });
  expect(result.log).toContain('no model is on');
  expect(github.issues()).toHaveLength(1);
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s cancels: nothing is published and nothing is left behind', async (signal, code) => {
  const { github, result } = await repair(
    {},
    {
      ...FIX,
      inputs: { gate: 'sleep 33' },
      start: {
        onStart: (child) => {
          child.stdout?.on('data', (chunk: Buffer) => {
            if (chunk.toString().includes('$ sleep 33')) setTimeout(() => child.kill(signal), 100);
          });
        },
      },
    },
  );
  expect(result.exitCode).toBe(code);
  expect(result.outputs).toMatchObject({ status: 'cancelled', 'stop-reason': 'cancelled' });
  expect(github.writes()).toEqual([]);
  expect(readdirSync(result.temporary)).toEqual(['smart-fix']);
});

/** Sends SIGINT a moment after that request came in. */
function interruptAt(child: ChildProcess, requests: FakeGithub['requests'], operation: string): void {
  const timer = setInterval(() => {
    if (child.exitCode !== null) clearInterval(timer);
    if (!requests.some((request) => request.operation === operation)) return;
    clearInterval(timer);
    setTimeout(() => child.kill('SIGINT'), 200);
  }, 50);
}

test('a cancelled wait for a log is cancelled, not broken', async () => {
  const jobs = [{ name: 'test', logNotReadyFor: 99 }];
  const { github, result } = await repair({}, ({ requests }) => ({
    run: { jobs },
    start: {
      onStart: (child) => interruptAt(child, requests, 'actions/download-job-logs-for-workflow-run'),
    },
  }));
  expect(result.exitCode).toBe(130);
  expect(result.outputs).toMatchObject({ status: 'cancelled' });
  expect([github.writes(), readdirSync(result.temporary)]).toEqual([[], []]);
});

test('a cancellation while the pull request is opened is cancelled, not broken, and names the branch', async () => {
  const { result } = await repair({}, ({ requests, faults }) => {
    faults.plan('pulls/create', { kind: 'delay', milliseconds: 3000 });
    return { ...FIX, start: { onStart: (child) => interruptAt(child, requests, 'pulls/create') } };
  });
  expect(result.exitCode).toBe(130);
  expect(result.outputs).toMatchObject({ status: 'cancelled', 'pull-request-url': '' });
  expect(result.summary).toContain(result.outputs.branch);
});
