import { expect, test } from '@jest/globals';
import { BROKEN_SUM, GOOD } from '../support/broken-sum.js';
import { ask, breakPull, saidBy, soundProject } from '../support/comment-ci.js';
import { FAILED_OUTPUT } from '../support/failed-ci.js';
import type { NewFailedRun } from '../support/github/failed-run.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('action-failed-workflows');
const start = useFakeGithub();
const model = scriptedModel();
const at = { folder, model };

const workflow = (name: string, job: string, step: string) =>
  `name: ${name}\non: pull_request\njobs:\n  ${job}:\n    runs-on: ubuntu-latest\n    steps:\n      - ${step}\n`;
const STYLE = `import { readFileSync } from 'node:fs';
if (readFileSync('src/name.mjs', 'utf8').includes('Nmae')) {
  console.log('src/name.mjs:1: error: Nmae is misspelt');
  process.exit(1);
}
`;
const FILES = {
  'src/name.mjs': "export const name = 'Name';\n",
  'test/style.mjs': STYLE,
  '.github/workflows/ci.yml': workflow('ci', 'test', 'run: node test/check.mjs'),
  '.github/workflows/style.yml': workflow('style', 'test', 'run: node test/style.mjs'),
};
const TEST = { name: 'test', command: 'node test/check.mjs', output: FAILED_OUTPUT };
const SPELLING = {
  ...{ name: 'test', command: 'node test/style.mjs' },
  output: 'src/name.mjs:1: error: Nmae is misspelt',
};
const NAME_FIX = {
  changeSummary: 'spell the name',
  edits: [{ path: 'src/name.mjs', oldText: "'Nmae'", newText: "'Name'" }],
};

/** A pull request on which two workflows fail, that of the style later. */
async function begin(
  runs: { readonly ci?: NewFailedRun; readonly style?: NewFailedRun } = {},
  files: Readonly<Record<string, string>> = {},
) {
  const github = await start(soundProject({ ...FILES, ...files }));
  const [ci] = github.state.workflows;
  github.state.workflows.push({ ...ci!, id: 501, name: 'style', path: '.github/workflows/style.yml' });
  const broken = breakPull(github, null);
  github.person.push('topic', { 'src/name.mjs': "export const name = 'Nmae';\n" });
  const place = { branch: 'topic', event: 'pull_request', pulls: [broken.pull.number] };
  github.addFailedRun({ ...place, jobs: [TEST], ...runs.ci });
  github.addFailedRun({ ...place, jobs: [SPELLING], workflow: 501, ...runs.style });
  return broken;
}

const INFERRED = { gate: '' };

test('a comment has every failed workflow of the head repaired together, and the result lists them', async () => {
  const broken = await begin();
  const { outputs } = await ask(broken, at, {
    ...{ body: '/smart-fix', inputs: INFERRED },
    answers: [{ reply: GOOD }, { reply: NAME_FIX }],
  });
  expect(outputs).toMatchObject({ 'stop-reason': 'fixed', attempts: '2' });
  const branch = outputs.branch ?? '';
  expect(broken.github.fileAt(branch, 'src/sum.mjs')).toContain('a + b;');
  expect(broken.github.fileAt(branch, 'src/name.mjs')).toContain("'Name'");
  const said = [saidBy(broken)[0], broken.github.pulls().at(-1)?.body];
  for (const text of said) {
    expect(text).toMatch(/\[style\]\(\S+\) and \[CI\]\(\S+\) failed/i);
    expect(text).toMatch(/\[CI \/ test\]\(\S+\): .*sum is 5/i);
    expect(text).toMatch(/\[style \/ test\]\(\S+\): .*Nmae is misspelt/);
    expect(text).not.toContain('not covered');
  }
});

test('two workflows with one cause are one failure and one repair, and both are in the gate', async () => {
  const broken = await begin(
    { style: { jobs: [{ ...TEST, command: 'node test/again.mjs' }] } },
    {
      'test/again.mjs': BROKEN_SUM['test/check.mjs'] ?? '',
      '.github/workflows/style.yml': workflow('style', 'test', 'run: node test/again.mjs'),
    },
  );
  const { outputs } = await ask(broken, at, { body: '/smart-fix', inputs: INFERRED });
  expect(outputs).toMatchObject({ 'stop-reason': 'fixed', attempts: '1' });
  const body = broken.github.pulls().at(-1)?.body ?? '';
  expect(body).toMatch(/\[style \/ test\]\(\S+\), \[CI \/ test\]\(\S+\): /i);
  for (const command of ['node test/check.mjs', 'node test/again.mjs']) expect(body).toContain(command);
});

