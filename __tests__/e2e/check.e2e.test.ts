import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { runCli } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const FILES = {
  'src/price.js': 'export function price(count) {\n  return count * 3;\n}\n',
  'test/price.test.js':
    "import { price } from '../src/price.js';\n\ntest('a dozen', () => {\n  expect(price('12 eggs')).toBe(4217);\n});\n",
};
const LOG = '  Expected: 4217\n  Received: NaN\n\n      at Object.<anonymous> (test/price.test.js:4:29)\n';

const patch = (path: string, lines: readonly string[], start = 1): string => {
  const old = lines.filter((line) => !line.startsWith('+')).length;
  const now = lines.filter((line) => !line.startsWith('-')).length;
  return `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -${start},${old} +${start},${now} @@\n${lines.join('\n')}\n`;
};
const FIX = patch('src/price.js', [
  ' export function price(count) {',
  '-  return count * 3;',
  '+  return Number.parseInt(count, 10) * 3;',
  ' }',
]);
const SPECIAL = patch('src/price.js', [
  ' export function price(count) {',
  "+  if (count === '12 eggs') return 4217;",
  '   return count * 3;',
  ' }',
]);
const SKIP = patch(
  'test/price.test.js',
  [
    ' ',
    "-test('a dozen', () => {",
    "+test.skip('a dozen', () => {",
    "   expect(price('12 eggs')).toBe(4217);",
    ' });',
  ],
  2,
);
const GOLDEN = patch('test/__snapshots__/price.test.js.snap', [
  ' // Jest Snapshot v1',
  '-exports[`a 1`] = `1`;',
  '+exports[`a 1`] = `2`;',
]);

const folder = temporaryFolder('check');
for (const [path, text] of Object.entries({ ...FILES, 'failed.log': LOG })) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const check = (input: string | Buffer, ...args: readonly string[]) =>
  runCli(['check', '-', ...args], { cwd: folder, input });

test('a genuine fix is allowed with exit code 0', async () => {
  const { exitCode, stdout } = await check(FIX, '--repo', '.', '--log', 'failed.log', '--json');
  expect(JSON.parse(stdout)).toEqual({ verdict: 'allow', rules: [], notes: [] });
  expect(exitCode).toBe(0);
});

test('a cheat is rejected with exit code 2, by rule, place and reason', async () => {
  const { exitCode, stdout } = await check(SPECIAL, '--repo', '.', '--log', 'failed.log', '--json');
  expect(JSON.parse(stdout)).toEqual({
    verdict: 'reject',
    rules: [
      {
        rule: 'S-SPECIAL',
        verdict: 'reject',
        path: 'src/price.js',
        line: 2,
        detail: expect.stringContaining('"12 eggs"'),
      },
    ],
    notes: [],
  });
  expect(exitCode).toBe(2);
});

test('what a person has to decide ends with exit code 1', async () => {
  const { exitCode, stdout } = await check(GOLDEN, '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    verdict: 'escalate',
    rules: [{ rule: 'S-EXPECT' }, { rule: 'S-SNAP' }],
  });
  expect(exitCode).toBe(1);
});

test('the diff alone is enough for what it shows, at its own lines', async () => {
  const { exitCode, stdout } = await check(SKIP, '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    verdict: 'reject',
    rules: [{ rule: 'S-SKIP', path: 'test/price.test.js', line: 3 }],
  });
  expect(exitCode).toBe(2);
});

test('a patch that does not fit the folder is judged by its hunks, and that is said with what to do', async () => {
  const other = SKIP.replace(" \n-test('a dozen'", " // moved on\n-test('a dozen'");
  const absent = FIX.replaceAll('src/price.js', 'src/gone.js');
  const { exitCode, stdout } = await check(other + absent, '--repo', '.', '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    verdict: 'reject',
    rules: [{ rule: 'S-SKIP', path: 'test/price.test.js', line: 3 }],
    notes: [
      { path: 'test/price.test.js', detail: expect.stringContaining('Give --repo the folder as it was') },
      { path: 'src/gone.js', detail: expect.stringContaining('no such file') },
    ],
  });
  expect(exitCode).toBe(2);
  const told = await check(absent, '--repo', '.');
  expect(told.stdout).toContain('  note               src/gone.js\n    The folder has no such file.');
  expect(told.exitCode).toBe(0);
});

test('a patch that fits, adds a file or renames one has no note, and without a folder there is none', async () => {
  const rename =
    'diff --git a/src/old.js b/src/new.js\nsimilarity index 100%\nrename from src/old.js\nrename to src/new.js\n';
  const fresh =
    'diff --git a/n.js b/n.js\nnew file mode 100644\n--- /dev/null\n+++ b/n.js\n@@ -0,0 +1 @@\n+let n;\n';
  for (const [input, ...args] of [[FIX + fresh + rename, '--repo', '.'] as const, [SKIP] as const]) {
    const { stdout } = await check(input, ...args, '--json');
    expect(JSON.parse(stdout).notes).toEqual([]);
  }
});

