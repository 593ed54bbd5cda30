import { randomBytes } from 'node:crypto';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { signalOwn } from '../process/signal-own.js';
import { callTool } from './call-tool.js';
import type { Mount } from './mounts.js';
import type { Enclosed, Sandbox } from './sandbox.js';

const MAX_PROCESSES = 4096;
/** Of the machine's memory: what is left lets the runner live. */
const MEMORY_SHARE = 0.9;
/** What leads the client to its daemon. */
const CLIENT_VARIABLES = [
  'DOCKER_HOST',
  'DOCKER_CONTEXT',
  'DOCKER_CONFIG',
  'DOCKER_CERT_PATH',
  'DOCKER_TLS_VERIFY',
];
/** An archive in the form of tar(5) that holds nothing. */
const EMPTY_ARCHIVE = Buffer.alloc(1024);

export interface DockerOptions {
  /** Where the client finds its daemon. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** An image with the tools of the project; null: this machine's, in an image that holds nothing. */
  readonly image: string | null;
}

/**
 * A container for each command.
 * @throws when there is no client, or its daemon does not answer.
 */
export async function dockerSandbox({ environment, image }: DockerOptions): Promise<Sandbox> {
  const known = CLIENT_VARIABLES.flatMap((name) =>
    environment[name] === undefined ? [] : [[name, environment[name]] as const],
  );
  const { PATH, HOME } = environment;
  const own: Readonly<Record<string, string>> = {
    // Else the client would read what a command left in the home that it has.
    DOCKER_CONFIG: join(HOME || '/', '.docker'),
    ...Object.fromEntries(known),
  };
  const client = (args: readonly string[]) =>
    callTool(['docker', ...args], { env: { PATH, HOME, ...own }, input: EMPTY_ARCHIVE });
  const emptyImage = `smart-fix-empty:${randomBytes(6).toString('hex')}`;
  await client(image === null ? ['import', '-', emptyImage] : ['image', 'inspect', image]);
  return {
    kind: 'docker',
    showsSystem: image === null,
    enclose: async (command) => {
      const name = `smart-fix-${randomBytes(8).toString('hex')}`;
      return {
        words: dockerWords(command, { name, image: image ?? emptyImage }),
        // The client is found by this machine's PATH where the image has its own.
        environment: { ...(PATH !== undefined && { PATH }), ...command.environment, ...own },
        end: () => client(['rm', '--force', '--volumes', name]).catch(goneAlready),
      };
    },
    signal: signalOwn,
    dispose: async () => {
      if (image === null) await client(['image', 'rm', '--force', emptyImage]).catch(goneAlready);
    },
  };
}

function dockerWords(
  { words, directory, mounts, network, environment }: Enclosed,
  { name, image }: { readonly name: string; readonly image: string },
): readonly string[] {
  const memory = Math.floor(totalmem() * MEMORY_SHARE);
  return [
    ...['docker', 'run', '--rm', '--name', name, '--pull', 'never', '--log-driver', 'none'],
    ...['--network', network ? 'bridge' : 'none', '--cap-drop', 'ALL'],
    ...['--security-opt', 'no-new-privileges', '--read-only', '--ipc', 'private', '--shm-size', '1g'],
    ...['--pids-limit', String(MAX_PROCESSES), '--memory', `${memory}b`],
    ...['--user', `${process.getuid?.()}:${process.getgid?.()}`, '--workdir', directory],
    ...mounts.flatMap(mountWords),
    // The values are in the client's own environment, where no other user sees them.
    ...Object.keys(environment).flatMap((key) => ['--env', key]),
    ...['--entrypoint', '/bin/sh', image, '-c', '"$@"; exit $?', 'sh', ...words],
  ];
}

function mountWords(mount: Mount): readonly string[] {
  if (mount.kind === 'write') return bind(mount.source, mount.path, []);
  if (mount.kind === 'read') return bind(mount.path, mount.path, ['readonly']);
  return mount.isFolder
    ? // runc gives it the mode of what the image has there, so that only its owner may be sure to write.
      [
        '--tmpfs',
        `${mount.path}:rw,exec,nosuid,nodev,mode=1777,uid=${process.getuid?.()},gid=${process.getgid?.()}`,
      ]
    : bind('/dev/null', mount.path, ['readonly']);
}

/** `--mount` reads a line of CSV. */
function bind(source: string, target: string, more: readonly string[]): readonly string[] {
  const fields = ['type=bind', `source=${source}`, `target=${target}`, ...more];
  return [
    '--mount',
    fields.map((field) => (/[",]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(','),
  ];
}

const goneAlready = (): void => undefined;
