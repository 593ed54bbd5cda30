import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readlink, realpath, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { argumentList } from '../../domain/shell-command.js';
import { createCommandRunner } from '../process/create-command-runner.js';
import type { BreakOutTask } from './break-out.js';
import { createCell } from './cell.js';
import type { Sandbox } from './sandbox.js';

const LIMIT_MS = 60_000;
const NAMESPACES = ['pid', 'net', 'mnt', 'ipc'];
const SOCKETS = ['/var/run/docker.sock', '/run/docker.sock', '/run/containerd/containerd.sock'];

export interface SelfTestOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Path of the built break-out.ts. */
  readonly breakOut: string;
  readonly temporaryRoot: string;
}

const reportSchema = z.object({ breaches: z.array(z.string()), hindrances: z.array(z.string()) });

/** Null when nothing could break out and ordinary commands work; else what went wrong, in words. */
export async function testSandbox(sandbox: Sandbox, options: SelfTestOptions): Promise<string | null> {
  const canary = randomBytes(16).toString('hex');
  const folder = await realpath(await mkdtemp(join(options.temporaryRoot, 'smart-fix-self-test-')));
  const outside = outsideFiles(canary, folder, options.environment);
  const server = createServer((socket) => socket.destroy());
  let keeper: ChildProcess | null = null;
  try {
    server.listen(0, '127.0.0.1');
    keeper = keepCanary(canary);
    await Promise.all([once(server, 'listening'), once(keeper, 'spawn')]);
    const unreadable = await writeCanaries(canary, folder, options.environment);
    const task = { canary, unreadable, unwritable: outside, ...(await surroundings(server)) };
    const fault = await tryToBreakOut(sandbox, { task, folder, ...options });
    const written = outside.filter((path) => existsSync(path));
    if (written.length === 0) return fault;
    return [...(fault === null ? [] : [fault]), `it can write outside: ${written.join(', ')}`].join('; ');
  } finally {
    keeper?.kill('SIGKILL');
    server.close();
    const left = [...outside, ...canaryFiles(canary, folder, options.environment), folder];
    await Promise.all(left.map((path) => rm(path, { recursive: true, force: true })));
  }
}

/** A process of ours that holds the canary in its environment for as long as its input is open. */
function keepCanary(canary: string): ChildProcess {
  const env = { SMART_FIX_CANARY: canary };
  return spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
}

type Environment = SelfTestOptions['environment'];

/** Where secrets of a runner lie. */
function privateFolders(folder: string, { HOME, RUNNER_TEMP, GITHUB_ENV }: Environment): readonly string[] {
  const steps = GITHUB_ENV === undefined ? undefined : dirname(GITHUB_ENV);
  return [HOME, RUNNER_TEMP, steps, dirname(folder), folder].filter((path) => path !== undefined);
}

const canaryFiles = (canary: string, folder: string, environment: Environment): readonly string[] =>
  privateFolders(folder, environment).map((path) => join(path, `.smart-fix-canary-${canary}`));

function outsideFiles(canary: string, folder: string, environment: Environment): readonly string[] {
  const { GITHUB_WORKSPACE, RUNNER_TOOL_CACHE } = environment;
  const shared = [GITHUB_WORKSPACE, RUNNER_TOOL_CACHE, '/usr/local', '/etc', '/dev/shm', '/var/tmp'];
  const folders = [...privateFolders(folder, environment), ...shared.filter((path) => path !== undefined)];
  return folders.map((path) => join(path, `.smart-fix-break-out-${canary}`));
}

/** Those that could be written: not every home can. */
async function writeCanaries(
  canary: string,
  folder: string,
  environment: Environment,
): Promise<readonly string[]> {
  const files = canaryFiles(canary, folder, environment);
  await Promise.all(files.map((path) => writeFile(path, canary).catch(() => undefined)));
  return files.filter((path) => existsSync(path));
}

async function surroundings(server: Server): Promise<Pick<BreakOutTask, 'port' | 'sockets' | 'namespaces'>> {
  const links = NAMESPACES.map(async (name) => [name, await readlink(`/proc/self/ns/${name}`)] as const);
  return {
    port: (server.address() as AddressInfo).port,
    sockets: SOCKETS,
    namespaces: Object.fromEntries(await Promise.all(links)),
  };
}

interface Attempt extends SelfTestOptions {
  readonly task: Omit<BreakOutTask, 'writable'>;
  readonly folder: string;
}

async function tryToBreakOut(
  sandbox: Sandbox,
  { task, folder, breakOut, environment }: Attempt,
): Promise<string | null> {
  const [directory, temporaryDirectory, homeDirectory] = ['tree', 'tmp', 'home'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  for (const path of [directory, temporaryDirectory, homeDirectory]) await mkdir(path);
  // Where the bundle lies another account may not look.
  const program = join(directory, 'break-out.mjs');
  await copyFile(breakOut, program);
  const cell = createCell(sandbox, environment, {
    ...{ directory, temporaryDirectory, homeDirectory },
    readable: [process.execPath],
  });
  const runner = createCommandRunner({ baseEnvironment: environment, temporaryDirectory, cell });
  const words = JSON.stringify({ ...task, writable: [directory, temporaryDirectory] });
  const command = argumentList([process.execPath, program, words], '.');
  const signal = AbortSignal.timeout(LIMIT_MS);
  const { end, output } = await runner.run({ command, directory, limitMs: LIMIT_MS, signal });
  const said = output.trim().split('\n');
  const report = reportSchema.safeParse(parsed(said.at(-1) ?? ''));
  if (end.kind !== 'exited' || end.exitCode !== 0 || !report.success) {
    return `no command can be started in it: ${said.slice(-3).join(' ') || end.kind}`;
  }
  const { breaches, hindrances } = report.data;
  if (breaches.length > 0) return `it does not hold: a command got at ${breaches.join(', ')}`;
  return hindrances.length === 0 ? null : `ordinary commands do not work in it: ${hindrances.join(', ')}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
