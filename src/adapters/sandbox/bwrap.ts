import { signalOwn } from '../process/signal-own.js';
import { callTool } from './call-tool.js';
import type { Mount } from './mounts.js';
import type { Enclosed, Sandbox } from './sandbox.js';

/**
 * bubblewrap: namespaces that an ordinary user may make, where the system lets them. See bwrap(1).
 * @throws when it is not here.
 */
export async function bwrapSandbox(env: NodeJS.ProcessEnv): Promise<Sandbox> {
  await callTool(['bwrap', '--version'], { env });
  return {
    kind: 'bwrap',
    showsSystem: true,
    enclose: async (command) => ({
      words: bwrapWords(command),
      environment: command.environment,
      end: async () => undefined,
    }),
    signal: signalOwn,
    dispose: async () => undefined,
  };
}

function bwrapWords({ words, directory, mounts, network }: Enclosed): readonly string[] {
  return [
    ...['bwrap', '--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
    ...(network ? ['--share-net'] : []),
    ...['--dev', '/dev', '--proc', '/proc'],
    ...mounts.flatMap(mountWords),
    ...['--remount-ro', '/', '--chdir', directory, '--', ...words],
  ];
}

function mountWords(mount: Mount): readonly string[] {
  if (mount.kind === 'read') return ['--ro-bind', mount.path, mount.path];
  if (mount.kind === 'write') return ['--bind', mount.source, mount.path];
  return mount.isFolder ? ['--tmpfs', mount.path] : ['--ro-bind', '/dev/null', mount.path];
}
