import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { brokenSum, CHECK, GOOD, sumPlus } from '../support/broken-sum.js';
import { repair, type ScriptedReply } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('refused');
const edit = (path: string, oldText: string, newText: string): ScriptedReply => ({
  edits: [{ path, oldText, newText }],
});

function project() {
  const repository = brokenSum(folder, {
    'package-lock.json': '{}\n',
    '.github/workflows/ci.yml': 'on: push\n',
    'src/twice.txt': 'same\nsame\n',
    'docs/target.md': 'text\n',
  });
  symlinkSync('docs/target.md', join(repository.folder, 'link.md'));
  repository.commit();
  return repository;
}

const REFUSED: readonly (readonly [rule: string, reply: ScriptedReply, code: string])[] = [
  ['a reply that is no JSON', 'Sure, here is the fix!', 'malformed'],
  ['an empty reply', ' ', 'empty-reply'],
  ['a reply with a field of its own', { ...GOOD, confidence: 1 } as ScriptedReply, 'unknown-field'],
  [
    'a reply to another revision',
    { ...GOOD, baseRevisionId: 'f'.repeat(64) } as ScriptedReply,
    'stale-binding',
  ],
  [
    'a reply to another execution',
    { ...GOOD, executionId: 'f'.repeat(64) } as ScriptedReply,
    'stale-binding',
  ],
  ['an edit that changes nothing', edit('src/sum.mjs', 'a + b', 'a + b'), 'no-op'],
  ['a reply without edits', { edits: [] }, 'no-op'],
  ['old text that is not there', edit('src/sum.mjs', 'a - b', 'a'), 'not-found'],
  ['old text that is there twice', edit('src/twice.txt', 'same', 'other'), 'ambiguous'],
  ['a path that leaves the repository', edit('../sum.mjs', '', 'x\n'), 'path-traversal'],
  ["a path into git's own folder", edit('.git/hooks/post-commit', '', 'x\n'), 'path-traversal'],
  ['an edit of a symbolic link', edit('link.md', 'docs/target.md', 'docs/other.md'), 'not-found'],
  ['a new file in the place of a symbolic link', edit('link.md', '', 'text\n'), 'symlink'],
  ['a new file below a symbolic link', edit('link.md/new.md', '', 'text\n'), 'symlink'],
  ['new text with a NUL character', edit('src/sum.mjs', ' + 1', '\0'), 'binary'],
  ['new text that hides its direction', edit('src/sum.mjs', ' + 1', ' /* \u202e */'), 'binary'],
  ['an edit of a test', edit('test/check.mjs', '!== 4', '!== 5'), 'protected-path'],
  ['an edit of a lockfile', edit('package-lock.json', '{}', '{ }'), 'protected-path'],
  ['an edit of the workflows', edit('.github/workflows/ci.yml', 'push', 'pull_request'), 'protected-path'],
  ['a file that only git reads', edit('.gitattributes', '', '* -text\n'), 'protected-path'],
];

/** One for all: what is refused leaves no trace that the next could meet. */
const repository = project();

test.each(REFUSED)('%s is refused by name before anything runs', async (_, reply, code) => {
  const before = repository.snapshot();
  const { exitCode, report, leftovers, read } = await repair(repository, {
    folder,
    gate: CHECK,
    replies: [reply],
    args: ['--max-proposals', '1'],
  });
  expect(report.attempts.map(({ rejection }) => rejection?.code)).toEqual([code]);
  expect(report).toMatchObject({
    status: 'needs-human',
    stopReason: 'proposals-exhausted',
    acceptedRevisionId: null,
    usage: { modelCalls: 1, executions: 1 },
  });
  expect(exitCode).toBe(1);
  expect(read('LOOP.md')).toContain(`rejected (${code})`);
  expect(leftovers).toEqual([]);
  expect(repository.snapshot()).toBe(before);
});

test('a refused proposal costs no execution, and the next one repairs', async () => {
  const { exitCode, report } = await repair(project(), { folder, gate: CHECK, replies: ['no JSON', GOOD] });
  expect(report.attempts.map(({ rejection }) => rejection?.code ?? null)).toEqual(['malformed', null]);
  expect(report).toMatchObject({ stopReason: 'fixed', usage: { modelCalls: 2, executions: 2 } });
  expect(exitCode).toBe(0);
});

test('a patch over the line limit is refused, and a smaller one may follow', async () => {
  const long = sumPlus(`;\n${'// filler\n'.repeat(10)}`);
  const { report } = await repair(brokenSum(folder), {
    folder,
    gate: CHECK,
    replies: [long, GOOD],
    args: ['--max-lines', '9'],
  });
  expect(report.attempts.map(({ rejection }) => rejection?.code ?? null)).toEqual(['too-many-lines', null]);
  expect(report.stopReason).toBe('fixed');
});

