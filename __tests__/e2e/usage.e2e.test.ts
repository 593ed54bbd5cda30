import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { brokenSum, CHECK, GOOD } from '../support/broken-sum.js';
import { repair, runCli } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('usage');
const CONFIG = '.github/smart-fix.yml';

/** Runs a command line that must not start anything, and answers what it says. */
async function refused(args: readonly string[], files: Readonly<Record<string, string>> = {}) {
  const repository = brokenSum(folder, files);
  const before = repository.snapshot();
  const { exitCode, stdout, stderr } = await runCli(args, { cwd: repository.folder });
  expect(exitCode).toBe(64);
  expect(stdout).toBe('');
  expect(repository.snapshot()).toBe(before);
  expect(readdirSync(repository.folder)).not.toContain('.smart-fix');
  return stderr;
}

test('a run without a gate says how to name one', async () => {
  expect(await refused(['run'])).toContain('no gate: say what must pass, e.g. --gate "npm test"');
});

test('all faults of flags and configuration file are told at once, with suggestions', async () => {
  const config = 'max-atempts: 2\nprotekt: x\ndeadline: 0\n';
  const args = ['run', '--gat', 'true', '--max-attempts', '8', '--json=yes', 'stray', '--on-success', 'push'];
  const said = await refused(args, { [CONFIG]: config });
  for (const words of [
    'unknown option --gat (did you mean --gate?)',
    '--max-attempts: ',
    '--json takes no value',
    'unexpected argument stray',
    '--on-success: ',
    '--deadline: ',
    `${CONFIG}: unknown key max-atempts (did you mean max-attempts?)`,
    `${CONFIG}: unknown key protekt (did you mean protect?)`,
  ]) {
    expect(said).toContain(words);
  }
});

test.each([
  [['run', '--gate'], '--gate needs a value'],
  [['run', '--gate', 'true', '--state', ''], '--state needs a value'],
  [['run', '--gate', 'true', '--provider', 'openai'], 'needs --model NAME; there is no default model'],
  [['run', '--gate', 'true', '--provider', 'openai', '--model', 'm'], 'OPENAI_API_KEY'],
  [['run', '--gate', 'true', '--provider', 'command'], 'needs --model-command'],
  [['run', '--gate', 'true', '--provider', 'replay'], 'needs --recording'],
  [['run', '--gate', 'true', '--provider', 'replay', '--recording', 'nowhere.jsonl'], 'nowhere.jsonl'],
  [['run', '--gate', 'true', '--base-url', 'http://models.example.com'], 'https://'],
  [['run', '--gate', 'true', '--branch', 'fix/{nmae}'], 'unknown placeholder {nmae}'],
  [['run', '--gate', 'true', '--max-attempts', 'three'], '--max-attempts: '],
  [['rum'], 'unknown command rum (did you mean run?)'],
])('%j is a usage error that says what to do', async (args, words) => {
  expect(await refused(args)).toContain(words);
});

test.each([
  ['broken YAML', 'gate: [', CONFIG],
  ['a list instead of a map', '- gate\n', 'must be a map'],
  ['a key that only the command line has', 'dry-run: true\n', 'unknown key dry-run'],
])('a configuration file with %s is a usage error', async (_, text, words) => {
  expect(await refused(['run', '--gate', 'true'], { [CONFIG]: text })).toContain(words);
});

