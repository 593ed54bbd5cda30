import { chmodSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { brokenSum, CHECK, GOOD } from '../support/broken-sum.js';
import { repair } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('differential');

/** What a runner says of a test that failed and passed, and the place that the scan needs. */
const FLAKY_LINE = '  1 flaky';
const RED = 'echo "src/sum.mjs:1: error: sum is 5"; exit 1';

/** A gate that acts by how often it ran before, which it counts outside the workspace: `case $n in ... esac`. */
function counting(cases: string) {
  const file = join(mkdtempSync(join(folder, 'count-')), 'runs');
  const gate = `n=$(cat ${file} 2>/dev/null || echo 0); echo $((n+1)) > ${file}; case $n in ${cases} esac`;
  return { gate, runs: () => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0) };
}

test('a red gate with flaky signs that is green when it runs once more is flaky, and nothing is repaired', async () => {
  const { gate, runs } = counting(`0) echo "${FLAKY_LINE}"; ${RED};; *) exit 0;;`);
  const repository = brokenSum(folder);
  const before = repository.snapshot();
  const { report, exitCode } = await repair(repository, { folder, gate, replies: [GOOD] });
  expect(report).toMatchObject({ status: 'needs-human', stopReason: 'flaky', branch: null, evidence: null });
  expect(report.usage).toMatchObject({ modelCalls: 0, executions: 1, differentialRuns: 1 });
  expect(report.differentialRuns).toMatchObject([{ purpose: 'base-again', status: 'passed' }]);
  expect([exitCode, runs()]).toEqual([1, 2]);
  expect(repository.snapshot()).toBe(before);
});

test('a failure that went away by itself once is looked at twice the next time', async () => {
  const repository = brokenSum(folder);
  const first = counting(`0) echo "${FLAKY_LINE}"; ${RED};; *) exit 0;;`);
  await repair(repository, { folder, gate: first.gate });
  const second = counting(`0) ${RED};; *) exit 0;;`);
  const { report } = await repair(repository, { folder, gate: second.gate });
  expect(report.stopReason).toBe('flaky');
});

test('without any flaky sign the gate runs once on the base and once on the patch', async () => {
  const { report } = await repair(brokenSum(folder), { folder, gate: CHECK, replies: [GOOD] });
  expect(report.usage).toMatchObject({ executions: 2, differentialRuns: 0 });
});

test('a gate with flaky signs that fails in two ways on the base is ambiguous', async () => {
  const { gate } = counting(
    `0) echo "${FLAKY_LINE}"; ${RED};; *) echo "test/check.mjs:4: error: another thing broke"; exit 1;;`,
  );
  const { report } = await repair(brokenSum(folder), { folder, gate, replies: [GOOD] });
  expect(report).toMatchObject({ status: 'needs-human', stopReason: 'ambiguous' });
  expect(report.detail).toContain('failed in two ways');
});

test('a pass that comes once in three is no fix', async () => {
  const { gate, runs } = counting(`0|1) echo "${FLAKY_LINE}"; ${RED};; 2|3) exit 0;; *) ${RED};;`);
  const { report } = await repair(brokenSum(folder), {
    folder,
    gate,
    replies: [GOOD],
    args: ['--max-attempts', '1'],
  });
  expect(report).toMatchObject({ stopReason: 'max-attempts', acceptedRevisionId: null });
  expect(report.runs[1]).toMatchObject({ status: 'failed', errorCode: 'flaky' });
  expect(report.runs[1]?.checks.at(-1)).toMatchObject({ name: 'repeats', passed: false });
  expect(report.runs[1]?.checks.at(-1)?.detail).toContain(
    'flaky after the patch: the gate passed 2 times of 3',
  );
  expect(runs()).toBe(5);
});

test('a person can ask for more than one pass, and the evidence says what they took', async () => {
  const args = ['--repeat', '3'];
  const { report, read } = await repair(brokenSum(folder), { folder, gate: CHECK, replies: [GOOD], args });
  expect(report.stopReason).toBe('fixed');
  expect(report.usage).toMatchObject({ executions: 2, differentialRuns: 2 });
  const step = report.evidence?.steps.find(({ question }) => question.includes('come again'));
  expect(step).toMatchObject({ showed: 'the gate passed 3 times of 3' });
  expect(step?.durationMs).toBeGreaterThan(0);
  expect(read('report.md')).toContain('| patch again |');
});

test('each differential run is reserved in the ledger before it is made', async () => {
  const args = ['--repeat', '2'];
  const { read } = await repair(brokenSum(folder), { folder, gate: CHECK, replies: [GOOD], args });
  const kinds = read('ledger.jsonl')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { fact: { kind: string } }).fact.kind);
  const from = kinds.indexOf('differential-reserved');
  expect(kinds.slice(from, from + 3)).toEqual([
    'differential-reserved',
    'differential-finished',
    'execution-finished',
  ]);
});

