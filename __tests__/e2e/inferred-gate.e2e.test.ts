// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of GitHub Actions
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { brokenSum, CHECK, GOOD } from '../support/broken-sum.js';
import { repair, runCli } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('inferred-gate');
const WORKFLOW = '.github/workflows/ci.yml';

const MANIFEST = {
  'package.json': JSON.stringify({ scripts: { test: CHECK, build: 'node --check src/sum.mjs' } }),
};

/** The check of the sample passes only in its folder, with its environment, under bash. */
const CI = `
on: push
env:
  GREETING: hello
  TOKEN: \${{ secrets.TOKEN }}
jobs:
  test:
    runs-on: ubuntu-latest
    strategy:
      matrix:
        part: [one, two]
    defaults:
      run: { working-directory: test }
    steps:
      - uses: actions/checkout@v5
      - run: npm install --no-package-lock --offline
      - name: Check \${{ matrix.part }}
        shell: bash
        env: { PART: "\${{ matrix.part }}" }
        run: |
          [[ "$GREETING $PART $CI" == "hello one true" ]] || { echo "ci.yml: error: wrong environment"; exit 1; }
          ! env | grep '^TOK'
          test -d node_modules
          node check.mjs | cat
      - run: npm publish
`;

const withWorkflow = {
  [WORKFLOW]: CI,
  'test/package.json': '{"dependencies":{}}',
  'test/node_modules/.keep': '',
};

test('without a gate the scripts of package.json are it, and the run says so', async () => {
  const repository = brokenSum(folder, MANIFEST);
  const { report, exitCode, stderr } = await repair(repository, { folder, gate: [], replies: [GOOD] });
  expect(report.stopReason).toBe('fixed');
  expect(exitCode).toBe(0);
  expect(stderr).toContain('gate inferred from package.json');
  const last = report.runs.at(-1);
  expect(last?.commands.map(({ command }) => command)).toEqual(['npm test', 'npm run build']);
});

test('the files of the commit count, not what lies uncommitted beside it', async () => {
  const repository = brokenSum(folder, MANIFEST);
  repository.write({ 'package.json': JSON.stringify({ scripts: { test: 'false' } }) });
  const { stdout } = await runCli(['gate', '--json'], { cwd: repository.folder });
  expect(JSON.parse(stdout)).toMatchObject({
    origin: 'package.json',
    commands: [{ text: 'npm test' }, { text: 'npm run build' }],
  });
});

test('a job of a workflow is repaired as it runs there: folder, environment, shell, matrix', async () => {
  const repository = brokenSum(folder, withWorkflow);
  const args = ['--workflow', WORKFLOW, '--job', 'test', '--matrix', 'part=one'];
  const { report, exitCode, stderr, read } = await repair(repository, {
    folder,
    gate: [],
    replies: [GOOD],
    args,
  });
  expect(report).toMatchObject({ stopReason: 'fixed', finding: { file: 'src/sum.mjs', line: 1 } });
  expect(exitCode).toBe(0);
  expect(stderr).toContain(`gate inferred from ${WORKFLOW}, job test (part one)`);
  for (const line of stderr.trimEnd().split('\n')) expect(line).toMatch(/^\[\d{4}-/);
  expect(stderr).toContain('Run npm publish: deploys, publishes or uploads');
  const request = JSON.parse(read('input/request.json'));
  expect(request.setup).toMatchObject([{ text: 'npm install --no-package-lock --offline', folder: 'test' }]);
  expect(request.gate).toMatchObject([
    { folder: 'test', environment: { GREETING: 'hello', PART: 'one', CI: 'true' } },
  ]);
  expect(report.runs[0]?.commands[0]?.command).toContain('(in test)');
});

test('gate prints what run would do, and runs none of it', async () => {
  const repository = brokenSum(folder, withWorkflow);
  const before = repository.snapshot();
  const args = ['gate', '--workflow', 'ci.yml', '--job', 'test (two)'];
  const { exitCode, stdout } = await runCli(args, { cwd: repository.folder });
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^gate inferred from ci\.yml, job test \(part two\)$/m);
  expect(stdout).toMatch(/not reproduced:[\s\S]*variable TOKEN: needs the secret TOKEN/);
  const json = await runCli([...args, '--json'], { cwd: repository.folder });
  expect(JSON.parse(json.stdout).commands).toMatchObject([{ environment: { PART: 'two' } }]);
  expect(repository.snapshot()).toBe(before);
});

test.each([
  [['--workflow', 'ci.yml', '--job', 'build'], 'no job build; the file has test'],
  [['--workflow', 'cd.yml', '--job', 'test'], 'there is no such file'],
  [['--workflow', 'package.json', '--job', 'test'], 'Unexpected value'],
])('%j cannot be read, and nothing is started', async (args, said) => {
  const repository = brokenSum(folder, { ...MANIFEST, [WORKFLOW]: CI });
  for (const command of ['run', 'gate']) {
    const { exitCode, stderr } = await runCli([command, ...args], { cwd: repository.folder });
    expect(stderr).toContain(said);
    expect(exitCode).toBe(64);
  }
});

test('a job of a workflow that another calls is read from its own file', async () => {
  const called = CI.replace('on: push', 'on: { workflow_call: { inputs: { part: { type: string } } } }');
  const caller = 'on: push\njobs:\n  all:\n    uses: ./.github/workflows/ci.yml\n    with: { part: x }\n';
  const files = { ...withWorkflow, [WORKFLOW]: called, '.github/workflows/all.yml': caller };
  const args = ['gate', '--workflow', 'all.yml', '--job', 'all / test (two)'];
  const { exitCode, stdout, stderr } = await runCli(args, { cwd: brokenSum(folder, files).folder });
  expect(stderr).toBe('');
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^gate inferred from \.github\/workflows\/ci\.yml, job test \(part two\)$/m);
});

test('a repository that says nothing has no gate, and both commands say how to name one', async () => {
  const repository = brokenSum(folder);
  const run = await runCli(['run'], { cwd: repository.folder });
  expect(run.stderr).toContain('no gate: say what must pass, e.g. --gate "npm test"');
  const gate = await runCli(['gate'], { cwd: repository.folder });
  expect(gate.stdout).toContain('no gate can be inferred');
});

test('an own setup takes the place of the one that is inferred', async () => {
  const manifest = { scripts: { test: CHECK }, devDependencies: { nowhere: '1.0.0' } };
  const repository = brokenSum(folder, { 'package.json': JSON.stringify(manifest) });
  const args = ['--setup', 'echo prepared > prepared.txt'];
  const { report, read } = await repair(repository, { folder, gate: [], replies: [GOOD], args });
  expect(report.stopReason).toBe('fixed');
  expect(JSON.parse(read('input/request.json')).setup).toMatchObject([
    { text: 'echo prepared > prepared.txt' },
  ]);
});

test("GitHub's parser is a file of its own in the bundle, which only an inference from a workflow loads", () => {
  const bundle = process.env.SMART_FIX_TEST_CLI ?? '';
  expect(readFileSync(bundle, 'utf8')).not.toContain('github-workflow');
  expect(readFileSync(join(bundle, '..', 'licenses.txt'), 'utf8')).toContain(
    '@actions/workflow-parser 0.3.61 (MIT)',
  );
});
