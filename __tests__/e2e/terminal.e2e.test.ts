import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { brokenSum, CHECK, sumPlus } from '../support/broken-sum.js';
import { runCli, writeRecording } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('terminal');
const ESCAPE = String.fromCharCode(27);

const argsOf = (gate: string, ...more: readonly string[]): readonly string[] => {
  const recording = writeRecording(folder, [sumPlus(' + 2'), sumPlus('', ' + 2')]);
  return ['run', '--gate', gate, '--provider', 'replay', '--recording', recording, ...more];
};

test('without a terminal every line is plain and has its time, and says phase, attempt, command and verdict', async () => {
  const repository = brokenSum(folder);
  const { stdout, stderr, exitCode } = await runCli(argsOf(CHECK), { cwd: repository.folder });
  expect(exitCode).toBe(0);
  expect(stderr).toBe('');
  const lines = stdout.trimEnd().split('\n');
  for (const line of lines) expect(line).toMatch(/^\[\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\] /);
  const said = lines.map((line) => line.slice(27)).join('\n');
  for (const words of [
    'scan     the whole gate on the untouched commit',
    '- src/sum.mjs:1: sum is 5',
    'isolate  fix branch smart-fix/',
    'repair   attempt 1 / 3',
    'repair   attempt 2 / 3',
    'verify   the whole gate on attempt 2',
    '$ node test/check.mjs',
    '+export const sum = (a, b) => a + b;',
    'completed (fixed): Attempt 2 passed the whole gate.',
    'report: ',
  ]) {
    expect(said).toContain(words);
  }
  expect(stdout).not.toContain(ESCAPE);
});

test('--json keeps standard output to one document; people are told on standard error', async () => {
  const { stdout, stderr } = await runCli(argsOf(CHECK, '--json'), { cwd: brokenSum(folder).folder });
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  expect(JSON.parse(stdout)).toMatchObject({ stopReason: 'fixed' });
  expect(stderr).toContain('attempt 1 / 3');
});

test('--verbose shows what a command printed', async () => {
  const gate = `echo shown-only-when-verbose; ${CHECK}`;
  const quiet = await runCli(argsOf(gate), { cwd: brokenSum(folder).folder });
  const loud = await runCli(argsOf(gate, '--verbose'), { cwd: brokenSum(folder).folder });
  const shown = (text: string) => text.includes('| shown-only-when-verbose');
  expect([shown(quiet.stdout), shown(loud.stdout)]).toEqual([false, true]);
});

test('a reader of the output that goes away early is no failure', async () => {
  const repository = brokenSum(folder);
  const cli = [process.execPath, process.env.SMART_FIX_TEST_CLI, ...argsOf(CHECK)]
    .map((word) => `'${word}'`)
    .join(' ');
  const { stdout } = spawnSync(
    '/bin/sh',
    ['-c', `{ ${cli}; echo "ended with $?" >&2; } 2>&1 >/dev/null | head -n 1`],
    {
      cwd: repository.folder,
      encoding: 'utf8',
    },
  );
  expect(stdout).toBe('ended with 0\n');
  const closed = spawnSync('/bin/sh', ['-c', `{ ${cli}; echo "ended with $?" >&2; } | true`], {
    cwd: repository.folder,
    encoding: 'utf8',
  });
  expect(closed.stderr).toBe('ended with 0\n');
});

const hasScript =
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') ?? false;
if (!hasScript) console.warn('not run: the terminal tests need script(1) of util-linux');
const onTerminal = hasScript ? test : test.skip;

/** What a person sees on a terminal. */
function seenOnTerminal(gate: string, env: Readonly<Record<string, string>> = {}): string {
  const words = [process.execPath, process.env.SMART_FIX_TEST_CLI ?? '', ...argsOf(gate)];
  const command = words.map((word) => `'${word}'`).join(' ');
  const { PATH = '', HOME = '' } = process.env;
  const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], {
    cwd: brokenSum(folder).folder,
    env: { PATH, HOME, TERM: 'xterm', SHELL: '/bin/sh', TMPDIR: mkdtempSync(join(folder, 'tmp-')), ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return stdout;
}

onTerminal('on a terminal a person sees colours, no times, and how long the command has run', () => {
  const seen = seenOnTerminal(`sleep 1.3; ${CHECK}`);
  expect(seen).toContain(`${ESCAPE}[32mcompleted (fixed)`);
  expect(seen).toContain(`${ESCAPE}[31m-export`);
  expect(seen).not.toMatch(/\[\d{4}-\d\d-\d\dT/);
  expect(seen).toContain('... 1 s');
});

onTerminal('NO_COLOR takes the colours away', () => {
  const seen = seenOnTerminal(CHECK, { NO_COLOR: '1' });
  expect(seen).toContain('completed (fixed)');
  expect(seen).not.toMatch(new RegExp(`${ESCAPE}\\[\\d+m`));
});

onTerminal('under CI a terminal is told in plain lines', () => {
  const seen = seenOnTerminal(CHECK, { CI: 'true' });
  expect(seen).not.toContain(ESCAPE);
  expect(seen).toMatch(/^\[\d{4}-\d\d-\d\dT/m);
});
