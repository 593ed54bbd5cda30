// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of GitHub Actions
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { reportSchema } from '../../src/report/report.js';
import { BROKEN_SUM, CHECK, GOOD } from '../support/broken-sum.js';
import { addFailure, FAILED_OUTPUT, type FailedCi, repairRun } from '../support/failed-ci.js';
import type { NewJob } from '../support/github/failed-run.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('action-gate');
const start = useFakeGithub();
const model = scriptedModel();

const WORKFLOW = '.github/workflows/ci.yml';

const workflow = (job: string): string => `on: push\njobs:\n${job}`;

const MATRIX_JOB = workflow(`  test:
    name: Test on \${{ matrix.part }}
    runs-on: ubuntu-latest
    strategy: { matrix: { part: [one, two] } }
    env: { PART: "\${{ matrix.part }}" }
    steps:
      - uses: actions/checkout@v5
      - name: Check
        run: |
          [ "$PART" = two ] || { echo "the wrong job: $PART"; exit 1; }
          ${CHECK}
      - if: github.event_name == 'push'
        run: node --check src/sum.mjs
      - run: npm publish
        env: { NODE_AUTH_TOKEN: "\${{ secrets.NPM }}" }
`);

/** Repairs a failure of jobs in a repository with these files, without the input `gate`. */
async function repairWithoutGate(files: Readonly<Record<string, string>>, jobs: readonly NewJob[]) {
  const github = await start({ files: { ...BROKEN_SUM, ...files } });
  github.person.addCollaborator('octocat', 'write');
  const ci: FailedCi = { github, folder, model };
  const failed = addFailure(ci, { jobs });
  const result = await repairRun(ci, failed, { answers: [{ reply: GOOD }], inputs: { gate: '' } });
  return { ...result, github };
}

const failedJob = (name: string, step = 'Check'): NewJob => ({
  name,
  output: FAILED_OUTPUT,
  steps: [
    { name: 'Set up job', conclusion: 'success' },
    { name: step, conclusion: 'failure' },
  ],
});

test('without a gate the steps of the failed job are it, with its values of the matrix', async () => {
  const { outputs, log, github } = await repairWithoutGate({ [WORKFLOW]: MATRIX_JOB }, [
    failedJob('Test on two'),
  ]);
  expect(outputs).toMatchObject({ status: 'completed', 'stop-reason': 'fixed' });
  expect(log).toContain(`gate inferred from ${WORKFLOW}, job test (part two)`);
  expect(log).toContain('Run npm publish: needs the secret NPM');
  expect(log).not.toContain('the step that failed is not part of the gate');
  const body = github.pulls()[0]?.body ?? '';
  expect(body).toContain('node --check src/sum.mjs');
  expect(body).toContain('- Run npm publish: needs the secret NPM');
});

test('what the other steps of a job say is no verdict on the step that failed', async () => {
  const action = workflow(`  test:
    runs-on: ubuntu-latest
    steps:
      - run: ${CHECK}
      - uses: some/check@v1
`);
  const { outputs, github } = await repairWithoutGate({ [WORKFLOW]: action }, [
    failedJob('test', 'Run some/check@v1'),
  ]);
  expect(outputs['stop-reason']).toBe('missing-input');
  expect(github.pulls()).toEqual([]);
  expect(github.issues()[0]?.body).toContain('the step that failed is not part of the gate: Run some');
});

test('a step that failed besides and cannot be reproduced is named', async () => {
  const action = workflow(`  test:
    runs-on: ubuntu-latest
    steps:
      - { name: Check, run: ${CHECK} }
      - { name: Keep, if: always(), uses: some/check@v1 }
`);
  const steps = ['Check', 'Keep'].map((name) => ({ name, conclusion: 'failure' as const }));
  const { outputs, log } = await repairWithoutGate({ [WORKFLOW]: action }, [{ ...failedJob('test'), steps }]);
  expect(outputs['stop-reason']).toBe('fixed');
  expect(log).toContain('the step that failed is not part of the gate: Keep is an action');
});

test('a job of a workflow that is called is read from its file in the commit, with what the run knows of its branch', async () => {
  const tests = `on: { workflow_call: { inputs: { part: { type: string } } } }
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - name: Check
        run: '[ "\${{ inputs.part }}" = two ] && ${CHECK}'
      - if: github.ref == 'refs/heads/main' && github.ref_name == 'main'
        run: node --check src/sum.mjs
      - if: github.event_name == 'pull_request' || github.head_ref != ''
        run: exit 1
`;
  const files = {
    [WORKFLOW]: workflow('  call:\n    uses: ./.github/workflows/tests.yml\n    with: { part: two }\n'),
    '.github/workflows/tests.yml': tests,
  };
  const { outputs, log, github } = await repairWithoutGate(files, [failedJob('call / test')]);
  expect(outputs['stop-reason']).toBe('fixed');
  expect(log).toContain('gate inferred from .github/workflows/tests.yml, job test');
  expect(github.pulls()[0]?.body).toContain('node --check src/sum.mjs');
});

test('a job whose steps are in no file of the commit falls back to the files of the repository', async () => {
  const files = {
    [WORKFLOW]: workflow('  call:\n    uses: octo/shared/.github/workflows/tests.yml@v1\n'),
    'package.json': JSON.stringify({ scripts: { test: CHECK } }),
  };
  const { outputs, log } = await repairWithoutGate(files, [failedJob('call / test')]);
  expect(outputs['stop-reason']).toBe('fixed');
  expect(log).toContain(
    'call calls octo/shared/.github/workflows/tests.yml@v1, which is no file of this commit',
  );
  expect(log).toContain('gate inferred from package.json');
});

test('when nothing says what must pass, a person is asked for the input', async () => {
  const { outputs, exitCode, github } = await repairWithoutGate({ [WORKFLOW]: 'name: ci\n' }, [
    failedJob('test'),
  ]);
  expect([outputs['stop-reason'], exitCode]).toEqual(['missing-input', 1]);
  expect(github.pulls()).toEqual([]);
  expect(github.issues()[0]?.body).toContain('say with the input gate what must pass');
});

test('several failed jobs are one gate, in which each makes its own checks', async () => {
  const jobs = workflow(`  lint:
    runs-on: ubuntu-latest
    steps: [{ run: node --check src/sum.mjs }, { run: ${CHECK} }]
  test:
    runs-on: ubuntu-latest
    steps: [{ run: ${CHECK} }]
`);
  const { outputs, log } = await repairWithoutGate({ [WORKFLOW]: jobs }, [
    failedJob('lint'),
    failedJob('test'),
  ]);
  expect(outputs['stop-reason']).toBe('fixed');
  expect(log).toContain(`gate inferred from ${WORKFLOW}, job lint and ${WORKFLOW}, job test`);
  const report = reportSchema.parse(JSON.parse(readFileSync(outputs['report-path'] ?? '', 'utf8')));
  expect(report.runs.at(-1)?.commands.map(({ command }) => command)).toEqual([
    'node --check src/sum.mjs',
    CHECK,
    CHECK,
  ]);
});
