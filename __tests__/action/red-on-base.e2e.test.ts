import { expect, test } from '@jest/globals';
import { GOOD } from '../support/broken-sum.js';
import { brokenProject, FAILED_OUTPUT, type Repair, repairFailedCi } from '../support/failed-ci.js';
import type { NewFailedRun } from '../support/github/failed-run.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('action-red-on-base');
const start = useFakeGithub();
const model = scriptedModel();

const SAME = [{ name: 'test', output: FAILED_OUTPUT }];

/** A pull request from `topic` that fails, after runs on main as given, oldest first. */
async function repairTopic(onMain: readonly NewFailedRun[], repair: Repair = {}, hasPull = true) {
  const github = await start(brokenProject());
  github.person.push('topic', { 'notes.txt': 'new\n' });
  github.person.pushToFork('mallory', 'main', { 'notes.txt': 'theirs\n' });
  for (const run of onMain) github.addFailedRun(run);
  const pulls = hasPull ? [github.person.openPull({ head: 'topic' }).number] : [];
  const ask = () =>
    repairFailedCi(
      { github, folder, model },
      { run: { branch: 'topic', event: 'pull_request', pulls }, answers: [{ reply: GOOD }], ...repair },
    );
  return { github, ask, result: await ask() };
}

test('a failure that the base has as well is said once under the pull request, and not repaired', async () => {
  const { github, ask, result } = await repairTopic([{ jobs: SAME }]);
  expect(result.outputs).toMatchObject({ status: 'needs-human', 'stop-reason': 'red-on-base' });
  expect([model.prompts(), github.issues()]).toEqual([[], []]);
  await ask();
  expect(github.comments(1)).toHaveLength(1);
  expect(github.comments(1)[0]?.body).toMatch(/red-on-base[\s\S]*main fails in the same way/);
  expect(result.summary).toContain('red-on-base');
});

test('a branch without a pull request is held against the default branch, in the job summary', async () => {
  const { github, result } = await repairTopic([{ jobs: SAME }], {}, false);
  expect(result.outputs).toMatchObject({ 'stop-reason': 'red-on-base' });
  expect(github.writes()).toEqual([]);
});

test.each<[string, readonly NewFailedRun[]]>([
  ['fails otherwise', [{ jobs: [{ name: 'test', output: 'src/other.mjs:1: error: another failure' }] }]],
  ['was red and is green again', [{ jobs: SAME }, { conclusion: 'success', jobs: [] }]],
  ['has lost its logs', [{ jobs: [{ ...SAME[0]!, logIsExpired: true }] }]],
  ['has never run', []],
  ['is only of the same name, in a fork', [{ jobs: SAME, headRepository: 'mallory/project' }]],
])('a failure is the branch’s own when the base %s', async (_, onMain) => {
  const { result } = await repairTopic(onMain);
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed' });
});

test('a failure that the base has repaired since asks for an update of the branch', async () => {
  const github = await start(brokenProject());
  github.addFailedRun({ jobs: SAME });
  github.person.push('topic', { 'notes.txt': 'new\n' });
  github.person.push('main', { 'src/sum.mjs': 'export const sum = (a, b) => a + b;\n' });
  github.addFailedRun({ conclusion: 'success', jobs: [] });
  const { outputs, summary } = await repairFailedCi(
    { github, folder, model },
    { run: { branch: 'topic' }, answers: [{ reply: GOOD }] },
  );
  expect(outputs).toMatchObject({ 'stop-reason': 'red-on-base' });
  expect(summary).toContain('Bring this branch up to date with main');
  expect(model.prompts()).toEqual([]);
});

test('a second cause beside that of the base is repaired all the same', async () => {
  const jobs = [...SAME, { name: 'lint', output: 'test/check.mjs:2: error: a second failure' }];
  const { result } = await repairTopic([{ jobs: SAME }], {
    run: { branch: 'topic', event: 'pull_request', jobs },
  });
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed' });
});

test('the default branch is nobody’s base: it is repaired', async () => {
  const { result } = await repairTopic([{ jobs: SAME }], { run: { branch: 'main', jobs: SAME } });
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed' });
});
