import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { GOOD } from '../support/broken-sum.js';
import { brokenProject, repairFailedCi } from '../support/failed-ci.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('action-inputs');
const start = useFakeGithub();
const model = scriptedModel();

async function repair(inputs: Readonly<Record<string, string>>) {
  const github = await start(brokenProject());
  return {
    github,
    result: await repairFailedCi({ github, folder, model }, { answers: [{ reply: GOOD }], inputs }),
  };
}

test('unknown inputs and bad values are one error that lists them all, and nothing is started', async () => {
  const { github, result } = await repair({ gat: 'npm test', 'max-attempts': '99', deadline: 'soon' });
  expect(result.exitCode).toBe(64);
  const errors = result.log.split('\n').filter((line) => line.startsWith('::error::'));
  expect(errors).toHaveLength(1);
  for (const fault of ['unknown input gat (did you mean gate?)', 'max-attempts: ', 'deadline: ']) {
    expect(errors[0]).toContain(fault);
  }
  expect(github.requests.filter(({ operation }) => !operation.startsWith('git-'))).toEqual([]);
});

test('every output is set, and the paths lead to the report and the ledger', async () => {
  const { result } = await repair({ 'state-dir': 'state-of-the-run' });
  expect(Object.keys(result.outputs).sort()).toEqual(
    [
      ...['attempts', 'branch', 'issue-url', 'ledger-path', 'pull-request-url', 'report-path'],
      ...['status', 'stop-reason', 'go', 'ledger-head', 'next', 'run-id', 'sha'],
    ].sort(),
  );
  const { 'report-path': report = '', 'ledger-path': ledger = '' } = result.outputs;
  expect(report).toContain('state-of-the-run');
  expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({
    status: 'completed',
    branch: result.outputs.branch,
    pullRequestUrl: result.outputs['pull-request-url'],
  });
  expect(readFileSync(ledger, 'utf8').trimEnd().split('\n').at(-1)).toContain('run-ended');
});

test('outside the runner the Action says that it is a step of GitHub Actions', async () => {
  const github = await start(brokenProject());
  const result = await repairFailedCi(
    { github, folder, model },
    { start: { environment: { GITHUB_API_URL: '', GITHUB_RUN_ID: 'x' } } },
  );
  expect(result.exitCode).toBe(70);
  expect(result.log).toContain('GITHUB_RUN_ID, GITHUB_API_URL');
});

test('without a file for the summary the end is told all the same', async () => {
  const github = await start(brokenProject());
  const { outputs, exitCode, log } = await repairFailedCi(
    { github, folder, model },
    { answers: [{ reply: GOOD }], start: { environment: { GITHUB_STEP_SUMMARY: '' } } },
  );
  expect([outputs['stop-reason'], exitCode]).toEqual(['fixed', 0]);
  expect(log).toContain('::warning::no job summary');
});
