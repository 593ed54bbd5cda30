import { expect, test } from '@jest/globals';
import { brokenSum, CHECK, GOOD, sumPlus } from '../support/broken-sum.js';
import { repair, type ScriptedReply } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('verdicts');
const ONCE = ['--max-attempts', '1'];

/** Runs one proposal that must not be accepted, and answers what was seen. */
async function refuted(gate: string | readonly string[], reply: ScriptedReply = GOOD, files = {}) {
  const repository = brokenSum(folder, files);
  const before = repository.snapshot();
  const { report, exitCode } = await repair(repository, { folder, gate, replies: [reply], args: ONCE });
  expect(repository.snapshot()).toBe(before);
  expect(report).toMatchObject({
    status: 'needs-human',
    stopReason: 'max-attempts',
    acceptedRevisionId: null,
  });
  expect(exitCode).toBe(1);
  const run = report.runs.at(-1);
  return { ...run, failedChecks: run?.checks.filter(({ passed }) => !passed).map(({ name }) => name) };
}

/** A runner that counts as pytest does; `tests` is shell text. */
const count = (tests: string) => `node test/check.mjs; red=$?; echo "${tests}"; exit $red`;

test('a patch that repairs one command and breaks another is red', async () => {
  const run = await refuted([CHECK, 'grep -q "+ 1" src/sum.mjs']);
  expect(run).toMatchObject({ status: 'failed', errorCode: 'gate-red', failedChecks: ['exit-code'] });
  expect(run.commands?.map(({ end }) => end)).toEqual([
    { kind: 'exited', exitCode: 0 },
    { kind: 'exited', exitCode: 1 },
  ]);
});

test('after a red command the later ones do not run, and nothing claims that they passed', async () => {
  const { report } = await repair(brokenSum(folder), { folder, gate: [CHECK, 'true'] });
  expect(report.runs[0]?.commands).toHaveLength(1);
  expect(report.runs[0]?.status).toBe('failed');
});

test('a patch after which fewer tests run is red, whatever the exit code says', async () => {
  const run = await refuted(
    count('$(node test/check.mjs >/dev/null && echo 1 passed || echo 1 failed, 1 passed) in 0.10s'),
  );
  expect(run).toMatchObject({ errorCode: 'tests-lost', exitCode: 0, failedChecks: ['test-count'] });
});

test('a patch after which tests are skipped is red', async () => {
  const run = await refuted(
    count(
      '$(node test/check.mjs >/dev/null && echo 1 passed, 1 skipped || echo 1 failed, 1 passed) in 0.10s',
    ),
  );
  expect(run.failedChecks).toEqual(['test-count']);
});

test('a patch after which no runner counts tests any more is red', async () => {
  const run = await refuted('node test/check.mjs || { echo "1 failed, 1 passed in 0.10s"; exit 1; }');
  expect(run).toMatchObject({ errorCode: 'tests-lost', exitCode: 0 });
});

test('exit code 0 beside a summary with failed tests is red', async () => {
  const run = await refuted(
    'node test/check.mjs || { echo "2 failed in 0.10s"; exit 1; }; echo "1 failed, 1 passed in 0.10s"',
  );
  expect(run).toMatchObject({ errorCode: 'inconsistent-result', exitCode: 0 });
});

test('a patch that has the gate rewrite a protected file is red', async () => {
  const reply = {
    edits: [
      { path: 'src/sum.mjs', oldText: ' + 1;', newText: ';' },
      {
        path: 'src/sum.mjs',
        oldText: 'export',
        newText: "import { writeFileSync } from 'node:fs';\nwriteFileSync('test/other.txt', 'x');\nexport",
      },
    ],
  };
  const run = await refuted(CHECK, reply, { 'test/other.txt': 'golden\n' });
  expect(run).toMatchObject({ errorCode: 'protected-files-changed', failedChecks: ['protected-files'] });
});

test('a gate that deletes a protected file proves nothing', async () => {
  const run = await refuted('node test/check.mjs && rm test/other.txt', GOOD, {
    'test/other.txt': 'golden\n',
  });
  expect(run.failedChecks).toEqual(['protected-files']);
});

test('a gate that rewrites a source file only on the patched tree proves nothing', async () => {
  const run = await refuted('node test/check.mjs && echo "// tidy" >> src/sum.mjs');
  expect(run).toMatchObject({ errorCode: 'tree-changed', failedChecks: ['tree-unchanged'] });
});

test('a gate that commits its own changes does not change what is delivered', async () => {
  const repository = brokenSum(folder);
  const gate = `${CHECK}; red=$?; git -c user.name=x -c user.email=x@y commit -q --allow-empty -m sly; exit $red`;
  const { report } = await repair(repository, { folder, gate, replies: [GOOD] });
  expect(report.stopReason).toBe('fixed');
  expect(repository.git('log', '--format=%an', `main..${report.branch}`)).toBe('smart-fix');
});

test('an output that the gate rewrites on the untouched commit already is its own business', async () => {
  const repository = brokenSum(folder, { 'coverage.txt': '0\n' });
  const gate = 'date +%N > coverage.txt; node test/check.mjs';
  const { report } = await repair(repository, { folder, gate, replies: [GOOD] });
  expect(report.stopReason).toBe('fixed');
  expect(repository.git('show', `${report.branch}:coverage.txt`)).toBe('0');
});

