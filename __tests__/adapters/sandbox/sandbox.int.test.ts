import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { createCommandRunner } from '../../../src/adapters/process/create-command-runner.js';
import { createCell } from '../../../src/adapters/sandbox/cell.js';
import { plainCommand } from '../../../src/domain/shell-command.js';
import type { CommandRequest } from '../../../src/verify/command-runner.js';
import { processesWith } from '../../support/processes.js';
import { sandboxesHere } from '../../support/sandboxes.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder('sandbox');
const { sandboxes, trials } = await sandboxesHere();
afterAll(async () => {
  for (const sandbox of sandboxes.values()) await sandbox.dispose();
});

/** A workspace with its commands shut in. */
function shutIn(kind: string, environment: Readonly<Record<string, string | undefined>> = process.env) {
  const root = mkdtempSync(join(folder, 'ws-'));
  const [directory, temporaryDirectory, homeDirectory] = ['tree', 'tmp', 'home'].map((name) =>
    join(root, name),
  ) as [string, string, string];
  for (const path of [directory, temporaryDirectory, homeDirectory]) mkdirSync(path);
  const sandbox = [...sandboxes].find(([each]) => each === kind)?.[1];
  if (sandbox === undefined) throw new Error(`no sandbox ${kind}`);
  const places = { directory, temporaryDirectory, homeDirectory, readable: [] };
  const runner = createCommandRunner({
    baseEnvironment: environment,
    temporaryDirectory,
    cell: createCell(sandbox, environment, places),
  });
  return {
    directory,
    homeDirectory,
    run: (text: string, more: Partial<CommandRequest> = {}) =>
      runner.run({
        command: plainCommand(text),
        directory,
        limitMs: 60_000,
        signal: new AbortController().signal,
        ...more,
      }),
  };
}

/** A rule that holds for every sandbox of this machine; which ones it lacks is said above. */
function rule(name: string, holds: (kind: string) => Promise<void>): void {
  for (const kind of sandboxes.keys()) test(`${kind}: ${name}`, () => holds(kind));
}

test('every kind holds here, or says in words why it does not', () => {
  expect(trials.map(({ kind }) => kind)).toEqual(['docker', 'bwrap', 'user']);
  for (const { sandbox, fault } of trials) expect(fault === null ? sandbox : fault).toBeTruthy();
});

rule('a command works in its tree, and what it writes there is ours', async (kind) => {
  const { run, directory } = shutIn(kind);
  writeFileSync(join(directory, 'in.txt'), 'given\n');
  const { output, end } = await run(
    'cat in.txt; mkdir sub; echo made >sub/out.txt; pwd -P; echo err >&2; exit 3',
  );
  expect(end).toEqual({ kind: 'exited', exitCode: 3 });
  expect(output).toBe(`given\n${directory}\nerr\n`);
  expect(readFileSync(join(directory, 'sub/out.txt'), 'utf8')).toBe('made\n');
  expect(statSync(join(directory, 'sub/out.txt')).uid).toBe(process.getuid?.());
});

rule('home and temporary folder are its own, and last as long as the workspace', async (kind) => {
  const { run } = shutIn(kind);
  await run('echo kept >"$HOME/.kept"; echo kept >"$TMPDIR/kept"');
  const { output } = await run('cat "$HOME/.kept" "$TMPDIR/kept"; ls -A /tmp; echo "$HOME"');
  expect(output.split('\n').slice(0, 2)).toEqual(['kept', 'kept']);
  expect(output).toContain(homedir());
  expect(existsSync(join(homedir(), '.kept'))).toBe(false);
});

rule('the tools of the machine are there', async (kind) => {
  const { output } = await shutIn(kind).run(
    'node -p 6*7; git --version; git init -q . && git status --short',
  );
  expect(output).toMatch(/^42\ngit version /);
  expect(output).not.toMatch(/fatal|not found/);
});

rule('the environment is there as it is, and in no argument that another account can read', async (kind) => {
  const value = `canary-of-argv 'quoted' "$HOME" \\ and\na second line`;
  const { run, directory } = shutIn(kind);
  const text = `node -e "process.stdout.write(JSON.stringify([process.env.GIVEN, process.env.root, process.env.path]))"
echo up >up; until [ -e done ]; do sleep 0.1; done`;
  const environment = { GIVEN: value, root: 'r', path: 'p' };
  const running = run('', { command: { ...plainCommand(text), environment } });
  while (!existsSync(join(directory, 'up'))) await new Promise((done) => setTimeout(done, 20));
  const seen = processesWith('canary-of-argv');
  writeFileSync(join(directory, 'done'), '');
  expect(JSON.parse((await running).output)).toEqual([value, 'r', 'p']);
  expect(seen).toEqual([]);
});

