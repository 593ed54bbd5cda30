import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { runCli } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const root = temporaryFolder('apply');
const EDIT = 'src/sum.js\n<<<<<<< SEARCH\n  return a - b;\n=======\n  return a + b;\n>>>>>>> REPLACE\n';
const FILES = { 'src/sum.js': 'export function sum(a, b) {\n  return a - b;\n}\n', 'run.sh': 'echo 1\n' };

/** A folder with files, two levels down so that `..` leads to a place that the test can look at. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = join(mkdtempSync(join(root, 'case-')), 'tree');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** Every file below a folder, with its text. */
function snapshot(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [
      join(parentPath, name),
      readFileSync(join(parentPath, name), 'utf8'),
    ]),
  );
}

const apply = (folder: string, input: string | Buffer, args: readonly string[] = []) =>
  runCli(['apply', folder, '-', ...args], { cwd: root, input });

/** The last line of the output of a refusal. */
const lastLine = (stdout: string): unknown => JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');

describe('an edit that is applied', () => {
  test('changes the file, and its patch is printed', async () => {
    const folder = folderWith(FILES);
    const { exitCode, stdout, stderr } = await apply(folder, EDIT);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toContain('--- a/src/sum.js\n+++ b/src/sum.js\n');
    expect(stdout).toContain('-  return a - b;\n+  return a + b;\n');
    expect(readFileSync(join(folder, 'src/sum.js'), 'utf8')).toContain('a + b');
    expect(readdirSync(join(folder, 'src'))).toEqual(['sum.js']);
  });

  test('can be applied again as its own patch in reverse order of files', async () => {
    const [one, two] = [folderWith(FILES), folderWith(FILES)];
    const edit = `${EDIT}\nrun.sh\n<<<<<<< SEARCH\necho 1\n=======\necho 2\n>>>>>>> REPLACE\n`;
    const { stdout } = await apply(one, edit, ['--json']);
    const { applied, patch } = JSON.parse(stdout);
    expect(applied).toEqual([
      { path: 'run.sh', change: 'edited' },
      { path: 'src/sum.js', change: 'edited' },
    ]);
    expect((await apply(two, patch)).exitCode).toBe(0);
    expect(Object.values(snapshot(two))).toEqual(Object.values(snapshot(one)));
  });

  test('comes from a file, and a file keeps its mode', async () => {
    const folder = folderWith(FILES);
    chmodSync(join(folder, 'run.sh'), 0o755);
    const file = join(folder, '..', 'answer.txt');
    writeFileSync(file, '--- a/run.sh\n+++ b/run.sh\n@@ -1 +1 @@\n-echo 1\n+echo 2\n');
    const { exitCode } = await runCli(['apply', folder, file], { cwd: root });
    expect(exitCode).toBe(0);
    expect(statSync(join(folder, 'run.sh')).mode & 0o777).toBe(0o755);
    expect(readFileSync(join(folder, 'run.sh'), 'utf8')).toBe('echo 2\n');
  });

  test('creates folders, deletes and renames with the mode that was', async () => {
    const folder = folderWith({ ...FILES, 'old.txt': 'x\n' });
    chmodSync(join(folder, 'old.txt'), 0o750);
    const patch = `*** Begin Patch
*** Add File: a/b/c.txt
+new
*** Delete File: run.sh
*** Update File: old.txt
*** Move to: moved/new.txt
*** End Patch
`;
    expect((await apply(folder, patch)).exitCode).toBe(0);
    expect(readFileSync(join(folder, 'a/b/c.txt'), 'utf8')).toBe('new\n');
    expect(readFileSync(join(folder, 'moved/new.txt'), 'utf8')).toBe('x\n');
    expect(statSync(join(folder, 'moved/new.txt')).mode & 0o777).toBe(0o750);
    expect(existsSync(join(folder, 'run.sh')) || existsSync(join(folder, 'old.txt'))).toBe(false);
  });
});

