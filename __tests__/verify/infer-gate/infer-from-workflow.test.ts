// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of GitHub Actions
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { renderGate } from '../../../src/verify/infer-gate/render-gate.js';
import { gateOf, inferJob, workflowWith } from '../../support/infer-job.js';

const FIXTURES = join(import.meta.dirname, '..', '..', 'fixtures', 'workflows');
const EVERY_FEATURE = readFileSync(join(FIXTURES, 'every-feature.yml'), 'utf8');

const textsOf = (commands: readonly { readonly text: string }[]): readonly string[] =>
  commands.map(({ text }) => text);

test('a job of every feature is told as a person would reproduce it', () => {
  const gate = gateOf(EVERY_FEATURE, { matrix: { node: '22' } });
  expect(renderGate(gate)).toBe(readFileSync(join(FIXTURES, 'every-feature.txt'), 'utf8'));
});

test('folder, environment and shell of the step win over the job, and the job over the workflow', () => {
  const workflow = `
on: push
env: { A: workflow, B: workflow, C: workflow }
defaults: { run: { working-directory: w, shell: sh } }
jobs:
  test:
    runs-on: ubuntu-latest
    env: { B: job, C: job }
    defaults: { run: { working-directory: j, shell: "bash -x {0}" } }
    steps:
      - run: make check
      - run: make test
        env: { C: "step \${{ env.A }}" }
        working-directory: s
        shell: bash
`;
  const { commands } = gateOf(workflow);
  expect(commands[0]).toEqual({
    text: 'make check',
    folder: 'j',
    environment: { CI: 'true', A: 'workflow', B: 'job', C: 'job' },
    shell: ['bash', '-x', '-c'],
  });
  expect(commands[1]).toMatchObject({
    folder: 's',
    environment: { A: 'workflow', B: 'job', C: 'step workflow' },
    shell: ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c'],
  });
});

test('setup is what comes before the first check; later installs keep their place in the gate', () => {
  const gate = gateOf(workflowWith('- run: npm ci\n- run: npm test\n- run: pip install tox\n- run: tox'));
  expect(textsOf(gate.setup)).toEqual(['npm ci']);
  expect(textsOf(gate.commands)).toEqual(['npm test', 'pip install tox', 'tox']);
});

test('a job that only installs is its own gate', () => {
  const gate = gateOf(workflowWith('- run: npm ci'));
  expect(gate.setup).toEqual([]);
  expect(textsOf(gate.commands)).toEqual(['npm ci']);
});

test.each([
  ['none', 'run: make', true],
  ['a matrix value that holds', 'if: matrix.a == 1\n  run: make', true],
  ['a matrix value that does not', 'if: matrix.a == 2\n  run: make', false],
  ['success()', 'if: success()\n  run: make', true],
  ['always()', 'if: ${{ always() }}\n  run: make', true],
  ['!cancelled()', "if: '!cancelled()'\n  run: make", true],
  ['failure()', 'if: failure()\n  run: make', false],
  ['the system', "if: runner.os == 'Linux'\n  run: make", true],
  ['another system', "if: runner.os == 'Windows'\n  run: make", false],
  ['something unknown', "if: github.actor == 'me'\n  run: make", false],
  ['something unknown that is never reached', "if: matrix.a == 1 || github.actor == 'me'\n  run: make", true],
  ['a literal false', 'if: false\n  run: make', false],
])('a condition: %s', (_, step, runs) => {
  const { commands, omissions } = gateOf(workflowWith(`- ${step}`, 'strategy: { matrix: { a: [1] } }'));
  expect(textsOf(commands)).toEqual(runs ? ['make'] : []);
  expect(omissions).toHaveLength(runs ? 0 : 1);
});

test.each([
  ['run: npm run e2e -- ${{ secrets.KEY }}', 'needs the secret KEY'],
  ['env: { K: "${{ secrets.KEY }}" }\n  run: npm run e2e', 'needs the secret KEY (as K)'],
  ['env: { K: "${{ github.token }}" }\n  run: npm run e2e', 'needs the token or secrets of the run (as K)'],
  ['run: npm run e2e ${{ vars.STAGE }}', /vars.STAGE, a variable of the repository/],
  ['run: npm run e2e ${{ steps.x.outputs.y }}', 'needs steps.x, which only the run itself knows'],
  ["run: npm run e2e ${{ hashFiles('a') }}", 'needs hashFiles(), which only the run itself knows'],
  ['run: test "$GITHUB_REF_NAME" = main', 'needs GITHUB_REF_NAME, which only the runner sets'],
  ['run: echo A=1 >> $GITHUB_ENV', /GITHUB_ENV, which only the runner reads/],
  ['shell: pwsh\n  run: ls', /pwsh/],
  ['working-directory: ../other\n  run: ls', 'works outside the repository, in ../other'],
  ['working-directory: a/../../b\n  run: ls', 'works outside the repository, in ../b'],
  ['continue-on-error: true\n  run: ls', 'may fail (continue-on-error)'],
  ['run: npm publish', 'deploys, publishes or uploads: npm publish'],
  ['run: sudo make install', /changes the machine/],
  [
    'uses: actions/setup-go@v6\n  with: { go-version: "1.26" }',
    /has to be on this machine \(go-version 1.26\)/,
  ],
  ['uses: some/action@v1', 'is an action, and only commands are run here'],
])('not reproduced, and said why: %s', (step, reason) => {
  const { commands, omissions } = gateOf(workflowWith(`- ${step}`));
  expect(commands).toEqual([]);
  expect(omissions.map((each) => each.reason)).toEqual([
    typeof reason === 'string' ? reason : expect.stringMatching(reason),
  ]);
});

