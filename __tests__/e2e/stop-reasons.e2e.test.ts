import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { brokenSum, CHECK, GOOD, sumPlus, WRONG } from '../support/broken-sum.js';
import { type RepairOptions, repair } from '../support/run-cli.js';
import { sampleRepository } from '../support/sample-repository.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('stops');

/** A run on a sample that must leave the repository as it was. */
async function repairInVain(files: Readonly<Record<string, string>>, options: Omit<RepairOptions, 'folder'>) {
  const repository = brokenSum(folder, files);
  const before = repository.snapshot();
  const result = await repair(repository, { folder, ...options });
  expect(repository.snapshot()).toBe(before);
  expect(result.leftovers).toEqual([]);
  expect(result.report).toMatchObject({ branch: null, acceptedRevisionId: null });
  return result;
}

test('a green gate ends the run without a model call or a branch', async () => {
  const { exitCode, report } = await repairInVain({}, { gate: ['true', 'exit 0'], replies: [GOOD] });
  expect(report).toMatchObject({
    status: 'completed',
    stopReason: 'already-green',
    usage: { modelCalls: 0, executions: 1 },
    attempts: [],
  });
  expect(exitCode).toBe(0);
});

test('a green gate that rewrites a tracked file is green all the same', async () => {
  const { report } = await repairInVain({ 'coverage.txt': '0\n' }, { gate: 'date +%N > coverage.txt' });
  expect(report).toMatchObject({ status: 'completed', stopReason: 'already-green' });
});