test('a patch that was refused is refused again as a repetition', async () => {
  const testEdit = edit('test/check.mjs', '!== 4', '!== 5');
  const { exitCode, report } = await repair(brokenSum(folder), {
    folder,
    gate: CHECK,
    replies: [testEdit, testEdit],
  });
  expect(report.attempts.map(({ rejection }) => rejection?.code)).toEqual([
    'protected-path',
    'repeated-patch',
  ]);
  expect(report).toMatchObject({ status: 'needs-human', stopReason: 'proposals-exhausted' });
  expect(exitCode).toBe(1);
});

test('a patch that ran red is refused when it comes back', async () => {
  const { report } = await repair(brokenSum(folder), {
    folder,
    gate: CHECK,
    replies: [sumPlus(' + 2'), sumPlus(' + 3', ' + 2'), sumPlus(' + 2', ' + 3'), sumPlus('', ' + 3')],
  });
  expect(report.attempts.map(({ result, rejection }) => rejection?.code ?? result)).toEqual([
    'gate-red',
    'gate-red',
    'repeated-patch',
    'passed',
  ]);
});

test('steps that lead back to the base are refused: the whole patch would be empty', async () => {
  const { report } = await repair(brokenSum(folder), {
    folder,
    gate: CHECK,
    replies: [sumPlus(' + 2'), sumPlus(' + 1', ' + 2'), sumPlus('', ' + 2')],
  });
  expect(report.attempts.map(({ result, rejection }) => rejection?.code ?? result)).toEqual([
    'gate-red',
    'no-op',
    'passed',
  ]);
});

test('--allow opens a protected path, and --protect wins over it', async () => {
  const files = {
    'src/sum.mjs':
      "import { start } from '../vendor/start.mjs';\nexport const sum = (a, b) => start + a + b;\n",
    'vendor/start.mjs': 'export const start = 1;\n',
  };
  const vendored = edit('vendor/start.mjs', 'start = 1', 'start = 0');
  const open = { folder, gate: CHECK, replies: [vendored], args: ['--allow', 'vendor/**'] };
  const allowed = await repair(brokenSum(folder, files), open);
  expect(allowed.report.stopReason).toBe('fixed');
  const both = [...open.args, '--protect', 'vendor/start.*', '--max-proposals', '1'];
  const protectedAgain = await repair(brokenSum(folder, files), { ...open, args: both });
  expect(protectedAgain.report.attempts[0]?.rejection?.code).toBe('protected-path');
  expect(protectedAgain.report.stopReason).toBe('proposals-exhausted');
});

test('that a person opened the tests does not make an expectation that was turned to what the log shows a fix', async () => {
  const testEdit = edit('test/check.mjs', '!== 4', '!== 5');
  const args = ['--allow', 'test/**', '--allow-test-edits', '--max-proposals', '1'];
  const { report } = await repair(brokenSum(folder), { folder, gate: CHECK, replies: [testEdit], args });
  expect(report.status).toBe('needs-human');
  expect(report.branch).toBeNull();
});

test('--protect closes a source file', async () => {
  const { report } = await repair(brokenSum(folder), {
    folder,
    gate: CHECK,
    replies: [GOOD],
    args: ['--protect', 'src/**', '--max-proposals', '1'],
  });
  expect(report.attempts[0]?.rejection).toMatchObject({
    code: 'protected-path',
    detail: expect.stringContaining('--protect'),
  });
});

test('steps that are small one by one add up: the files of the whole patch count', async () => {
  const repository = brokenSum(folder, { 'src/other.mjs': 'export const other = 1;\n' });
  const other = edit('src/other.mjs', 'other = 1', 'other = 2');
  const args = ['--max-files', '1'];
  const { report } = await repair(repository, { folder, gate: CHECK, replies: [other, GOOD], args });
  expect(report).toMatchObject({ stopReason: 'too-many-files', usage: { executions: 2 } });
});

test('a patch of the script that the gate starts is refused, and opened by a person, it is for a person to judge', async () => {
  const files = { 'ci/check.sh': `${CHECK}\n` };
  const looksAway = edit('ci/check.sh', CHECK, 'true');
  const all = { folder, gate: 'sh ci/check.sh', replies: [looksAway] };
  const { report } = await repair(brokenSum(folder, files), { ...all, args: ['--max-proposals', '1'] });
  expect(report.attempts.map(({ rejection }) => rejection?.code)).toEqual(['protected-path']);
  const opened = await repair(brokenSum(folder, files), { ...all, args: ['--allow', 'ci/*.sh'] });
  expect(opened.report).toMatchObject({ stopReason: 'weak-evidence', branch: null });
});
