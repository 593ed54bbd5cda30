import { expect, test } from '@jest/globals';
import { CASES, LOST, NODE_TEST, RENAMED, REPAIRED, SKIPPED, TRADED } from '../support/case-project.js';
import { repair } from '../support/run-cli.js';
import { sampleRepository } from '../support/sample-repository.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('ladder');
const ONCE = ['--max-attempts', '1'];
const SPEC = 'node --test --test-reporter=spec test/';

/** One attempt on the project, and what the judge said of it. */
async function attempt(reply: typeof REPAIRED, gate = SPEC, files = {}) {
  const repository = sampleRepository(folder, { ...CASES, ...NODE_TEST, ...files });
  const result = await repair(repository, { folder, gate, replies: [reply], args: ONCE });
  const run = result.report.runs.at(-1);
  const failed = run?.checks.filter(({ passed }) => !passed) ?? [];
  return { ...result, run, failed, details: failed.map(({ detail }) => detail).join('\n') };
}

test('a repair whose tests are known by name has evidence of grade A', async () => {
  const { report, read } = await attempt(REPAIRED);
  expect(report).toMatchObject({ stopReason: 'fixed', evidence: { grade: 'A' } });
  expect(report.runs.map(({ commands }) => commands[0]?.inventory)).toEqual([
    { unit: 'test', passed: ['adds ones', 'adds threes'], failed: ['adds twos'], skipped: [] },
    { unit: 'test', passed: ['adds ones', 'adds threes', 'adds twos'], failed: [], skipped: [] },
  ]);
  expect(read('report.md')).toContain(
    '**Evidence: grade A.** All 3 tests that ran before ran again, by name',
  );
});

test('TAP names the tests as well', async () => {
  const { report } = await attempt(REPAIRED, 'node --test --test-reporter=tap test/');
  expect(report.evidence?.grade).toBe('A');
});

test('a test that is gone is named', async () => {
  const { run, details } = await attempt(LOST);
  expect(run).toMatchObject({ status: 'failed', errorCode: 'tests-lost', exitCode: 0 });
  expect(details).toContain('ran before and are gone: adds twos');
});

test('a renamed test is a lost one, and both names are said', async () => {
  const { run, details } = await attempt(RENAMED);
  expect(run?.errorCode).toBe('tests-lost');
  expect(details).toContain('gone: adds twos (new: adds two)');
});

test('a test whose name is made by chance is no lost one: the base is asked for its names once more', async () => {
  const chance = {
    'test/sum.test.mjs': NODE_TEST['test/sum.test.mjs'].replace(
      'test(name,',
      'test(name + Math.random().toString(36),',
    ),
  };
  const { report } = await attempt(REPAIRED, SPEC, chance);
  expect(report).toMatchObject({ stopReason: 'fixed', evidence: { grade: 'B' } });
  expect(report.differentialRuns).toMatchObject([{ purpose: 'base-again', status: 'failed' }]);
});

test('a test that is skipped now is named', async () => {
  const { run, details } = await attempt(SKIPPED);
  expect(run?.errorCode).toBe('tests-skipped');
  expect(details).toContain('are skipped now: adds twos');
});

test('a patch that repairs the reported test and breaks another is a regression', async () => {
  const { run, details } = await attempt(TRADED);
  expect(run).toMatchObject({ status: 'failed', errorCode: 'regression' });
  expect(details).toContain('passed before and fail now: adds threes');
});

test('a test that fails behind exit code 0 contradicts it', async () => {
  const gate = 'grep -q "=== 3" src/sum.mjs || { echo "src/sum.mjs:1: error: x"; exit 1; }';
  const { run } = await attempt(TRADED, `${gate}; ${SPEC}; true`);
  expect(run).toMatchObject({ errorCode: 'inconsistent-result', exitCode: 0 });
});

test('a report file that the gate writes is an inventory of its own', async () => {
  const junit = 'node --test --test-reporter=junit --test-reporter-destination=out/junit.xml test/';
  const gate = `mkdir -p out; ${junit} || { echo "src/sum.mjs:1: error: x"; exit 1; }`;
  const ignored = { '.gitignore': 'out/\n' };
  const lost = await attempt(LOST, gate, ignored);
  expect(lost.run).toMatchObject({
    errorCode: 'tests-lost',
    reported: { passed: ['adds ones', 'adds threes'] },
  });
  expect(lost.details).toContain('the test reports: ran before and are gone: adds twos');
  const good = await attempt(REPAIRED, gate, ignored);
  expect(good.report.evidence?.grade).toBe('A');
});

test('a report that says failed beside exit code 0 is a contradiction', async () => {
  const gate = 'node --test --test-reporter=junit --test-reporter-destination=junit.xml test/';
  const first = 'grep -q "=== 3" src/sum.mjs || { echo "src/sum.mjs:1: error: x"; exit 1; }';
  const { run, details } = await attempt(TRADED, `${first}; ${gate}; true`);
  expect(run?.errorCode).toBe('inconsistent-result');
  expect(details).toContain('the test reports say that these failed: adds threes');
});

test('a runner file that the gate plants while it runs is seen', async () => {
  const sly = {
    edits: [
      {
        path: 'src/sum.mjs',
        oldText: 'export',
        newText: "import { writeFileSync } from 'node:fs';\nwriteFileSync('conftest.py', '');\nexport",
      },
      { path: 'src/sum.mjs', oldText: ' + (a === 2 ? 1 : 0)', newText: '' },
    ],
  };
  const { run, details } = await attempt(sly as typeof REPAIRED);
  expect(run?.errorCode).toBe('protected-files-changed');
  expect(details).toContain('conftest.py');
});