test('what the gate does not hold of another workflow is named in the answer and in the pull request', async () => {
  const action = workflow('style', 'test', 'uses: some/linter@v1').concat('        name: Lint\n');
  const steps = [{ name: 'Lint', conclusion: 'failure' } as const];
  const broken = await begin(
    { style: { jobs: [{ ...SPELLING, steps }] } },
    { '.github/workflows/style.yml': action },
  );
  const { outputs } = await ask(broken, at, { body: '/smart-fix', inputs: INFERRED });
  expect(outputs).toMatchObject({ 'stop-reason': 'fixed' });
  for (const text of [saidBy(broken)[0], broken.github.pulls().at(-1)?.body])
    expect(text).toMatch(/\*\*not covered:\*\* \[style \/ test\]\(http\S+\): its step Lint /);
});

test('a named gate may not hold the other workflow, which is said', async () => {
  const broken = await begin();
  const { outputs } = await ask(broken, at, {
    ...{ body: '/smart-fix', inputs: { gate: 'node test/style.mjs' } },
    answers: [{ reply: NAME_FIX }],
  });
  expect(outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(saidBy(broken)[0]).toMatch(
    /\*\*not covered:\*\* \[ci \/ test\]\(http\S+\): it may not be part of the named gate/i,
  );
});

test('a workflow that could not be started is named beside those that are repaired', async () => {
  const broken = await begin({ style: { conclusion: 'startup_failure', jobs: [] } });
  const { outputs } = await ask(broken, at, { body: '/smart-fix --dry-run', inputs: INFERRED });
  expect(outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(saidBy(broken)[0]).toMatch(/\*\*not covered:\*\* \[style\]\(http\S+\): .*could not be started/);
});

test('failures of the network in two workflows run both once more', async () => {
  const jobs = [{ name: 'install', output: 'npm error code ECONNRESET\nnpm error network aborted' }];
  const broken = await begin({
    ci: { jobs, rerunConclusion: 'success' },
    style: { jobs, rerunConclusion: 'success' },
  });
  const { outputs } = await ask(broken, at, { body: '/smart-fix', inputs: { 'wait-for-checks': '40' } });
  expect(outputs).toMatchObject({ 'stop-reason': 'flaky' });
  expect(broken.github.state.runs.map(({ attempts }) => attempts.length)).toEqual([2, 2]);
});

test('where one of two workflows may not run once more, the other does, and the first stays as red as it was', async () => {
  const jobs = [{ name: 'install', output: 'npm error code ECONNRESET\nnpm error network aborted' }];
  const passing: NewFailedRun = { jobs, rerunConclusion: 'success' };
  const broken = await begin({ ci: passing, style: passing });
  broken.github.faults.plan('actions/re-run-workflow-failed-jobs', { kind: 'status', status: 403 });
  const { outputs } = await ask(broken, at, { body: '/smart-fix', inputs: { 'wait-for-checks': '40' } });
  expect(outputs).toMatchObject({ 'stop-reason': 'infra' });
  expect(broken.github.state.runs.map(({ attempts }) => attempts.length).sort()).toEqual([1, 2]);
});

test('the checks of a workflow that could not be dispatched are missed, though another has a job of that name', async () => {
  const broken = await begin();
  broken.github.state.workflows[1] = { ...broken.github.state.workflows[1]!, isDispatchable: false };
  broken.github.runCi(() => ({ jobs: [{ name: 'test', conclusion: 'success' }] }));
  const { outputs } = await ask(broken, at, {
    ...{ body: '/smart-fix', inputs: { ...INFERRED, 'wait-for-checks': '60' } },
    answers: [{ reply: GOOD }, { reply: NAME_FIX }],
  });
  expect(outputs).toMatchObject({ 'stop-reason': 'fixed' });
  const body = broken.github.pulls().at(-1)?.body ?? '';
  expect(body).toContain('test of .github/workflows/style.yml: is expected and did not start');
});

test('a failure of the base in one workflow does not keep that of the other from its repair', async () => {
  const broken = await begin();
  const { github } = broken;
  github.addFailedRun({ branch: 'main', workflow: 501, jobs: [SPELLING] });
  const one = await ask(broken, at, {
    body: '/smart-fix --dry-run',
    inputs: { gate: 'node test/check.mjs' },
  });
  expect(one.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  github.addFailedRun({ branch: 'main', jobs: [TEST] });
  const both = await ask(broken, at, { body: '/smart-fix --dry-run' });
  expect(both.outputs).toMatchObject({ 'stop-reason': 'red-on-base' });
});