describe('an edit that is refused changes nothing, exits with 2 and says its class last', () => {
  test.each([
    ['text that is not there', EDIT.replace('a - b', 'a / b'), 'not-found', []],
    ['a protected file, in whatever case it is written', EDIT, 'out-of-scope', ['--protect', 'SRC/**']],
    [
      'one protected file of two',
      `${EDIT}\nrun.sh\n<<<<<<< SEARCH\necho 1\n=======\necho 2\n>>>>>>> REPLACE\n`,
      'out-of-scope',
      ['--protect', '*.sh'],
    ],
    ['nothing at all', ' \n', 'no-edit', []],
    ['bytes that are no text', Buffer.from([0x2d, 0x80, 0x81, 0xc3]), 'malformed', []],
    [
      'a change of mode',
      'diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n',
      'out-of-scope',
      [],
    ],
    ['a file where a folder lies', '*** Begin Patch\n*** Add File: src\n+x\n*** End Patch\n', 'exists', []],
    ['a folder to delete', '*** Begin Patch\n*** Delete File: src\n*** End Patch\n', 'not-found', []],
    [
      'a path that leads out',
      '*** Begin Patch\n*** Add File: ../out.txt\n+x\n*** End Patch\n',
      'path-traversal',
      [],
    ],
    [
      'a second file that does not fit',
      `${EDIT}\nrun.sh\n<<<<<<< SEARCH\necho 9\n=======\necho 2\n>>>>>>> REPLACE\n`,
      'not-found',
      [],
    ],
  ])('%s', async (_, answer, reason, args) => {
    const folder = folderWith(FILES);
    const before = snapshot(dirname(folder));
    const { exitCode, stdout, stderr } = await apply(folder, answer, args);
    expect(exitCode).toBe(2);
    expect(lastLine(stdout)).toMatchObject({ reason });
    expect(stderr).toContain('nothing was changed');
    expect(snapshot(dirname(folder))).toEqual(before);
  });

  test.each(['link/new.txt', 'link', 'file-link'])(
    'a place at or behind a symbolic link: %s',
    async (path) => {
      const folder = folderWith(FILES);
      const outside = join(folder, '..', 'outside');
      mkdirSync(outside);
      writeFileSync(join(outside, 'kept.txt'), 'kept\n');
      symlinkSync(outside, join(folder, 'link'));
      symlinkSync(join(outside, 'kept.txt'), join(folder, 'file-link'));
      const { exitCode, stdout } = await apply(folder, `${path}\n\`\`\`\nhello\n\`\`\`\n`, ['--json']);
      expect([exitCode, lastLine(stdout)]).toEqual([2, expect.objectContaining({ reason: 'symlink' })]);
      expect(readdirSync(outside)).toEqual(['kept.txt']);
      expect(readFileSync(join(outside, 'kept.txt'), 'utf8')).toBe('kept\n');
    },
  );

  test('a file that is no text', async () => {
    const folder = folderWith(FILES);
    writeFileSync(join(folder, 'logo.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]));
    const { stdout } = await apply(folder, 'logo.png\n<<<<<<< SEARCH\nPNG\n=======\nGIF\n>>>>>>> REPLACE\n');
    expect(lastLine(stdout)).toMatchObject({ reason: 'binary' });
  });
});

describe('usage', () => {
  test.each([
    [[], 'apply needs the folder to edit'],
    [['nowhere'], 'is no folder'],
    [['.', 'nowhere.txt'], 'cannot read the edits'],
    [['.', 'a', 'b'], 'unexpected argument b'],
    [['.', '--protekt', 'x'], 'did you mean --protect?'],
  ])('%j is a usage error', async (args, words) => {
    const { exitCode, stdout, stderr } = await runCli(['apply', ...args], { cwd: root });
    expect([exitCode, stdout]).toEqual([64, '']);
    expect(stderr).toContain(words);
  });
});
