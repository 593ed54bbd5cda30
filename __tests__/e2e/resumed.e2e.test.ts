import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { chainEntry } from '../../src/ledger/chain.js';
import type { Entry, Fact } from '../../src/ledger/entry.js';
import { brokenSum, CHECK, GOOD } from '../support/broken-sum.js';
import { type CliResult, runCli } from '../support/run-cli.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('resumed');
const model = scriptedModel();
const mark = join(folder, 'was-killed');
/** Kills smart-fix once, in the middle of the gate on the repaired file. */
const DEADLY = `if grep -q 'a + b;' src/sum.mjs && [ ! -e ${mark} ]; then touch ${mark}; kill -9 $PPID; fi; ${CHECK}`;

function run(cwd: string, more: readonly string[] = [], gate = DEADLY): Promise<CliResult> {
  model.script([{ reply: GOOD }]);
  return runCli(['run', '--gate', gate, '--json', ...model.args(), ...more], {
    cwd,
    env: { TMPDIR: folder, ...model.env },
  });
}

const stateOf = (repository: string): string => {
  const runs = join(repository, '.smart-fix/runs');
  return join(runs, readdirSync(runs)[0] ?? '');
};

test('a killed run goes on in its folder: nothing is asked or run that was before', async () => {
  const repository = brokenSum(folder);
  const killed = await run(repository.folder);
  expect([killed.exitCode, existsSync(mark)]).toEqual([null, true]);
  const { exitCode, stdout } = await run(repository.folder, ['--state', stateOf(repository.folder)]);
  expect(exitCode).toBe(0);
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({ stopReason: 'fixed', usage: { modelCalls: 1, executions: 3 } });
  expect(report.runs).toHaveLength(2);
  expect(model.prompts()).toHaveLength(1);
  expect(repository.git('show', `${report.branch}:src/sum.mjs`)).toContain('a + b;');
});

test('a run that has ended does not go on', async () => {
  const repository = brokenSum(folder);
  await run(repository.folder, [], CHECK);
  const again = await run(repository.folder, ['--state', stateOf(repository.folder)], CHECK);
  expect([again.exitCode, again.stderr.includes('already holds a run')]).toEqual([64, true]);
});

/** One whole run, cut off after every fact that it wrote. */
let whole: { readonly folder: string; readonly lines: readonly string[] };

beforeAll(async () => {
  const repository = brokenSum(folder);
  await run(repository.folder, [], CHECK);
  const ledger = join(stateOf(repository.folder), 'ledger.jsonl');
  whole = { folder: repository.folder, lines: readFileSync(ledger, 'utf8').trimEnd().split('\n') };
});

test('a run that is cut off after any of its facts ends as the whole one did, and asks a stored answer never again', async () => {
  const { lines } = whole;
  const kinds = lines.map((line) => JSON.parse(line).fact.kind as string);
  expect(kinds.length).toBeGreaterThan(8);
  const answered = kinds.indexOf('answer-received');
  for (let kept = 1; kept < kinds.length; kept++) {
    const copy = join(folder, `cut-${kept}`);
    cpSync(whole.folder, copy, { recursive: true });
    const state = stateOf(copy);
    // Half of the next line was on its way as well.
    const torn = (lines[kept] ?? '').slice(0, 40);
    writeFileSync(join(state, 'ledger.jsonl'), `${lines.slice(0, kept).join('\n')}\n${torn}`);
    model.mock.reset();
    const { exitCode, stdout, stderr } = await run(copy, ['--state', state], CHECK);
    const said = `after ${kinds[kept - 1]}: ${stderr}`;
    expect([said, exitCode]).toEqual([said, 0]);
    expect(JSON.parse(stdout)).toMatchObject({
      stopReason: 'fixed',
      usage: { modelCalls: expect.any(Number) },
    });
    expect([kept, model.prompts().length]).toEqual([kept, kept > answered ? 0 : 1]);
    rmSync(copy, { recursive: true });
  }
}, 300_000);