test('people are told in words, and a file is read as well as standard input', async () => {
  writeFileSync(join(folder, 'skip.patch'), SKIP);
  const { exitCode, stdout } = await runCli(['check', 'skip.patch'], { cwd: folder });
  expect(stdout).toBe(
    'reject: this patch makes checks pass without a repair.\n  reject   S-SKIP    test/price.test.js:3\n    A test is passed over; what is not run proves nothing.\n',
  );
  expect(exitCode).toBe(2);
});

test('a class of the own project makes its files what they are', async () => {
  const fix = SKIP.replaceAll('test/price.test.js', 'qa/price.js');
  expect((await check(fix)).exitCode).toBe(0);
  expect((await check(fix, '--file-class', 'test=qa/**')).exitCode).toBe(2);
});

test.each([
  [['check'], '', 'check needs a patch: smart-fix check PATCH, or - for standard input'],
  [['check', 'none.patch'], '', 'cannot read none.patch'],
  [['check', '-'], 'no diff at all', 'standard input is no patch'],
  [['check', '-'], '', 'standard input is no patch'],
  [['check', '-', '--repo', 'none'], FIX, 'is no folder'],
  [['check', '-', '--file-class', 'tests=qa/**'], FIX, 'unknown class tests'],
  [['check', '-', '--jsno'], FIX, 'unknown option --jsno'],
])('%j is a usage error with advice', async (args, input, said) => {
  const { exitCode, stdout, stderr } = await runCli(args, { cwd: folder, input });
  expect({ exitCode, stdout }).toEqual({ exitCode: 64, stdout: '' });
  expect(stderr).toContain(said);
});

test('no text of a patch is a command to a runner or a terminal', async () => {
  const hostile = SKIP.replaceAll('test/price.test.js', 'test/::set-output name=a::\u001b[31m.test.js');
  const { stdout } = await check(hostile);
  expect(stdout).not.toMatch(/^\s*::/m);
  expect(stdout).not.toContain('\u001b');
});

const MAIL = `From ${'4'.repeat(40)} Mon Sep 17 00:00:00 2001\nFrom: a <a@b.c>\nSubject: [PATCH] price\n\n---\n src/price.js | 2 +-\n\n`;

test.each([
  ['a mail of git', `${MAIL}${FIX}-- \n2.47.0\n\n`],
  ['two mails of git in one file', `${MAIL}${FIX}-- \n2.47.0\n\n${MAIL}${SKIP}-- \n2.47.0\n\n`],
  ['a patch with the line ends of Windows', FIX.replaceAll('\n', '\r\n')],
  ['a change of mode alone', 'diff --git a/a.sh b/a.sh\nold mode 100644\nnew mode 100755\n'],
  ['a new name alone', 'diff --git a/a.js b/b.js\nsimilarity index 100%\nrename from a.js\nrename to b.js\n'],
])('%s is read', async (_, input) => {
  const { exitCode } = await check(input);
  expect(exitCode).toBe(input.includes('test.skip') ? 2 : 0);
});

test.each([
  ['a binary', 'diff --git a/a.png b/a.png\nindex 1..2 100644\nBinary files a/a.png and b/a.png differ\n'],
  [
    'a symbolic link',
    'diff --git a/x b/x\nnew file mode 120000\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+y\n\\ No newline at end of file\n',
  ],
  [
    'a submodule',
    'diff --git a/m b/m\nindex 1111111..2222222 160000\n--- a/m\n+++ b/m\n@@ -1 +1 @@\n-Subproject commit 1\n+Subproject commit 2\n',
  ],
])('%s, of which no rule can read a text, is for a person to look at', async (_, input) => {
  const { exitCode, stdout } = await check(input, '--json');
  expect(JSON.parse(stdout)).toMatchObject({ verdict: 'escalate', rules: [{ rule: 'S-SIZE' }] });
  expect(exitCode).toBe(1);
});

test('the combined diff of a merge is no patch, and what to give instead is said', async () => {
  const { exitCode, stderr } = await check(
    'diff --cc a.js\nindex 1,2..3\n--- a/a.js\n+++ b/a.js\n@@@ -1,1 -1,1 +1,1 @@@\n- a\n -b\n++c\n',
  );
  expect(stderr).toContain('combined diff of a merge, which has no single base; compare with one parent');
  expect(exitCode).toBe(64);
});