test('untracked files that a gate leaves behind are gone before the next execution', async () => {
  const gate = 'test ! -e left.txt || exit 9; touch left.txt; node test/check.mjs';
  const { report } = await repair(brokenSum(folder), {
    folder,
    gate,
    replies: [sumPlus(' + 2'), sumPlus('', ' + 2')],
  });
  expect(report.runs.map(({ exitCode }) => exitCode)).toEqual([1, 1, 0]);
});

test('the setup command prepares every execution, in a tree without a trace of the one before', async () => {
  const repository = brokenSum(folder, { '.gitignore': 'ignored/\n' });
  const setup = 'echo x >> made.txt; mkdir -p ignored; touch ignored/file';
  const gate = 'test "$(wc -l < made.txt)" -eq 1 && test -e ignored/file || exit 9; node test/check.mjs';
  const replies = [sumPlus(' + 2'), sumPlus('', ' + 2')];
  const { report } = await repair(repository, { folder, gate, replies, args: ['--setup', setup] });
  expect(report.runs.map(({ exitCode }) => exitCode)).toEqual([1, 1, 0]);
  expect(repository.git('ls-tree', '-r', '--name-only', report.branch ?? '')).not.toContain('made.txt');
});

test('a changed manifest is what the setup command then installs from', async () => {
  const repository = brokenSum(folder, { 'package.json': '{}\n' });
  const manifest = { path: 'package.json', oldText: '{}', newText: '{"private":true}' };
  const reply = { edits: [...(GOOD.edits ?? []), manifest] };
  const gate = 'cat package.json; cmp package.json installed.json && node test/check.mjs';
  const args = ['--setup', 'cp package.json installed.json', '--allow', 'package.json'];
  const { report } = await repair(repository, { folder, gate, replies: [reply], args });
  expect(report.stopReason).toBe('fixed');
});

const LOCATED = 'echo "src/sum.mjs:1: error: x"; exit 1';

test.each([
  ['an ignored file', `test -e ignored/seen && exit 0; mkdir -p ignored; touch ignored/seen; ${LOCATED}`],
  [
    'an ignored folder with its own ignore file',
    `test -e own/seen && exit 0; mkdir -p own; echo '*' > own/.gitignore; touch own/seen; ${LOCATED}`,
  ],
  ['a file in TMPDIR', `test -e "$TMPDIR/seen" && exit 0; touch "$TMPDIR/seen"; ${LOCATED}`],
])('a gate that would pass by %s of the execution before is no fix', async (_, gate) => {
  const repository = brokenSum(folder, { '.gitignore': 'ignored/\n' });
  const { report } = await repair(repository, {
    folder,
    gate,
    replies: [sumPlus(' + 2')],
    args: ['--max-attempts', '1'],
  });
  expect(report.runs.map(({ exitCode }) => exitCode)).toEqual([1, 1]);
  expect(report.stopReason).toBe('max-attempts');
});

test('a lockfile that the gate brings up to date on base and patch alike does not count against the patch', async () => {
  const files = { 'Cargo.lock': 'old\n' };
  const alike = `echo new > Cargo.lock; ${CHECK}`;
  const { report } = await repair(brokenSum(folder, files), { folder, gate: alike, replies: [GOOD] });
  expect(report.stopReason).toBe('fixed');
  const other = `cp src/sum.mjs Cargo.lock; ${CHECK}`;
  const refuted = await repair(brokenSum(folder, files), {
    ...{ folder, gate: other, replies: [GOOD] },
    args: ['--max-attempts', '1'],
  });
  expect(refuted.report.runs[1]).toMatchObject({ status: 'failed', errorCode: 'protected-files-changed' });
});

test('what a setup rewrites of tracked files is put back before the gate: it is not what would be published', async () => {
  const repository = brokenSum(folder, { 'src/generated.txt': 'old\n', 'package.json': '{}\n' });
  const setup =
    'cmp -s package.json /dev/null; grep -q private package.json && echo new > src/generated.txt; true';
  const gate = `grep -q new src/generated.txt || { ${LOCATED}; }`;
  const reply = { edits: [{ path: 'package.json', oldText: '{}', newText: '{"private":true}' }] };
  const args = ['--setup', setup, '--allow', 'package.json', '--max-attempts', '1'];
  const { report } = await repair(repository, { folder, gate, replies: [reply], args });
  expect(report.stopReason).toBe('max-attempts');
});

test('an ignored file that a coding agent leaves is not there when its patch is judged', async () => {
  const repository = brokenSum(folder, { '.gitignore': 'helper.txt\n' });
  const agent = 'echo x > helper.txt; echo "// touched" >> src/sum.mjs';
  const gate = `test -e helper.txt || { ${LOCATED}; }`;
  const args = ['--provider', 'command', '--model-command', agent, '--max-attempts', '1'];
  const { report } = await repair(repository, { folder, gate, args });
  expect(report.stopReason).toBe('max-attempts');
});
