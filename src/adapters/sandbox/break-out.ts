import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

// A program of its own, which the self-test starts in a sandbox: it tries whatever must not work there, and prints as
// JSON what did. It imports nothing of ours, since nothing else of ours is seen from inside.

/** What the self-test knows of the outside. */
export interface BreakOutTask {
  /** A listener of ours on this machine. */
  readonly port: number;
  /** Stands in the environment of a process of ours, and in files that must not be read. */
  readonly canary: string;
  readonly unreadable: readonly string[];
  /** Files that it tries to write; the self-test looks whether they are there. */
  readonly unwritable: readonly string[];
  readonly sockets: readonly string[];
  /** Of this process, by name: what `/proc/self/ns/<name>` leads to. */
  readonly namespaces: Readonly<Record<string, string>>;
  readonly writable: readonly string[];
}

export interface BreakOutReport {
  /** What it got hold of, in words. */
  readonly breaches: readonly string[];
  /** Ordinary things that it could not do. */
  readonly hindrances: readonly string[];
}

/** Nobody has them (RFC 5737) or they are this network's own: without a network there is no way to try. */
const ADDRESSES = [
  { host: '192.0.2.1', port: 443 },
  { host: '169.254.169.254', port: 80 },
];
/** Waited for only where there is a network: without one the answer is there at once, on a busy machine too. */
const CONNECT_LIMIT_MS = 10_000;
/** No route, or no right to ask for one. */
const CLOSED = ['ENETUNREACH', 'EACCES', 'EPERM', 'EAFNOSUPPORT', 'EADDRNOTAVAIL'];

async function breakOut(task: BreakOutTask): Promise<BreakOutReport> {
  const breaches = [
    ...(await networkBreaches(task)),
    ...processBreaches(task),
    ...task.unreadable
      .filter((path) => attempt(() => readFileSync(path, 'utf8'))?.includes(task.canary))
      .map((path) => `the file ${path}`),
    ...powerBreaches(),
  ];
  for (const path of task.unwritable) attempt(() => appendFileSync(path, task.canary));
  return { breaches, hindrances: await hindrances(task) };
}

async function networkBreaches({ port, sockets }: BreakOutTask): Promise<readonly string[]> {
  const found: string[] = [];
  if ((await reach({ host: '127.0.0.1', port })) === 'connected') found.push('a listener of this machine');
  for (const address of ADDRESSES) {
    const end = await reach(address);
    if (!CLOSED.includes(end)) found.push(`a way to ${address.host} (${end})`);
  }
  for (const path of sockets) if ((await reach({ path })) === 'connected') found.push(`the socket ${path}`);
  return found;
}

/** `connected`, or the code of what went wrong. */
function reach(target: { host: string; port: number } | { path: string }): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(target);
    const end = (how: string): void => {
      socket.destroy();
      resolve(how);
    };
    socket.setTimeout(CONNECT_LIMIT_MS, () => end('timeout'));
    socket.once('connect', () => end('connected'));
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? 'error'));
  });
}

function processBreaches({ canary, namespaces }: BreakOutTask): readonly string[] {
  const pids = (attempt(() => readdirSync('/proc')) ?? []).filter((name) => /^\d+$/.test(name));
  const open = pids.filter((pid) =>
    attempt(() => readFileSync(`/proc/${pid}/environ`, 'utf8'))?.includes(canary),
  );
  const shared = Object.entries(namespaces).filter(
    ([name, outside]) => attempt(() => readlinkSync(`/proc/self/ns/${name}`)) === outside,
  );
  return [
    ...open.map((pid) => `the environment of process ${pid}`),
    ...shared.map(([name]) => `the ${name} namespace of the runner`),
  ];
}

function powerBreaches(): readonly string[] {
  const status = attempt(() => readFileSync('/proc/self/status', 'utf8')) ?? '';
  const powers = /^CapEff:\s*0*([^0\s]\S*)$/m.exec(status)?.[1];
  return [
    ...(powers === undefined ? [] : [`capabilities (${powers})`]),
    ...(/^NoNewPrivs:\s*1$/m.test(status) ? [] : ['programs that give new privileges']),
    ...(spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo'] : []),
  ];
}

/** A sandbox in which nothing works is none. */
async function hindrances({ writable }: BreakOutTask): Promise<readonly string[]> {
  const broken = [...writable, process.env.HOME ?? '/', '/tmp'].filter(
    (folder) => attempt(() => writeAndRead(folder)) !== 'plain',
  );
  const shell = spawnSync('/bin/sh', ['-c', 'echo plain | cat'], { encoding: 'utf8' }).stdout;
  return [
    ...broken.map((folder) => `${folder} cannot be written`),
    ...(shell === 'plain\n' ? [] : ['a pipe of the shell does not work']),
    ...((await speaksToItself()) ? [] : ['a server of its own cannot be reached on 127.0.0.1']),
  ];
}

function writeAndRead(folder: string): string {
  const below = join(folder, 'smart-fix-self-test');
  mkdirSync(below, { recursive: true });
  writeFileSync(join(below, 'file'), 'plain');
  const text = readFileSync(join(below, 'file'), 'utf8');
  rmSync(below, { recursive: true });
  return text;
}

function speaksToItself(): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.end());
    server.once('error', () => resolve(false));
    server.listen(0, '127.0.0.1', async () => {
      const address = server.address();
      const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
      const end = await reach({ host: '127.0.0.1', port });
      server.close(() => resolve(end === 'connected'));
    });
  });
}

function attempt<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}

const [, , task = '{}'] = process.argv;
process.stdout.write(`${JSON.stringify(await breakOut(JSON.parse(task) as BreakOutTask))}\n`);