test('a recipe of a run that goes on finds the tree as its setup made it', async () => {
  const tool = [
    "import { readFileSync, writeFileSync } from 'node:fs';",
    "const isRight = readFileSync('src/a.js', 'utf8') === 'a;\\n';",
    "if (!process.argv.includes('--check')) writeFileSync('src/a.js', 'a;\\n');",
    "else if (!isRight) { console.log('Checking formatting...\\n[warn] src/a.js\\n[warn] Code style issues found in the above file. Run Prettier with --write to fix.'); process.exit(1); }",
  ].join('\n');
  const { folder: repository } = brokenSum(folder, {
    'src/a.js': 'a  ;\n',
    'tools/prettier.mjs': tool,
    'package.json': '{}\n',
    '.gitignore': 'node_modules\n',
  });
  const setup =
    'mkdir -p node_modules/.bin && printf \'#!/bin/sh\\nexec node "$(dirname "$0")/../../tools/prettier.mjs" "$@"\\n\' >node_modules/.bin/prettier && chmod +x node_modules/.bin/prettier';
  const repair = (more: readonly string[] = []) =>
    run(
      repository,
      ['--setup', setup, '--recipes', 'prettier', ...more],
      'node_modules/.bin/prettier --check .',
    );
  await repair();
  const ledger = join(stateOf(repository), 'ledger.jsonl');
  const lines = readFileSync(ledger, 'utf8').split('\n');
  const base = lines.findIndex((line) => line.includes('"kind":"execution-finished"')) + 1;
  writeFileSync(ledger, `${lines.slice(0, base).join('\n')}\n`);
  const report = JSON.parse((await repair(['--state', stateOf(repository)])).stdout);
  expect(report).toMatchObject({ stopReason: 'fixed', usage: { modelCalls: 0, executions: 2 } });
  expect(report.attempts[0]).toMatchObject({ strategy: 'recipe', recipe: 'prettier' });
});

test('a patch that was changed while the run lay still is not gone on with', async () => {
  const { lines } = whole;
  const copy = join(folder, 'changed');
  cpSync(whole.folder, copy, { recursive: true });
  const state = stateOf(copy);
  const kept = lines.findIndex((line) => line.includes('"kind":"proposal-accepted"')) + 1;
  writeFileSync(join(state, 'ledger.jsonl'), `${lines.slice(0, kept).join('\n')}\n`);
  const [revision = ''] = readdirSync(join(state, 'revisions')).filter((name) =>
    existsSync(join(state, 'revisions', name, 'patch.json')),
  );
  const patch = join(state, 'revisions', revision, 'patch.json');
  writeFileSync(patch, readFileSync(patch, 'utf8').replace('a + b;', 'a * b;'));
  const { exitCode, stdout } = await run(copy, ['--state', state], CHECK);
  expect([exitCode, JSON.parse(stdout).stopReason]).toEqual([70, 'tampered']);
});

/** The whole run, cut off after its baseline, with other lines. */
function cutOff(name: string, change: (lines: string[]) => readonly string[]) {
  const copy = join(folder, name);
  cpSync(whole.folder, copy, { recursive: true });
  const state = stateOf(copy);
  const lines = change(whole.lines.slice(0, 4));
  writeFileSync(join(state, 'ledger.jsonl'), lines.map((line) => `${line}\n`).join(''));
  return { copy, state };
}

test('a ledger with a broken record in its middle is gone on with by nobody', async () => {
  const { copy, state } = cutOff('broken', ([first = '', second = '', ...rest]) => [
    first,
    second.replace(/"at":"\d/, '"at":"9'),
    ...rest,
  ]);
  const { exitCode, stderr } = await run(copy, ['--state', state], CHECK);
  expect([exitCode, stderr]).toEqual([
    70,
    expect.stringMatching(/failed \(ledger-corrupt\): .*breaks the hash chain/),
  ]);
  expect(model.prompts()).toEqual([]);
});

test('a ledger of a newer version is left to that version', async () => {
  const { copy, state } = cutOff('newer', (lines) => {
    const last = JSON.parse(lines.at(-1) ?? '') as Entry;
    const fact = { kind: 'moon-phase-noted' } as unknown as Fact;
    return [...lines, JSON.stringify(chainEntry(last.sequence + 1, last.at, fact, last.hash))];
  });
  const { exitCode, stderr } = await run(copy, ['--state', state], CHECK);
  expect([exitCode, stderr]).toEqual([
    64,
    expect.stringContaining('of another version of smart-fix (line 5'),
  ]);
});

test('of two that go on with one run at once, one does', async () => {
  const { copy, state } = cutOff('twice', (lines) => lines);
  const ends = await Promise.all([1, 2].map(() => run(copy, ['--state', state], CHECK)));
  expect(ends.map(({ exitCode }) => exitCode).sort()).toEqual([0, 64]);
  expect(ends.map(({ stderr }) => stderr).join()).toContain('is held by process');
  expect(model.prompts()).toHaveLength(1);
});