test('when all attempts are red a person is needed, and every attempt is on record', async () => {
  const { exitCode, report, read, stderr } = await repairInVain({}, { gate: CHECK, replies: WRONG });
  expect(report).toMatchObject({
    status: 'needs-human',
    stopReason: 'max-attempts',
    usage: { modelCalls: 3, executions: 4 },
  });
  expect(exitCode).toBe(1);
  expect(report.attempts.map(({ attempt, result }) => [attempt, result])).toEqual([
    [1, 'gate-red'],
    [2, 'gate-red'],
    [3, 'gate-red'],
  ]);
  expect(read('LOOP.md').match(/^### .* attempt \d$/gm)).toHaveLength(3);
  expect(read('report.md')).toContain('needs-human (max-attempts)');
  expect(stderr).toContain('attempt 3 / 3');
});

test('a model that gives up ends the run in its own words', async () => {
  const { exitCode, report } = await repairInVain(
    {},
    { gate: CHECK, replies: [{ giveUp: 'the rule is a matter of taste' }] },
  );
  expect(report).toMatchObject({ status: 'needs-human', stopReason: 'model-gave-up' });
  expect(report.detail).toContain('a matter of taste');
  expect(exitCode).toBe(1);
});

test('a patch over five files ends the run at once', async () => {
  const paths = ['1', '2', '3', '4', '5', '6'].map((name) => `src/new-${name}.mjs`);
  const { report, exitCode } = await repairInVain(
    {},
    {
      gate: CHECK,
      replies: [{ edits: paths.map((path) => ({ path, oldText: '', newText: 'export {};\n' })) }, GOOD],
    },
  );
  expect(report).toMatchObject({
    status: 'needs-human',
    stopReason: 'too-many-files',
    usage: { modelCalls: 1, executions: 1 },
  });
  expect(report.detail).toContain('6 files');
  expect(exitCode).toBe(1);
});

test('a patch that spreads over six files step by step ends the run just so', async () => {
  const step = (names: readonly string[]) => ({
    edits: names.map((name) => ({ path: `src/${name}.mjs`, oldText: '', newText: 'export {};\n' })),
  });
  const { report } = await repairInVain(
    {},
    { gate: CHECK, replies: [step(['a', 'b', 'c']), step(['d', 'e', 'f'])] },
  );
  expect(report.stopReason).toBe('too-many-files');
});

test.each([
  ['a failure in authentication code', 'src/auth/login.mjs:1: error: wrong user'],
  ['a failure in a migration', 'migrations/001.sql:1: error: no such column'],
])('%s is for a person, before any model call', async (_, line) => {
  const { exitCode, report } = await repairInVain(
    { 'src/auth/login.mjs': 'export {};\n', 'migrations/001.sql': 'select 1;\n' },
    { gate: `echo '${line}'; exit 1`, replies: [GOOD] },
  );
  expect(report).toMatchObject({
    status: 'needs-human',
    stopReason: 'sensitive-area',
    usage: { modelCalls: 0 },
  });
  expect(exitCode).toBe(1);
});

test('a person who opens a sensitive area by name decided there', async () => {
  const repository = brokenSum(folder, { 'src/auth/login.mjs': 'export const user = 1;\n' });
  const { report } = await repair(repository, {
    folder,
    gate: 'grep -q "user = 2" src/auth/login.mjs || { echo "src/auth/login.mjs:1: error: no"; exit 1; }',
    replies: [{ edits: [{ path: 'src/auth/login.mjs', oldText: 'user = 1', newText: 'user = 2' }] }],
    args: ['--allow', 'src/auth/**'],
  });
  expect(report.stopReason).toBe('fixed');
});

test('a patch that reaches into authentication code is for a person', async () => {
  const { report } = await repairInVain(
    { 'src/auth/login.mjs': 'export const user = 1;\n' },
    {
      gate: CHECK,
      replies: [{ edits: [{ path: 'src/auth/login.mjs', oldText: 'user = 1', newText: 'user = 2' }] }],
    },
  );
  expect(report).toMatchObject({ stopReason: 'sensitive-area', usage: { executions: 1 } });
});

const BLOCKED: readonly (readonly [rule: string, gate: string, stopReason: string])[] = [
  [
    'a trace through libraries alone',
    "printf 'Error: boom\\n    at f (/x/node_modules/lib/index.js:1:2)\\n    at g (node:internal/main:5:6)\\n'; exit 1",
    'vendor-trace',
  ],
  ['a failure that names no place', 'echo something went wrong; exit 1', 'ambiguous'],
  ['a failure without a word', 'exit 3', 'ambiguous'],
  [
    'an input file that is not there',
    `node -e "require('fs').readFileSync('data/orders.csv')"`,
    'missing-input',
  ],
  ['an input file that a shell misses', 'cat data/orders.csv', 'missing-input'],
  [
    'an input file that python misses',
    'printf \'Traceback (most recent call last):\\n  File "<string>", line 1, in <module>\\nFileNotFoundError: [Errno 2] No such file or directory: \\047orders.csv\\047\\n\'; exit 1',
    'missing-input',
  ],
  ['a denied permission', './locked.sh', 'permission'],
  [
    'a denied service',
    "echo 'npm error code E401'; echo 'npm error 401 Unauthorized - GET https://npm.example.com/x'; exit 1",
    'permission',
  ],
  ['a package that is not installed', `node -e "require('left-pad')"`, 'missing-dependency'],
  ['a command that is not installed', 'no-such-tool --version', 'missing-dependency'],
  [
    'an environment variable that is not set',
    `: "\${DATABASE_URL:?parameter null or not set}"`,
    'missing-dependency',
  ],
  [
    'an environment variable that a program asks for',
    `node -e "throw new Error('Environment variable DATABASE_URL is not set')"`,
    'missing-dependency',
  ],
];

test.each(BLOCKED)('%s needs a person, before any model call', async (_, gate, stopReason) => {
  const repository = brokenSum(folder, { 'locked.sh': 'exit 0\n' });
  chmodSync(join(repository.folder, 'locked.sh'), 0o644);
  const { exitCode, report } = await repair(repository, { folder, gate, replies: [GOOD] });
  expect(report).toMatchObject({
    status: 'needs-human',
    stopReason,
    usage: { modelCalls: 0, executions: 1 },
  });
  expect(exitCode).toBe(1);
});

test('a red gate without any strategy says how to get one', async () => {
  const { exitCode, report, stderr } = await repairInVain({}, { gate: CHECK });
  expect(report).toMatchObject({ status: 'needs-human', stopReason: 'proposals-exhausted' });
  expect(report.detail).toContain('OPENAI_API_KEY');
  expect(stderr.match(/no model is on/g)).toHaveLength(1);
  expect(exitCode).toBe(1);
});

test('the same error for a fourth time in a row ends the run before its attempts do', async () => {
  const replies = [...WRONG, sumPlus(' + 5', ' + 4'), sumPlus(' + 6', ' + 5')];
  const { exitCode, report } = await repairInVain(
    {},
    { gate: CHECK, replies, args: ['--max-attempts', '5'] },
  );
  expect(report).toMatchObject({
    status: 'needs-human',
    stopReason: 'same-error',
    usage: { modelCalls: 4, executions: 5 },
  });
  expect(exitCode).toBe(1);
});

test('the same error counts across runs until a person resets it or it is fixed once', async () => {
  const repository = brokenSum(folder);
  const ends: string[] = [];
  const oneAttempt = async (reply: typeof GOOD) => {
    const args = ['--max-attempts', '1', '--on-success', 'patch'];
    const { report } = await repair(repository, { folder, gate: CHECK, replies: [reply], args });
    ends.push(`${report.stopReason} after ${report.usage.modelCalls}`);
    return report.detail;
  };
  const wrong = sumPlus(' + 2');
  for (const reply of [wrong, wrong, wrong, wrong]) await oneAttempt(reply);
  expect(ends.splice(0)).toEqual([
    'max-attempts after 1',
    'max-attempts after 1',
    'max-attempts after 1',
    'same-error after 1',
  ]);
  const detail = await oneAttempt(GOOD);
  expect(ends.splice(0)).toEqual(['same-error after 0']);
  expect(detail).toContain('delete .smart-fix/memory.jsonl');
  rmSync(join(repository.folder, '.smart-fix/memory.jsonl'));
  for (const reply of [wrong, GOOD, wrong, wrong, wrong]) await oneAttempt(reply);
  expect(ends).toEqual([
    'max-attempts after 1',
    'fixed after 1',
    'max-attempts after 1',
    'max-attempts after 1',
    'max-attempts after 1',
  ]);
});

test('failures of other names do not count as the same error', async () => {
  const repository = sampleRepository(folder, {
    'src/a.txt': '0\n',
    'check.sh': 'echo "src/a.txt:1: error: word $(tr 0-9 a-j < src/a.txt)"; exit 1\n',
  });
  const replies = ['1', '2', '3', '4', '5'].map((digit, index) => ({
    edits: [{ path: 'src/a.txt', oldText: String(index), newText: digit }],
  }));
  const args = ['--max-attempts', '5'];
  const { report } = await repair(repository, { folder, gate: 'sh check.sh', replies, args });
  expect(report).toMatchObject({ stopReason: 'max-attempts', usage: { executions: 6 } });
});
