import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createCommandRunner } from '../../../src/adapters/process/create-command-runner.js';
import { plainCommand, type ShellCommand } from '../../../src/domain/shell-command.js';
import { toolchain } from '../../support/toolchain.js';

let folder = '';
let directory = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'smart-fix-test-'));
  directory = join(folder, 'tree');
  await mkdir(directory);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

function run(
  command: string | ShellCommand,
  options: {
    limitMs?: number;
    signal?: AbortSignal;
    hurry?: AbortSignal;
    environment?: Record<string, string>;
    extraNames?: string[];
    directory?: string;
  } = {},
) {
  const runner = createCommandRunner({
    baseEnvironment: { PATH: process.env.PATH, ...options.environment },
    temporaryDirectory: join(folder, 'tmp'),
    ...(options.extraNames && { extraNames: options.extraNames }),
    ...(options.hurry && { hurry: options.hurry }),
  });
  return runner.run({
    command: typeof command === 'string' ? plainCommand(command) : command,
    directory: options.directory ?? directory,
    limitMs: options.limitMs ?? 30_000,
    signal: options.signal ?? new AbortController().signal,
  });
}

const go = toolchain('go version');

/** Waits for the pid that a command writes to a file. */
async function pidIn(file: string): Promise<number> {
  for (let i = 0; i < 2_000; i += 1) {
    const text = existsSync(file) ? await readFile(file, 'utf8') : '';
    if (text.endsWith('\n')) return Number(text);
    await sleep(25);
  }
  throw new Error(`no pid in ${file}`);
}

/** Zombies do not live: in a container without a reaping init they stay in the table. */
async function lives(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z');
  return stat.slice(stat.lastIndexOf(')')).split(' ')[1] !== 'Z';
}

test('stdout and stderr are one text in the order written', async () => {
  const command = 'i=0; while [ $i -lt 50 ]; do echo out$i; echo err$i >&2; i=$((i+1)); done';
  const { output } = await run(command);
  expect(output).toBe(Array.from({ length: 50 }, (_, i) => `out${i}\nerr${i}\n`).join(''));
});

test('the exit code is the command’s own', async () => {
  expect((await run('exit 3')).end).toEqual({ kind: 'exited', exitCode: 3 });
  expect((await run('true')).end).toEqual({ kind: 'exited', exitCode: 0 });
  expect((await run('no-such-command-here')).end).toEqual({ kind: 'exited', exitCode: 127 });
});

test('a syntax error of the command is output and an exit code, no exception', async () => {
  const result = await run('if then (');
  expect(result.end).toEqual({ kind: 'exited', exitCode: 2 });
  expect(result.output).toMatch(/syntax error/i);
});

test('a signal that ends the command is named', async () => {
  expect((await run('kill -SEGV $$')).end).toEqual({ kind: 'signalled', signal: 'SIGSEGV' });
});

test('quotes, spaces, unicode, newlines and shell syntax reach the shell as the person wrote them', async () => {
  const { output } = await run(`printf '%s|' "a b" 'c"d' "é🙂" -x\nfor i in 1 2; do echo "$i" | cat; done`);
  expect(output).toBe('a b|c"d|é🙂|-x|1\n2\n');
});

test('standard input is closed', async () => {
  expect((await run('cat; echo end')).output).toBe('end\n');
});

test('the command runs in the directory asked for', async () => {
  expect((await run('pwd -P')).output.trim()).toBe(directory);
});

test('a command runs in its folder, with its environment, read by its shell', async () => {
  await mkdir(join(directory, 'a b'));
  const shell = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c'];
  const text = 'pwd -P; echo "$GREETING $CI"; false | true; echo not reached';
  const environment = { GREETING: "it's", CI: 'own' };
  const { output, end } = await run(
    { text, folder: 'a b', environment, shell },
    { environment: { CI: '1' } },
  );
  expect(output).toBe(`${join(directory, 'a b')}\nit's own\n`);
  expect(end).toEqual({ kind: 'exited', exitCode: 1 });
});