test('a secret of the job leaves out its variable, and the steps that read it', () => {
  const job = 'env: { TOKEN: "${{ secrets.TOKEN }}", MODE: ci }';
  const steps = '- run: npm test\n- run: curl -H "$TOKEN" example.org\n- run: echo ${{ env.TOKEN }}';
  const { commands, omissions } = gateOf(workflowWith(steps, job));
  expect(commands).toMatchObject([{ text: 'npm test', environment: { CI: 'true', MODE: 'ci' } }]);
  expect(JSON.stringify(commands)).not.toContain('TOKEN');
  expect(omissions.map(({ what }) => what)).toEqual([
    'variable TOKEN',
    'Run curl -H "$TOKEN" example.org',
    'a step without a name',
  ]);
});

test('odd names and characters break nothing', () => {
  const job = 'env: { "A(": "${{ secrets.A }}", __proto__: x, constructor: y }';
  const { commands, omissions } = gateOf(workflowWith('- run: echo $A\n- run: "a\\0b"\n  name: nul', job));
  expect(textsOf(commands)).toEqual(['echo $A']);
  expect(Object.keys(commands[0]?.environment ?? {})).toEqual(['CI', '__proto__', 'constructor']);
  expect(omissions.map(({ what }) => what)).toEqual(['variable A(', 'nul']);
});

