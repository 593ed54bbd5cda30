import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { brokenSum, CHECK, GOOD, sumPlus } from '../support/broken-sum.js';
import { repair, runCli } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('state');
const TWO_STEPS = ['no JSON', sumPlus(' + 2'), sumPlus('', ' + 2')];
const fixInTwoSteps = () => repair(brokenSum(folder), { folder, gate: CHECK, replies: TWO_STEPS });

interface Line {
  readonly sequence: number;
  readonly at: string;
  readonly fact: { readonly kind: string; readonly number?: number; readonly [name: string]: unknown };
  readonly previous: string;
  readonly hash: string;
}

const linesOf = (text: string): readonly Line[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('the ledger is a chain of hashes that anybody can check, and its order is that of the run', async () => {
  const { read } = await fixInTwoSteps();
  const lines = linesOf(read('ledger.jsonl'));
  let previous = '0'.repeat(64);
  for (const [index, line] of lines.entries()) {
    const { sequence, at, fact } = line;
    const content = JSON.stringify([sequence, at, fact, previous]);
    expect(line.previous).toBe(previous);
    expect(line.hash).toBe(createHash('sha256').update(content).digest('hex'));
    expect(sequence).toBe(index + 1);
    previous = line.hash;
  }
  expect(lines.map(({ fact }) => fact.kind)).toEqual([
    ...['run-started', 'sandbox-chosen'],
    ...['execution-reserved', 'execution-finished', 'recipes-tried'],
    ...['model-call-reserved', 'answer-received', 'proposal-rejected'],
    ...['model-call-reserved', 'answer-received', 'proposal-accepted'],
    ...['execution-reserved', 'execution-finished'],
    ...['model-call-reserved', 'answer-received', 'proposal-accepted'],
    ...['execution-reserved', 'execution-finished'],
    ...['effect-intended', 'delivered'],
    'run-ended',
  ]);
});

test('a reservation is on disk before the execution that it pays for', async () => {
  const repository = brokenSum(folder);
  // The gate looks into the state folder, whose path the configuration fixes.
  const state = join(repository.folder, '.smart-fix/here');
  const gate = `tail -n 1 '${state}/ledger.jsonl' | grep -o execution-reserved; ${CHECK}`;
  const args = ['run', '--gate', gate, '--state', state, '--json'];
  const { stdout } = await runCli(args, { cwd: repository.folder });
  expect(JSON.parse(stdout).runs[0].commands[0].output).toContain('execution-reserved\n');
});

test('the report says the same on standard output and in the folder, and a page says it to people', async () => {
  const { report, read } = await fixInTwoSteps();
  expect(JSON.parse(read('report.json'))).toEqual(report);
  const page = read('report.md');
  for (const words of [
    'completed (fixed)',
    'rejected (malformed)',
    'Attempt 2: passed',
    'src/sum.mjs',
    CHECK,
  ]) {
    expect(page).toContain(words);
  }
  expect(report.acceptedRevisionId).toBe(report.runs.at(-1)?.revisionId);
  expect(report.runs.at(-1)?.status).toBe('passed');
});

test('LOOP.md has an entry for every proposal, in order', async () => {
  const { read } = await fixInTwoSteps();
  expect(read('LOOP.md').match(/\*\*Status:\*\* .*/g)).toEqual([
    expect.stringContaining('rejected (malformed)'),
    expect.stringContaining('patched, then failed (gate-red)'),
    expect.stringContaining('passed'),
  ]);
  expect(read('LOOP.md').match(/^---$/gm)).toHaveLength(3);
  expect(read('LOOP.md').match(/\*\*Commit:\*\* `[0-9a-f]{12}`/g)).toHaveLength(2);
});

test('every revision has its proposal, its files, its patch and the receipt of its execution', async () => {
  const { report, read, stateFolder } = await fixInTwoSteps();
  const revisions = report.runs.map(({ revisionId }) => revisionId);
  expect(readdirSync(join(stateFolder, 'revisions')).toSorted()).toEqual(revisions.toSorted());
  for (const run of report.runs) {
    expect(JSON.parse(read(`revisions/${run.revisionId}/receipt.json`))).toEqual(run);
  }
  const [base, first, second] = revisions;
  expect(JSON.parse(read(`revisions/${second}/proposal.json`))).toMatchObject({
    number: 2,
    parentRevisionId: first,
    paths: ['src/sum.mjs'],
  });
  expect(JSON.parse(read(`revisions/${first}/proposal.json`)).parentRevisionId).toBe(base);
  expect(read(`revisions/${first}/files/src/sum.mjs`)).toContain('+ 2');
  expect(read(`revisions/${second}/patch.diff`)).toContain('-export const sum = (a, b) => a + b + 1;');
});

test('request and originals lie under input, repaired files under output', async () => {
  const { report, read } = await fixInTwoSteps();
  expect(JSON.parse(read('input/request.json'))).toMatchObject({
    requestId: report.requestId,
    baseCommit: report.baseCommit,
    gate: [{ text: CHECK }],
    provider: 'replay',
  });
  expect(read('input/files/src/sum.mjs')).toContain('a + b + 1;');
  expect(read('output/src/sum.mjs')).toContain('a + b;');
});

test('a run that is not completed writes no output', async () => {
  const replies = [sumPlus(' + 2')];
  const args = ['--max-attempts', '1'];
  const { stateFolder } = await repair(brokenSum(folder), { folder, gate: CHECK, replies, args });
  expect(existsSync(join(stateFolder, 'output'))).toBe(false);
  expect(existsSync(join(stateFolder, 'patch.diff'))).toBe(false);
});

test('by default each run has a folder of its own that git does not see and nobody else reads', async () => {
  const repository = brokenSum(folder);
  const run = () => runCli(['run', '--gate', 'true'], { cwd: repository.folder });
  const runs = join(repository.folder, '.smart-fix/runs');
  const { stdout } = await run();
  const [first = ''] = readdirSync(runs);
  await run();
  expect(readdirSync(runs)).toHaveLength(2);
  expect(first).toMatch(/^\d{8}-\d{6}-[0-9a-f]{6}$/);
  expect(stdout).toContain(join(runs, first, 'report.md'));
  expect(repository.git('status', '--porcelain', '--untracked-files=all')).toBe('');
  expect(statSync(join(runs, first)).mode & 0o077).toBe(0);
  expect(readFileSync(join(repository.folder, '.smart-fix/.gitignore'), 'utf8')).toBe('*\n');
});

test('the same patch has the same revision id only within one request', async () => {
  const one = await repair(brokenSum(folder), { folder, gate: CHECK, replies: [GOOD] });
  const other = await repair(brokenSum(folder), { folder, gate: CHECK, replies: [GOOD] });
  expect(one.report.acceptedRevisionId).not.toBe(other.report.acceptedRevisionId);
});