test('the configuration file supplies settings, and flags win over it', async () => {
  const repository = brokenSum(folder, {
    [CONFIG]: `gate: ${CHECK}\nmax-attempts: 1\nbranch: from-file/{run}\nsubject: "file: {summary}"\nallow:\n  - docs/**\n`,
  });
  const fromFile = await repair(repository, { folder, gate: [], replies: [GOOD] });
  expect(fromFile.report.branch).toBe(`from-file/${fromFile.report.requestId}`);
  expect(repository.git('log', '-1', '--format=%s', fromFile.report.branch ?? '')).toBe('file: end in ""');
  const request = JSON.parse(fromFile.read('input/request.json'));
  expect(request).toMatchObject({ gate: [{ text: CHECK }], limits: { maxAttempts: 1, maxExecutions: 2 } });
  expect(request.policy.allow).toEqual(['docs/**']);
  const args = ['--max-attempts', '2', '--branch', 'from-flag', '--subject', 'flag: {summary}'];
  const fromFlags = await repair(repository, { folder, gate: ['true', CHECK], replies: [GOOD], args });
  expect(fromFlags.report.branch).toBe('from-flag');
  expect(JSON.parse(fromFlags.read('input/request.json'))).toMatchObject({
    gate: [{ text: 'true' }, { text: CHECK }],
    limits: { maxAttempts: 2, maxExecutions: 3 },
  });
});

test('help and version go to standard output and need no repository', async () => {
  const cwd = mkdtempSync(join(folder, 'plain-'));
  const help = await runCli(['--help'], { cwd });
  expect(help).toMatchObject({ exitCode: 0, stderr: '' });
  expect(help.stdout).toContain('--max-attempts N');
  expect((await runCli(['run', '--help'], { cwd })).stdout).toContain('--gate CMD');
  expect((await runCli(['--version'], { cwd })).stdout).toMatch(/^smart-fix \d+\.\d+\.\d+\n$/);
});

const lockOf = (pid: number, host = hostname()) =>
  JSON.stringify({ pid, host, at: '2026-01-01T00:00:00.000Z' });

/** A state folder that somebody has locked. */
function lockedFolder(lock: string): string {
  const state = mkdtempSync(join(folder, 'locked-'));
  writeFileSync(join(state, 'lock'), lock);
  return state;
}

test.each([
  ['a process that lives', lockOf(process.pid), `process ${process.pid}`],
  ['another host', lockOf(1, 'elsewhere'), 'elsewhere'],
  ['a stranger', 'gibberish', 'an unknown owner'],
])('a state folder in use by %s is refused with words, before anything runs', async (_, lock, words) => {
  const args = ['run', '--gate', 'true', '--state', lockedFolder(lock)];
  const { exitCode, stderr } = await runCli(args, { cwd: brokenSum(folder).folder });
  expect(exitCode).toBe(64);
  expect(stderr).toContain(words);
  expect(stderr).toContain('Wait for that run to end');
});

test('the lock of a process that is gone is taken over', async () => {
  const state = lockedFolder(lockOf(2 ** 22 - 1));
  const args = ['run', '--gate', 'true', '--state', state];
  expect((await runCli(args, { cwd: brokenSum(folder).folder })).exitCode).toBe(0);
  expect(readdirSync(state)).not.toContain('lock');
});

test('a state folder that holds a run is not used again', async () => {
  const repository = brokenSum(folder);
  const args = ['run', '--gate', 'true', '--state', 'my state'];
  expect((await runCli(args, { cwd: repository.folder })).exitCode).toBe(0);
  const again = await runCli(args, { cwd: repository.folder });
  expect(again.exitCode).toBe(64);
  expect(again.stderr).toContain('already holds a run; choose another --state');
});

test('a state folder that cannot be made is told in words', async () => {
  const repository = brokenSum(folder);
  const file = join(mkdtempSync(join(folder, 'file-')), 'file');
  writeFileSync(file, '');
  const { exitCode, stderr } = await runCli(['run', '--gate', 'true', '--state', join(file, 'state')], {
    cwd: repository.folder,
  });
  expect(exitCode).toBe(64);
  expect(stderr).toContain(file);
});

test('a temporary folder that is not there fails the run with words that say what to do', async () => {
  const repository = brokenSum(folder);
  const env = { TMPDIR: '/nowhere/tmp' };
  const { exitCode, stdout } = await runCli(['run', '--gate', CHECK], { cwd: repository.folder, env });
  expect(exitCode).toBe(70);
  expect(stdout).toContain('failed (internal): The temporary folder /nowhere/tmp is not there. Set TMPDIR');
});
