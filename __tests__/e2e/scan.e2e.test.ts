import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { brokenSum } from '../support/broken-sum.js';
import { repair, runCli } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('scan');
const MATCHER = JSON.stringify({
  problemMatcher: [
    { owner: 'houndlint', pattern: [{ regexp: '^<<(.+)>> @(\\d+) (.*)$', file: 1, line: 2, message: 3 }] },
  ],
});
const LOG = '<<src/hound.x>> @2 no scent\n';
const FILES = { 'src/hound.x': 'one\ntwo\nthree\n' };

async function scan(files: Readonly<Record<string, string>>, args: readonly string[], input = LOG) {
  const repository = brokenSum(folder, files);
  return { repository, ...(await runCli(['scan', '-', ...args], { cwd: repository.folder, input })) };
}

test('a matcher in .github/problem-matchers is used without being named, and the source is shown', async () => {
  const { stdout, stderr, exitCode } = await scan(
    { ...FILES, '.github/problem-matchers/hound.json': MATCHER },
    [],
  );
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout).toContain('1. src/hound.x:2  houndlint\n   no scent\n');
  expect(stdout).toContain('   > 2 | two\n');
});

test('a matcher is named by a file anywhere', async () => {
  const file = join(folder, 'hound.json');
  writeFileSync(file, MATCHER);
  const { stdout } = await scan(FILES, ['--problem-matcher', file, '--format', 'rdjson']);
  expect(JSON.parse(stdout).diagnostics[0].location.path).toBe('src/hound.x');
});

test("a broken matcher of the repository's is told and left out; a named one is a usage error", async () => {
  const broken = MATCHER.replace('^<<', '(?=x)<<');
  const own = await scan({ ...FILES, '.github/problem-matchers/hound.json': broken }, []);
  expect([own.exitCode, own.stderr]).toEqual([0, expect.stringContaining('look-aheads')]);
  const file = join(folder, 'broken.json');
  writeFileSync(file, broken);
  const named = await scan(FILES, ['--problem-matcher', file]);
  expect([named.exitCode, named.stderr]).toEqual([64, expect.stringContaining('pattern 1 of houndlint')]);
});

test('a tracked link that leads out of the checkout is not read', async () => {
  const outside = join(folder, 'outside');
  mkdirSync(outside, { recursive: true });
  writeFileSync(join(outside, 'secret.txt'), 'top\nsecret\nwords\n');
  const repository = brokenSum(folder, FILES);
  symlinkSync(join(outside, 'secret.txt'), join(repository.folder, 'link.py'));
  repository.git('add', 'link.py');
  const { stdout } = await runCli(['scan', '-'], { cwd: repository.folder, input: 'link.py:2: bad thing\n' });
  expect(stdout).toContain('link.py:2');
  expect(stdout).not.toContain('secret');
});

test('--json is short for --format json, and contradicts every other', async () => {
  const [short, long] = [await scan(FILES, ['--json']), await scan(FILES, ['--format', 'json'])];
  expect(short.stdout).toBe(long.stdout);
  const both = await scan(FILES, ['--json', '--format', 'sarif']);
  expect([both.exitCode, both.stderr]).toEqual([64, expect.stringContaining('exclude each other')]);
  const unknown = await scan(FILES, ['--format', 'xml']);
  expect([unknown.exitCode, unknown.stderr]).toEqual([64, expect.stringContaining('--format')]);
});

test('a report is told by its content, and read from standard input like a log', async () => {
  const junit =
    '<testsuite><testcase name="t" file="src/hound.x" line="3"><failure message="sniff"/></testcase></testsuite>';
  const { stdout } = await scan(FILES, ['--json'], junit);
  expect(JSON.parse(stdout)).toMatchObject({
    category: 'test',
    diagnostics: [{ file: 'src/hound.x', line: 3 }],
  });
});

test('the text says how the project would be checked', async () => {
  const files = { ...FILES, 'package.json': '{"scripts":{"test":"node test/check.mjs"}}' };
  const { stdout } = await scan(files, [], 'src/hound.x:2:1: error: bad\n');
  expect(stdout).toContain('gate inferred from package.json');
  expect(stdout).toContain('$ npm test');
});

test("run reads a red gate with the repository's own matchers", async () => {
  const files = { ...FILES, '.github/problem-matchers/hound.json': MATCHER };
  const repository = brokenSum(folder, files);
  const { stderr } = await repair(repository, { folder, gate: "echo '<<src/hound.x>> @2 no scent'; exit 1" });
  expect(stderr).toContain('src/hound.x:2');
});

test('a run tells in progress and in both reports what the scan left out', async () => {
  const [matcher] = JSON.parse(MATCHER).problemMatcher;
  const many = Array.from({ length: 100 }, (_, at) => ({ ...matcher, owner: `hound${at}` }));
  const files = {
    ...FILES,
    '.github/problem-matchers/hound.json': MATCHER,
    '.github/problem-matchers/many.json': JSON.stringify({ problemMatcher: many }),
  };
  const gate = "echo '<<src/hound.x>> @2 no scent'; exit 1";
  const { stderr, report, read } = await repair(brokenSum(folder, files), { folder, gate });
  const note = 'Of 101 problem matchers only the first 100 were used.';
  expect(stderr).toContain(`note: ${note}`);
  expect(report.finding?.notes).toEqual([note]);
  expect(read('report.md')).toContain(`- Note: ${note}`);
});

test('a matcher elsewhere in the repository is named in its configuration; one that is missing is told', async () => {
  const files = {
    ...FILES,
    'ci/hound.json': MATCHER,
    '.github/smart-fix.yml': 'problem-matcher: [ci/hound.json, ci/gone.json]\n',
  };
  const repository = brokenSum(folder, files);
  const { stderr } = await repair(repository, { folder, gate: "echo '<<src/hound.x>> @2 no scent'; exit 1" });
  expect(stderr).toContain('src/hound.x:2');
  expect(stderr).toContain('ci/gone.json: it cannot be read; it is not used');
});

test("scan reads the repository's configuration: matchers that lie elsewhere, one that is missing, the gate", async () => {
  const files = {
    ...FILES,
    'ci/hound.json': MATCHER,
    '.github/smart-fix.yml':
      'problem-matcher: [ci/hound.json, ci/gone.json]\ngate: [make hunt]\nmodel: any\n',
  };
  const { stdout, stderr, exitCode } = await scan(files, []);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('1. src/hound.x:2  houndlint\n');
  expect(stdout).toContain('.github/smart-fix.yml\n\ngate, in this order:\n  $ make hunt\n');
  expect(stderr).toBe('smart-fix: ci/gone.json: it cannot be read; it is not used\n');
});

test('a key of the configuration that is not known is a usage error with a suggestion', async () => {
  const files = { ...FILES, '.github/smart-fix.yml': 'problem-matchers: ci/hound.json\n' };
  const { stderr, stdout, exitCode } = await scan(files, []);
  expect([exitCode, stdout]).toEqual([64, '']);
  expect(stderr).toContain('unknown key problem-matchers (did you mean problem-matcher?)');
});

test('a configuration that names a matcher outside of the checkout gets nothing of it', async () => {
  writeFileSync(join(folder, 'outside.json'), MATCHER);
  const files = { ...FILES, '.github/smart-fix.yml': 'problem-matcher: ../outside.json\n' };
  const { stdout, stderr } = await scan(files, ['--json']);
  expect(stderr).toContain('../outside.json: it cannot be read');
  expect(JSON.parse(stdout).diagnostics).toEqual([]);
});