test('a folder or a shell that is missing is output and an exit code', async () => {
  const gone = await run({ ...plainCommand('echo here'), folder: 'gone' });
  expect(gone.output).toContain('gone');
  expect(gone.end).not.toEqual({ kind: 'exited', exitCode: 0 });
  const strange = await run({ ...plainCommand('echo here'), shell: ['no-such-shell', '-c'] });
  expect(strange.output).toContain('no-such-shell');
  expect(strange.end).toEqual({ kind: 'exited', exitCode: 127 });
});

test('a directory that does not exist is an error that says so', async () => {
  await expect(run('true', { directory: join(folder, 'gone') })).rejects.toThrow(
    /could not be started in .*gone/,
  );
});

test('a file in place of the directory is an error', async () => {
  await run('echo x > file');
  await expect(run('true', { directory: join(directory, 'file') })).rejects.toThrow(/could not be started/);
});

test('a command over its limit is timed out, and what it printed is kept', async () => {
  const result = await run('echo before; sleep 60; echo after', { limitMs: 300 });
  expect(result.end).toEqual({ kind: 'timed-out' });
  expect(result.output).toBe('before\n');
});

test('SIGTERM lets a command say goodbye', async () => {
  const result = await run('trap "echo bye; exit 0" TERM; echo up; sleep 60 & wait', { limitMs: 300 });
  expect(result.end).toEqual({ kind: 'timed-out' });
  expect(result.output).toBe('up\nbye\n');
});

test('a command that ignores SIGTERM is killed after the grace', async () => {
  const pidFile = join(folder, 'pid');
  const result = await run(`trap "" TERM; echo $$ > ${pidFile}; while :; do sleep 1; done`, { limitMs: 300 });
  expect(result.end).toEqual({ kind: 'timed-out' });
  expect(await lives(await pidIn(pidFile))).toBe(false);
});

test('a second signal ends the grace at once', async () => {
  const hurry = AbortSignal.abort();
  // The best of some, since a busy machine may take longer than the grace to end a process.
  let shortest = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 5 && shortest >= 1_900; tries += 1) {
    const result = await run('trap "" TERM; while :; do sleep 1; done', { limitMs: 200, hurry });
    expect(result.end).toEqual({ kind: 'timed-out' });
    shortest = Math.min(shortest, result.durationMs);
  }
  expect(shortest).toBeLessThan(1_900);
});

test('an abort cancels the command', async () => {
  const controller = new AbortController();
  const pidFile = join(folder, 'pid');
  const running = run(`echo $$ > ${pidFile}; sleep 60`, { signal: controller.signal });
  const pid = await pidIn(pidFile);
  controller.abort();
  expect((await running).end).toEqual({ kind: 'cancelled' });
  expect(await lives(pid)).toBe(false);
});

test('nothing is started when the signal is aborted already', async () => {
  const result = await run('echo x > started', { signal: AbortSignal.abort() });
  expect(result.end).toEqual({ kind: 'cancelled' });
  expect(existsSync(join(directory, 'started'))).toBe(false);
});

const daemons = {
  'a background process': (pid: string) => `sh -c 'echo $$ > ${pid}; exec sleep 60' &`,
  'a setsid daemon without the pipe': (pid: string) =>
    `setsid sh -c 'echo $$ > ${pid}; cd /; exec sleep 60' >/dev/null 2>&1 &`,
  'a double fork that keeps the pipe open': (pid: string) =>
    `(setsid sh -c 'cd /; (echo $$ > ${pid}; exec sleep 60) & exit 0' &)`,
  'a daemon that ignores SIGTERM and SIGHUP': (pid: string) =>
    `(trap "" TERM HUP; setsid sh -c 'echo $$ > ${pid}; while :; do sleep 1; done' >/dev/null 2>&1 &)`,
  'a daemon with an empty environment that stays in the directory': (pid: string) =>
    `(setsid env -i /bin/sh -c 'echo $$ > ${pid}; exec sleep 60' >/dev/null 2>&1 &)`,
};