test('a script of a long line is read at once', () => {
  const startedAt = performance.now();
  gateOf(workflowWith(`- run: ./${'deploy-'.repeat(50_000)}\n- run: ${'A=1 '.repeat(50_000)}x`));
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

test('a block of lines with an expression keeps its lines and loses its indentation', () => {
  const steps =
    '- run: |\n    cat <<END\n    ${{ matrix.a }}\n    END\n- run: >-\n    npm test\n    -- ${{ matrix.a }}';
  const { commands } = gateOf(workflowWith(steps, 'strategy: { matrix: { a: [x] } }'));
  expect(textsOf(commands)).toEqual(['cat <<END\nx\nEND', 'npm test -- x']);
});

test('files that only the runner reads lead nowhere', () => {
  const { commands } = gateOf(workflowWith('- run: npm test | tee -a $GITHUB_STEP_SUMMARY'));
  expect(commands).toMatchObject([{ environment: { GITHUB_STEP_SUMMARY: '/dev/null' } }]);
});

test('a container, services and another system are told, and plain commands of Windows run all the same', () => {
  const job = 'container: node:24\nservices: { db: { image: postgres } }';
  expect(gateOf(workflowWith('- run: make', job)).omissions).toEqual([
    { what: 'container', reason: 'the job runs in node:24, and here on this machine' },
    { what: 'service db', reason: 'is not started here' },
  ]);
  const windows = workflowWith('- run: npm test\n- run: $x = 1').replace('ubuntu-latest', 'windows-latest');
  const gate = gateOf(windows);
  expect(textsOf(gate.commands)).toEqual(['npm test']);
  expect(gate.omissions).toEqual([
    { what: 'runs-on', reason: 'the job runs on Windows, and here on this machine' },
    { what: 'Run $x = 1', reason: 'is written for PowerShell, which is not run here' },
  ]);
});

test.each([
  ['test', 'job test (node 20, os ubuntu-24.04)'],
  ['test (22, ubuntu-24.04, true)', 'job test (node 22, os ubuntu-24.04, coverage true)'],
  ['test (24, ubuntu-24.04)', 'job test (node 24, os ubuntu-24.04)'],
  ['Lint (push)', 'job lint'],
  ['lint', 'job lint'],
  ['dynamic (x86, on)', 'job dynamic'],
])('%s is found as a run shows it', (name, title) => {
  const contexts = { github: { known: { event_name: 'push' }, isComplete: false } };
  expect(gateOf(EVERY_FEATURE, { name, contexts }).origin).toBe(`ci.yml, ${title}`);
});

test.each([
  ['deploy', {}, 'ci.yml: no job deploy; the file has test, lint, package, dynamic'],
  ['test', { node: '18' }, /no job test with node=18/],
])('%s cannot be found, and it is said why', (name, matrix, fault) => {
  expect(inferJob(EVERY_FEATURE, { name, matrix })).toEqual({
    kind: 'fault',
    fault: expect.stringMatching(fault),
  });
});

test('a step that holds a NUL runs nowhere; one that only writes of it does', () => {
  const { commands, omissions } = gateOf(
    workflowWith(`
- run: "npm test \\0"
- run: grep '\\u0000' src/a.txt
`),
  );
  expect(commands.map(({ text }) => text)).toEqual(["grep '\\u0000' src/a.txt"]);
  expect(omissions.map(({ reason }) => reason)).toEqual(['holds a NUL, which no command can']);
});

test('a step that is longer than the system starts is left out, whoever made it so long', () => {
  const twice = (text: string) => `format('{0}{0}', ${text})`;
  const long = Array.from({ length: 20 }).reduce<string>(twice, "'x'");
  const { commands, omissions } = gateOf(workflowWith(`- run: echo \${{ ${long} }}\n- run: npm test`));
  expect(commands.map(({ text }) => text)).toEqual(['npm test']);
  expect(omissions[0]?.reason).toBe('is longer than a command can be');
});

const CALLER = `
on: push
jobs:
  check:
    strategy: { matrix: { node: [20, 22] } }
    uses: ./.github/workflows/check.yml
    with: { node: "\${{ matrix.node }}", level: "\${{ github.run_id }}" }
  away:
    uses: octo/shared/.github/workflows/check.yml@v1
  odd:
    name: odd one
    uses: ./.github/workflows/check.yml
`;

test.each([
  ['check (22) / unit', { known: { node: 22 }, unknown: ['level'] }, 'unit'],
  ['check (20) / unit / deep', { known: { node: 20 }, unknown: ['level'] }, 'unit / deep'],
  ['odd one / unit', { known: {}, unknown: [] }, 'unit'],
  ['odd', { known: {}, unknown: [] }, null],
])('the job %s lies in the workflow that another calls', (name, inputs, rest) => {
  expect(inferJob(CALLER, { name })).toEqual({
    kind: 'called',
    called: { file: '.github/workflows/check.yml', name: rest, matrix: {}, inputs },
  });
});

test('a workflow of another repository that is called is not read', () => {
  expect(inferJob(CALLER, { name: 'away / unit' })).toEqual({
    kind: 'fault',
    fault: expect.stringMatching(/away calls octo\/shared.*, which is no file of this commit/),
  });
});

const CALLED = `
on:
  workflow_call:
    inputs:
      node: { type: string, required: true }
      level: { type: string, default: high }
      deep: { type: boolean }
      shard: { type: number, default: 3 }
jobs:
  unit:
    runs-on: ubuntu-latest
    steps:
      - run: npm test -- \${{ inputs.node }} \${{ inputs.shard }}
      - run: npm run level -- \${{ inputs.level }}
      - run: npm run deep
        if: inputs.deep
`;

test('a workflow that is called has what its caller hands over, and its own defaults for the rest', () => {
  const called = gateOf(CALLED, { name: null, inputs: { known: { node: '22' }, unknown: [] } });
  expect(textsOf(called.commands)).toEqual(['npm test -- 22 3', 'npm run level -- high']);
  const unsaid = gateOf(CALLED, {
    name: null,
    inputs: { known: { node: '22', deep: true }, unknown: ['level'] },
  });
  expect(textsOf(unsaid.commands)).toEqual(['npm test -- 22 3', 'npm run deep']);
  expect(unsaid.omissions.map(({ reason }) => reason)).toEqual([
    'needs inputs.level, which only the run itself knows',
  ]);
});

test('of a workflow with several jobs that is called, one has to be named', () => {
  const two = `${CALLED}  lint: { runs-on: ubuntu-latest, steps: [{ run: npm run lint }] }\n`;
  expect(inferJob(two, { name: null, inputs: { known: {}, unknown: [] } })).toEqual({
    kind: 'fault',
    fault: 'ci.yml is called, and has the jobs unit, lint; name one behind its caller',
  });
});

test('where the repository is checked out into a folder, that folder is its root', () => {
  const gate = gateOf(
    workflowWith(`
- uses: actions/checkout@v5
  with: { path: ./code }
- uses: actions/checkout@v5
  with: { repository: octo/tools, path: code/tools }
- run: npm test
  working-directory: code
- run: npm run unit
  working-directory: code/packages/a
- run: npm run above
- run: npm run tools
  working-directory: code/tools/x
`),
  );
  expect(gate.commands.map(({ text, folder }) => [text, folder])).toEqual([
    ['npm test', '.'],
    ['npm run unit', 'packages/a'],
  ]);
  expect(gate.omissions.map(({ reason }) => reason)).toEqual([
    'works outside the repository, in .',
    'works in another repository, in code/tools/x',
  ]);
});

test('a checkout that names the run’s own repository is its own', () => {
  const github = { known: { repository: 'octo/shop' }, isComplete: false };
  const steps = `
- uses: actions/checkout@v5
  with: { repository: Octo/shop, path: code }
- run: npm test
  working-directory: code
`;
  expect(gateOf(workflowWith(steps), { contexts: { github } }).commands).toMatchObject([{ folder: '.' }]);
});
