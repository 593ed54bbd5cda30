import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { realpath } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ShellCommand } from '../../domain/shell-command.js';
import type {
  CommandRequest,
  CommandResult,
  CommandResultEnd,
  CommandRunner,
} from '../../verify/command-runner.js';
import type { Cell, CellStart } from '../sandbox/cell.js';
import type { Enclosure } from '../sandbox/sandbox.js';
import { BoundedOutput } from './bounded-output.js';
import { childEnvironment, withoutTestCache } from './child-environment.js';
import { ProcessTree } from './process-tree.js';

const OUTPUT_LIMIT_BYTES = 262_144;
const GRACE_MS = 2_000;
const DRAIN_MS = 1_000;

export interface CommandRunnerOptions {
  readonly baseEnvironment: Readonly<Record<string, string | undefined>>;
  /** Names of variables that the person lets through besides the usual ones. */
  readonly extraNames?: readonly string[];
  /** Passes unfiltered: variables that the person listed for a coding agent, its own key among them. */
  readonly agentEnvironment?: Readonly<Record<string, string>>;
  readonly temporaryDirectory: string;
  /** Aborted when the person asks a second time: whatever runs is killed without grace. */
  readonly hurry?: AbortSignal;
  /** Shuts every command in; null: they run as this user, beside everything of theirs. */
  readonly cell?: Cell | null;
}

type Child = ChildProcessByStdio<null, Readable, null>;

export function createCommandRunner(options: CommandRunnerOptions): CommandRunner {
  return { run: (request) => runCommand(request, options) };
}

async function runCommand(request: CommandRequest, options: CommandRunnerOptions): Promise<CommandResult> {
  const startedAt = performance.now();
  if (request.signal.aborted) {
    return { end: { kind: 'cancelled' }, durationMs: 0, output: '', omittedBytes: 0 };
  }
  const marker = randomBytes(16).toString('hex');
  const directory = await realpath(request.directory).catch(startFault(request.directory));
  const { cell = null } = options;
  const { extraNames = [] } = options;
  const asked = { ...request.command.environment, ...options.agentEnvironment };
  const start = await enclose(cell, {
    words: shellWords(request.command),
    directory,
    environment: withoutTestCache({
      ...childEnvironment(options.baseEnvironment, { ...options, extraNames }),
      ...asked,
      SMART_FIX_RUN: marker,
    }),
    asked: new Set([...extraNames, ...Object.keys(asked)].map((name) => name.toUpperCase())),
    network: request.network ?? false,
  });
  try {
    // What shuts a command in is no program of the tree, nor does it need to stand there.
    const child = await startShell(start, cell === null ? directory : '/').catch(startFault(directory));
    const tree = new ProcessTree(child.pid ?? 0, { marker, directory, cell });
    return {
      ...(await finish(child, tree, request, options.hurry)),
      durationMs: Math.round(performance.now() - startedAt),
    };
  } finally {
    await start.end();
  }
}

async function finish(
  child: Child,
  tree: ProcessTree,
  request: CommandRequest,
  hurry: AbortSignal | undefined,
) {
  const output = new BoundedOutput(OUTPUT_LIMIT_BYTES);
  child.stdout.on('data', (chunk: Buffer) => output.add(chunk));
  const end = await endOrCut(endOf(child), request);
  if (end.kind === 'timed-out' || end.kind === 'cancelled') await tree.terminate(GRACE_MS, hurry);
  await tree.kill();
  await drain(child.stdout);
  const { text, omittedBytes } = output.finish();
  return { end, output: text, omittedBytes };
}

/** Everything is an argument of the shell; both streams share one pipe, so that their order is kept. */
const START = 'exec 2>&1; cd "./$1" && shift && exec "$@"';
/** What shuts a command in speaks in the same pipe; the limit holds fork bombs where nothing else does. */
const OUTER_START =
  'exec 2>&1; if command -v prlimit >/dev/null; then exec prlimit --nproc=8192 -- "$@"; fi; exec "$@"';

function shellWords({ text, folder, shell }: ShellCommand): readonly string[] {
  return ['/bin/sh', '-c', START, 'sh', folder, ...shell, text];
}

async function enclose(cell: Cell | null, start: CellStart): Promise<Enclosure> {
  if (cell === null) return { ...start, end: async () => undefined };
  const enclosure = await cell.enclose(start);
  return { ...enclosure, words: ['/bin/sh', '-c', OUTER_START, 'sh', ...enclosure.words] };
}

async function startShell({ words, environment }: Enclosure, directory: string): Promise<Child> {
  const [program = '', ...args] = words;
  const child = spawn(program, args, {
    cwd: directory,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child, 'spawn');
  return child;
}

function startFault(directory: string): (cause: unknown) => never {
  return (cause) => {
    throw new Error(
      `The shell /bin/sh could not be started in ${directory}. Check that both exist and may be used.`,
      { cause },
    );
  };
}

function endOf(child: Child): Promise<CommandResultEnd> {
  return new Promise((resolve) => {
    child.once('exit', (exitCode, signal) => {
      resolve(signal === null ? { kind: 'exited', exitCode: exitCode ?? 0 } : { kind: 'signalled', signal });
    });
  });
}

async function endOrCut(
  ended: Promise<CommandResultEnd>,
  request: CommandRequest,
): Promise<CommandResultEnd> {
  if (request.signal.aborted) return { kind: 'cancelled' };
  const settled = new AbortController();
  const { signal } = settled;
  const cuts: Promise<CommandResultEnd>[] = [
    sleep(request.limitMs, { kind: 'timed-out' } as const, { signal }),
    once(request.signal, 'abort', { signal }).then(() => ({ kind: 'cancelled' }) as const),
  ];
  try {
    return await Promise.race([ended, ...cuts]);
  } finally {
    settled.abort();
    await Promise.allSettled(cuts);
  }
}

/** Reads what is left in the pipe; somebody who keeps it open does not keep us waiting. */
async function drain(stream: Readable): Promise<void> {
  if (!stream.closed) {
    await Promise.race([once(stream, 'close'), sleep(DRAIN_MS, undefined, { ref: false })]);
  }
  stream.destroy();
}
