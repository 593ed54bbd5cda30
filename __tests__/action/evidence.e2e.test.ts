import { expect, test } from '@jest/globals';
import { GOOD } from '../support/broken-sum.js';
import { brokenProject, FAILED_OUTPUT, type Repair, repairFailedCi } from '../support/failed-ci.js';
import type { NewFailedRun } from '../support/github/failed-run.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('action-evidence');
const start = useFakeGithub();
const model = scriptedModel();

async function repair(given: Repair) {
  const github = await start(brokenProject());
  return { github, result: await repairFailedCi({ github, folder, model }, given) };
}

const failedWith = (...output: readonly string[]): NewFailedRun => ({
  jobs: [{ name: 'test', output: output.join('\n') }],
});

test('the pull request and the job summary say how much the pass shows, and what it took', async () => {
  const { github, result } = await repair({ answers: [{ reply: GOOD }] });
  const body = github.pulls()[0]?.body ?? '';
  for (const text of [body, result.summary]) {
    expect(text).toContain('**Evidence: grade C.**');
    expect(text).toMatch(/\| Does the whole gate pass on the patch\? \| passed: .* \| \d+\.\d s \|/);
    expect(text).not.toContain('Perhaps another failure');
  }
});

test('a failure here that is not that of the log of CI is said', async () => {
  const run = failedWith('src/other.mjs:9: error: the sun was too low');
  const { github } = await repair({ answers: [{ reply: GOOD }], run });
  expect(github.pulls()[0]?.body).toContain(
    '**Perhaps another failure:** here the gate fails with fingerprint',
  );
});

test('a pass that a person must judge becomes an issue with the patch, and no branch and no pull request', async () => {
  const wait = 'a + b;\nconst wait = (resolve) => setTimeout(resolve, 1);\nwait(() => undefined);';
  const reply = { edits: [{ path: 'src/sum.mjs', oldText: 'a + b + 1;', newText: wait }] };
  const { github, result } = await repair({ answers: [{ reply }] });
  expect(result.outputs).toMatchObject({ status: 'needs-human', 'stop-reason': 'weak-evidence', branch: '' });
  expect([github.branches(), github.pulls()]).toEqual([['main'], []]);
  const [issue] = github.issues();
  expect(issue?.body).toContain('+const wait = (resolve)');
  expect(issue?.body).toContain('For a person to judge: S-TIME in `src/sum.mjs:2`');
  expect(issue?.body).toContain('**Evidence: grade C.**');
});

test('flaky signs in the log of CI let the gate run once more on the base, and again on a patch that passes', async () => {
  const { github, result } = await repair({
    answers: [{ reply: GOOD }],
    run: failedWith('  1 flaky', FAILED_OUTPUT),
  });
  expect(result.outputs['stop-reason']).toBe('fixed');
  expect(github.pulls()[0]?.body).toContain('the gate passed 3 times of 3');
  expect(github.pulls()[0]?.body).toContain('Is it red there once more, in the same way?');
});
