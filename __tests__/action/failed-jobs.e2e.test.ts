import { expect, test } from '@jest/globals';
import { BROKEN_SUM, GOOD } from '../support/broken-sum.js';
import { FAILED_OUTPUT, repairFailedCi } from '../support/failed-ci.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('action-failed-jobs');
const start = useFakeGithub();
const model = scriptedModel();

const WORKFLOW = `name: ci
on: push
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - run: node test/check.mjs
  style:
    runs-on: ubuntu-latest
    steps:
      - run: node test/style.mjs
  slow:
    runs-on: ubuntu-latest
    steps:
      - run: node test/slow.mjs
`;
const STYLE = `import { readFileSync } from 'node:fs';
if (readFileSync('src/name.mjs', 'utf8').includes('Nmae')) {
  console.log('src/name.mjs:1: error: Nmae is misspelt');
  process.exit(1);
}
`;
const FILES = {
  ...BROKEN_SUM,
  'src/name.mjs': "export const name = 'Nmae';\n",
  'test/style.mjs': STYLE,
  'test/slow.mjs': STYLE,
  '.github/workflows/ci.yml': WORKFLOW,
};
const STYLE_OUTPUT = 'src/name.mjs:1: error: Nmae is misspelt';
const NAME_FIX = {
  changeSummary: 'spell the name',
  edits: [{ path: 'src/name.mjs', oldText: "'Nmae'", newText: "'Name'" }],
};

/** Every failed job is part of the gate that is inferred. */
const INFERRED = { inputs: { gate: '' } };

test('two causes in one run are repaired one after the other, and the pull request lists both', async () => {
  const github = await start({ files: FILES });
  const jobs = [
    { name: 'test', command: 'node test/check.mjs', output: FAILED_OUTPUT },
    { name: 'style', command: 'node test/style.mjs', output: STYLE_OUTPUT },
  ];
  const { outputs } = await repairFailedCi(
    { github, folder, model },
    { run: { jobs }, answers: [{ reply: GOOD }, { reply: NAME_FIX }], ...INFERRED },
  );
  expect(outputs).toMatchObject({ 'stop-reason': 'fixed', attempts: '2' });
  const branch = outputs.branch ?? '';
  expect(github.fileAt(branch, 'src/sum.mjs')).toContain('a + b;');
  expect(github.fileAt(branch, 'src/name.mjs')).toContain("'Name'");
  const [pull, ...more] = github.pulls();
  expect(more).toEqual([]);
  expect(pull?.body).toMatch(/\[test\]\([^)]*\): .*sum is 5/);
  expect(pull?.body).toMatch(/\[style\]\([^)]*\): .*Nmae is misspelt/);
});

test('two jobs with one cause are one failure and one repair, and both are in the gate', async () => {
  const github = await start({ files: { ...FILES, 'src/sum.mjs': 'export const sum = (a, b) => a + b;\n' } });
  const jobs = ['style', 'slow'].map((name) => ({
    ...{ name, command: `node test/${name}.mjs`, output: STYLE_OUTPUT },
  }));
  const { outputs } = await repairFailedCi(
    { github, folder, model },
    { run: { jobs }, answers: [{ reply: NAME_FIX }], ...INFERRED },
  );
  expect(outputs).toMatchObject({ 'stop-reason': 'fixed', attempts: '1' });
  const body = github.pulls()[0]?.body ?? '';
  expect(body).toMatch(/\[style\]\([^)]*\), \[slow\]\([^)]*\): /);
  for (const { name } of jobs) expect(body).toContain(`node test/${name}.mjs`);
});