test('a pass that the deadline lets nobody repeat is not claimed', async () => {
  const { gate } = counting('0) echo "src/sum.mjs:1: error: x"; exit 1;; 1) exit 0;; *) sleep 60;;');
  const args = ['--repeat', '2', '--deadline', '8'];
  const { report } = await repair(brokenSum(folder), { folder, gate, replies: [GOOD], args });
  expect(report).toMatchObject({ status: 'partial', stopReason: 'deadline', acceptedRevisionId: null });
});

test('a patch of tests and source that passes by its tests alone is no fix', async () => {
  const files = {
    'test/golden.txt': '4\n',
    'test/compare.mjs': [
      "import { readFileSync } from 'node:fs';",
      "import { sum } from '../src/sum.mjs';",
      "if (String(sum(2, 2)) !== readFileSync('test/golden.txt', 'utf8').trim()) {",
      "  console.log('src/sum.mjs:1: error: not the golden');",
      '  process.exit(1);',
      '}',
      '',
    ].join('\n'),
  };
  const reply = {
    edits: [
      { path: 'test/golden.txt', oldText: '4', newText: '5' },
      { path: 'src/sum.mjs', oldText: 'a + b + 1', newText: '1 + a + b' },
    ],
  };
  const { report } = await repair(brokenSum(folder, files), {
    folder,
    gate: 'node test/compare.mjs',
    replies: [reply],
    args: ['--max-attempts', '1', '--allow', 'test/golden.txt'],
  });
  expect(report.runs[1]).toMatchObject({ status: 'failed', errorCode: 'fix-is-in-tests', exitCode: 0 });
  expect(report.differentialRuns).toMatchObject([{ purpose: 'source-from-base', status: 'passed' }]);
  expect(report.acceptedRevisionId).toBeNull();
});

test('a script among the tests of a patch can be started on the source of the base, renamed or not', async () => {
  const repository = brokenSum(folder, {
    'test/golden.txt': '4\n',
    'test/compare.sh':
      '#!/bin/sh\nnode -e "import(\\"./src/sum.mjs\\").then((m) => process.exit(m.sum(2, 2) == $(cat test/golden.txt) ? 0 : 1))" || { echo "src/sum.mjs:1: error: not the golden"; exit 1; }\n',
  });
  chmodSync(join(repository.folder, 'test/compare.sh'), 0o755);
  repository.commit();
  const reply = [
    'The golden is old.',
    '```diff',
    'diff --git a/test/compare.sh b/test/golden.sh',
    'rename from test/compare.sh',
    'rename to test/golden.sh',
    'diff --git a/test/golden.txt b/test/golden.txt',
    '--- a/test/golden.txt',
    '+++ b/test/golden.txt',
    '@@ -1 +1 @@',
    '-4',
    '+5',
    'diff --git a/src/sum.mjs b/src/sum.mjs',
    '--- a/src/sum.mjs',
    '+++ b/src/sum.mjs',
    '@@ -1 +1 @@',
    '-export const sum = (a, b) => a + b + 1;',
    '+export const sum = (a, b) => 1 + a + b;',
    '```',
    '',
  ].join('\n');
  const { report } = await repair(repository, {
    ...{ folder, gate: 'for each in test/*.sh; do ./$each || exit 1; done', replies: [reply] },
    args: ['--max-attempts', '1', '--allow', 'test/**'],
  });
  expect(report.attempts.map(({ rejection }) => rejection)).toEqual([null]);
  expect(report.runs[1]).toMatchObject({ status: 'failed', errorCode: 'fix-is-in-tests', exitCode: 0 });
});

test('a pass that a rule of policy speaks against ends for a person, with patch, evidence and concern', async () => {
  const repository = brokenSum(folder);
  const before = repository.snapshot();
  const wait = 'a + b;\nconst wait = (resolve) => setTimeout(resolve, 1);\nwait(() => undefined);';
  const reply = { edits: [{ path: 'src/sum.mjs', oldText: 'a + b + 1;', newText: wait }] };
  const { report, exitCode, read } = await repair(repository, { folder, gate: CHECK, replies: [reply] });
  expect(report).toMatchObject({
    ...{ status: 'needs-human', stopReason: 'weak-evidence', branch: null, acceptedRevisionId: null },
    evidence: { grade: 'C' },
  });
  expect(report.detail).toContain('S-TIME in src/sum.mjs:2');
  expect(report.attempts).toMatchObject([{ result: 'passed', concerns: [{ rule: 'S-TIME', line: 2 }] }]);
  expect(read('report.md')).toContain('For a person to judge: S-TIME in `src/sum.mjs:2`');
  expect(exitCode).toBe(1);
  expect(repository.snapshot()).toBe(before);
});