rule('a network is there when it is asked for, and else none', async (kind) => {
  const server = createServer((socket) => socket.end('hello'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  try {
    const reach = `node -e "require('net').connect(${port},'127.0.0.1').on('data',d=>console.log(''+d)).on('error',e=>console.log(e.code))"`;
    const { run } = shutIn(kind);
    expect((await run(reach)).output).toBe('ECONNREFUSED\n');
    // A container's own loopback is never the machine's.
    if (kind !== 'docker') expect((await run(reach, { network: true })).output).toBe('hello\n');
  } finally {
    server.close();
  }
});

rule('SBX-01: a daemon that leaves everything behind ends with its command', async (kind) => {
  const daemon = `cd /; setsid env -i /bin/sh -c 'cd /; exec sleep 63.1' >/dev/null 2>&1 &`;
  const { end } = await shutIn(kind).run(`(${daemon}) ; sleep 0.3; ps -e >/dev/null 2>&1; exit 0`);
  expect(end).toEqual({ kind: 'exited', exitCode: 0 });
  expect(processesWith('sleep 63.1')).toEqual([]);
});

rule('SBX-02: a command over its limit may say goodbye, and is killed', async (kind) => {
  const { run } = shutIn(kind);
  const polite = await run('trap "echo bye; exit 0" TERM; echo up; sleep 63.2 & wait', { limitMs: 2_000 });
  expect([polite.end, polite.output]).toEqual([{ kind: 'timed-out' }, 'up\nbye\n']);
  const deaf = await run('trap "" TERM; sleep 63.2; sleep 63.2', { limitMs: 1_000 });
  expect(deaf.end).toEqual({ kind: 'timed-out' });
  expect(processesWith('sleep 63.2')).toEqual([]);
});

rule('an abort ends it', async (kind) => {
  const controller = new AbortController();
  const { run, directory } = shutIn(kind);
  const running = run('echo up >up; sleep 63.3', { signal: controller.signal });
  while (!existsSync(join(directory, 'up'))) await new Promise((done) => setTimeout(done, 20));
  controller.abort();
  expect((await running).end).toEqual({ kind: 'cancelled' });
  expect(processesWith('sleep 63.3')).toEqual([]);
});

rule('names with blanks, commas, quotes and line ends are taken as they are', async (kind) => {
  const { run, directory } = shutIn(kind);
  const odd = `a b,c"d'e\nf`;
  mkdirSync(join(directory, odd));
  const runner = await run('pwd -P', { command: { ...plainCommand('pwd -P'), folder: odd } });
  expect(runner.output).toBe(`${join(directory, odd)}\n`);
});

rule('SBX-06: there is no way to more power', async (kind) => {
  const { output } = await shutIn(kind).run(
    'sudo -n true && echo got-sudo; grep -E "^(CapEff|CapBnd|NoNewPrivs)" /proc/self/status; mount -t tmpfs x /mnt && echo got-mount',
  );
  expect(output).not.toContain('got-');
  expect(output).toMatch(/CapEff:\s+0+\nCapBnd:\s+0+\nNoNewPrivs:\s+1/);
});

rule('SBX-05, SEC-06: no environment, memory or file of another process is seen', async (kind) => {
  const canary = `canary-${kind}-5d0c`;
  const other = spawn('sleep', ['63.4'], { env: { ...process.env, SECRET: canary } });
  try {
    await once(other, 'spawn');
    const { output } = await shutIn(kind).run(
      `cat /proc/*/environ 2>/dev/null | tr '\\0' '\\n' | grep canary; ls /proc | grep -c '^${other.pid}$'; cat /proc/${other.pid}/mem >/dev/null && echo got-memory; ls /proc/1/root/proc/${other.pid} && echo got-root; kill -9 ${other.pid} && echo got-kill; :`,
    );
    expect(output).not.toContain(canary);
    expect(output).not.toContain('got-');
    expect(other.exitCode).toBeNull();
  } finally {
    other.kill('SIGKILL');
  }
});

rule('SBX-04: processes are limited in number', async (kind) => {
  const { output } = await shutIn(kind).run(
    'grep "Max processes" /proc/self/limits; cat /sys/fs/cgroup/pids/pids.max /sys/fs/cgroup/pids.max 2>/dev/null; :',
  );
  expect(output).toMatch(kind === 'docker' ? /^4096$/m : /^Max processes\s+8192\s+8192/m);
});

rule('tools in the home are seen, and what lies beside them can be written and removed', async (kind) => {
  const home = mkdtempSync(join(folder, 'home-'));
  mkdirSync(join(home, '.cargo/bin'), { recursive: true });
  writeFileSync(join(home, '.cargo/bin/tool'), '#!/bin/sh\necho from the tool\n', { mode: 0o755 });
  writeFileSync(join(home, '.cargo/credentials.toml'), 'canary-4444\n');
  const environment = { ...process.env, HOME: home, PATH: `${home}/.cargo/bin:${process.env.PATH}` };
  const { run, homeDirectory } = shutIn(kind, environment);
  const { output } = await run(
    'tool; cat "$HOME"/.cargo/*.toml; echo own >"$HOME/.cargo/registry" && cat "$HOME/.cargo/registry"; touch "$HOME/.cargo/bin/x"',
  );
  expect(output).toMatch(/^from the tool\n/);
  expect(output).toContain('\nown\n');
  expect(output).not.toContain('canary');
  expect(readdirSync(join(home, '.cargo/bin'))).toEqual(['tool']);
  for (const name of ['.cargo', '.cargo/bin'])
    expect(statSync(join(homeDirectory, name)).uid).toBe(process.getuid?.());
});

rule('a link that a command leaves where tools would lie leads nobody out', async (kind) => {
  const [home, outside] = ['home-', 'outside-'].map((name) => mkdtempSync(join(folder, name))) as [
    string,
    string,
  ];
  mkdirSync(join(home, '.cargo/bin'), { recursive: true });
  const { run, homeDirectory } = shutIn(kind, { ...process.env, HOME: home });
  rmSync(join(homeDirectory, '.cargo'), { recursive: true, force: true });
  symlinkSync(outside, join(homeDirectory, '.cargo'));
  expect((await run('ls -d "$HOME/.cargo/bin"')).output).toBe(`${home}/.cargo/bin\n`);
  expect(readdirSync(outside)).toEqual([]);
});

rule('what shuts a command in is never a program of its tree', async (kind) => {
  const { run, directory } = shutIn(kind, { ...process.env, PATH: `.:${process.env.PATH}` });
  const mark = join(directory, 'ran');
  for (const name of ['prlimit', 'docker', 'bwrap', 'unshare', 'mount', 'sudo'])
    writeFileSync(join(directory, name), `#!/bin/sh\necho ${name} >>'${mark}'\n`, { mode: 0o755 });
  expect((await run('echo in the tree')).output).toBe('in the tree\n');
  expect(existsSync(mark)).toBe(false);
});

rule('credentials beside tools are hidden', async (kind) => {
  const home = mkdtempSync(join(folder, 'home-'));
  const gems = join(home, '.gems');
  mkdirSync(gems);
  mkdirSync(join(home, '.local/share/uv/credentials'), { recursive: true });
  writeFileSync(join(home, '.local/share/uv/credentials/c.toml'), 'canary-5555\n');
  writeFileSync(join(home, '.local/share/uv/tool'), 'a tool\n');
  writeFileSync(join(gems, 'credentials'), 'canary-5555\n');
  writeFileSync(join(gems, 'gem'), 'a gem\n');
  const { run } = shutIn(kind, { ...process.env, HOME: home, GEM_HOME: gems });
  const { output } = await run(
    'cat "$HOME/.local/share/uv/tool" "$GEM_HOME/gem" "$GEM_HOME/credentials" "$HOME"/.local/share/uv/credentials/*',
  );
  expect(output).toMatch(/^a tool\na gem\n/);
  expect(output).not.toContain('canary');
});

rule('a place that the command itself names is kept, and one that only came along is not', async (kind) => {
  const { run, directory } = shutIn(kind, { ...process.env, GOCACHE: '/of/the/machine' });
  const environment = { CARGO_HOME: join(directory, 'cargo') };
  const { output } = await run('', {
    command: { ...plainCommand('echo "$CARGO_HOME,$GOCACHE"'), environment },
  });
  expect(output).toBe(`${directory}/cargo,\n`);
});