test.each(Object.entries(daemons))('%s does not outlive a command that passed', async (_name, start) => {
  const pidFile = join(folder, 'pid');
  const result = await run(`${start(pidFile)}\nwhile [ ! -s ${pidFile} ]; do sleep 0.05; done; echo done`);
  expect(result.end).toEqual({ kind: 'exited', exitCode: 0 });
  expect(result.output).toBe('done\n');
  expect(await lives(await pidIn(pidFile))).toBe(false);
});

test.each(Object.entries(daemons))('%s does not outlive a command that timed out', async (_name, start) => {
  const pidFile = join(folder, 'pid');
  const result = await run(`${start(pidFile)}\nsleep 60`, { limitMs: 600 });
  expect(result.end).toEqual({ kind: 'timed-out' });
  expect(await lives(await pidIn(pidFile))).toBe(false);
});

test('a command that answers every SIGTERM with another process ends all the same', async () => {
  const [script, pids] = [join(folder, 'respawn.sh'), join(folder, 'pids')];
  // One child each, twenty generations and ten seconds at most: a test that is cut short must leave no avalanche.
  const lines = [
    `echo $$ >> '${pids}'`,
    `[ "$1" -lt 20 ] && trap "trap '' TERM; setsid sh '${script}' $(($1 + 1)) &" TERM`,
    'for _ in $(seq 50); do sleep 0.2; done',
  ];
  await writeFile(script, lines.join('\n'));
  const result = await run(`sh '${script}' 0`, { limitMs: 500 });
  expect(result.end).toEqual({ kind: 'timed-out' });
  const started = (await readFile(pids, 'utf8')).trim().split('\n').map(Number);
  expect(started.length).toBeGreaterThan(1);
  expect(await Promise.all(started.map(lives))).toEqual(started.map(() => false));
});

test('100 MB of output cost no more than the limit and keep both ends', async () => {
  const result = await run('echo first; head -c 104857600 /dev/zero | tr "\\0" "x"; echo; echo last');
  expect(result.end).toEqual({ kind: 'exited', exitCode: 0 });
  expect(Buffer.byteLength(result.output)).toBeLessThanOrEqual(262_144);
  expect(result.output.startsWith('first\nxxx')).toBe(true);
  expect(result.output.endsWith('xxx\nlast\n')).toBe(true);
  expect(result.omittedBytes).toBeGreaterThan(104_000_000);
});

test('no canary of the parent’s environment reaches the command', async () => {
  const environment = {
    GITHUB_TOKEN: 'canary-1',
    INPUT_KEY: 'canary-2',
    ACTIONS_RUNTIME_TOKEN: 'canary-3',
    OPENAI_API_KEY: 'canary-4',
    PIP_INDEX_URL: 'https://u:canary-5@host.example/',
    RANDOM_NAME: 'canary-6',
    GIT_DIR: 'canary-7',
    LC_ALL: 'C',
    LISTED: 'seen',
  };
  const { output } = await run('env', { environment, extraNames: ['LISTED', 'GITHUB_TOKEN'] });
  expect(output).not.toContain('canary');
  expect(output).toContain('LC_ALL=C\n');
  expect(output).toContain('LISTED=seen\n');
  expect(output).toContain(`TMPDIR=${join(folder, 'tmp')}\n`);
});

go.test(
  'a Go test runs again, although it passed before',
  async () => {
    await writeFile(join(directory, 'go.mod'), 'module x\n');
    const text = 'package x\nimport "testing"\nfunc TestA(*testing.T) {}\n';
    await writeFile(join(directory, 'a_test.go'), text);
    await mkdir(join(folder, 'tmp'));
    const environment = { HOME: folder, GOTOOLCHAIN: 'local' };
    for (const _ of ['first', 'again']) {
      const { output } = await run('go test ./...', { environment, limitMs: 120_000 });
      expect(output).toMatch(/^ok\s+x\s+[\d.]+s\n$/);
    }
  },
  300_000,
);
