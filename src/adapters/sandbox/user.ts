import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signalOwn } from '../process/signal-own.js';
import { callTool } from './call-tool.js';
import type { Mount } from './mounts.js';
import type { Enclosed, Sandbox } from './sandbox.js';

/** An account that owns nothing, and that programs find by its name. */
const NOBODY = '65534';
const SIGNAL_LIMIT_MS = 5_000;

/** The first process of the command: takes its environment from a file that is open, which it may not open itself. */
const FIRST = 'eval "$(cat <&3)"; exec 3<&-; cd "$1" && shift && "$@"; exit $?';

/**
 * Runs as root, in namespaces of its own: `root environment directory network (kind source path)... -- words...`. Builds
 * a file system from the mounts, goes into it as an account without any power, and stays as the first process there.
 */
const SCRIPT = `set -e
root=$1 environment=$2 directory=$3 network=$4
shift 4
# Root runs the system's own tools, whatever the command's PATH leads to.
PATH=/usr/sbin:/usr/bin:/sbin:/bin
mount --make-rprivate /
mount -t tmpfs -o mode=755,nosuid,nodev tmpfs "$root"
while [ "$1" != -- ]; do
  kind=$1 source=$2 path=$root$3
  shift 3
  if [ "$kind" = empty ]; then
    mkdir -p "$path"
    mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs "$path"
    continue
  fi
  if [ -d "$source" ]; then mkdir -p "$path"; else mkdir -p "\${path%/*}"; [ -e "$path" ] || : > "$path"; fi
  mount --bind "$source" "$path"
  if [ "$kind" = write ]; then
    chown -hR ${NOBODY}:${NOBODY} "$source"
    mount -o remount,bind,nosuid,nodev "$path"
  elif [ "$source" = /dev/null ]; then mount -o remount,bind,ro,nosuid "$path"
  else mount -o remount,bind,ro,nosuid,nodev "$path"
  fi
done
shift
mkdir -p "$root/proc" "$root/dev"
mount -t proc -o nosuid,nodev,noexec proc "$root/proc"
mount -t tmpfs -o mode=755,nosuid tmpfs "$root/dev"
for name in null zero full random urandom tty; do
  : > "$root/dev/$name"
  mount --bind "/dev/$name" "$root/dev/$name"
done
mkdir -m 755 "$root/dev/pts"
mkdir -m 1777 "$root/dev/shm"
mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
ln -s /proc/self/fd/0 "$root/dev/stdin"
ln -s /proc/self/fd/1 "$root/dev/stdout"
ln -s /proc/self/fd/2 "$root/dev/stderr"
mount -o remount,ro,nosuid,nodev "$root"
[ "$network" = yes ] || ip link set lo up
exec chroot "$root" setpriv --reuid ${NOBODY} --regid ${NOBODY} --clear-groups --inh-caps=-all --bounding-set=-all \\
  --no-new-privs env -i PATH=/usr/bin:/bin /bin/sh -c '${FIRST}' sh "$directory" "$@" 3< "$environment"`;

/**
 * Another account in namespaces of its own, by root or by a `sudo` that asks for no password. What the command may
 * write is given to that account while it runs, and given back.
 * @throws when there is neither.
 */
export async function userSandbox(env: NodeJS.ProcessEnv): Promise<Sandbox> {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n', '--'];
  await callTool([...asRoot, 'true'], { env }).catch((cause: Error) => {
    throw new Error(`it needs root, or a sudo that asks for no password: ${cause.message}`, { cause });
  });
  return {
    kind: 'user',
    showsSystem: true,
    enclose: async (command) => {
      const place = await mkdtemp(join(tmpdir(), 'smart-fix-root-'));
      const [root, variables] = [join(place, 'root'), join(place, 'environment')];
      await mkdir(root);
      await writeFile(variables, exportsOf(command.environment), { mode: 0o600 });
      return {
        words: userWords(asRoot, { root, variables }, command),
        environment: command.environment,
        end: async () => {
          try {
            await giveBack(asRoot, command);
          } finally {
            // Not recursively: whatever were still mounted there is no rubbish.
            await rm(variables);
            await rmdir(root);
            await rmdir(place);
          }
        },
      };
    },
    signal: (pids, signal) => {
      if (asRoot.length === 0) signalOwn(pids, signal);
      else {
        const [program = '', ...args] = [
          ...asRoot,
          'kill',
          '-s',
          signal.slice('SIG'.length),
          ...pids.map(String),
        ];
        spawnSync(program, args, { stdio: 'ignore', timeout: SIGNAL_LIMIT_MS });
      }
    },
    dispose: async () => undefined,
  };
}

/** What a shell cannot name, or keeps for itself. */
const UNSPOKEN = /^(?![A-Za-z_]\w*$)|^(UID|EUID|PPID|SHELLOPTS|BASHOPTS|BASH_VERSINFO)$/;

/**
 * As lines of a shell. In a file, since every account of the machine can read the arguments of a process, and since
 * `sudo` sets variables of its own and takes others away (TMPDIR, LD_LIBRARY_PATH).
 */
function exportsOf(environment: Readonly<Record<string, string>>): string {
  return Object.entries(environment)
    .filter(([name]) => !UNSPOKEN.test(name))
    .map(([name, value]) => `export ${name}='${value.replaceAll("'", "'\\''")}'\n`)
    .join('');
}

function userWords(
  asRoot: readonly string[],
  { root, variables }: { readonly root: string; readonly variables: string },
  { words, directory, mounts, network }: Enclosed,
): readonly string[] {
  return [
    ...[...asRoot, 'unshare', '--mount', '--pid', '--fork', '--kill-child', '--ipc', '--uts'],
    ...(network ? [] : ['--net']),
    ...['/bin/sh', '-c', SCRIPT, 'sh', root, variables, directory, network ? 'yes' : 'no'],
    ...mounts.flatMap(mountWords),
    ...['--', ...words],
  ];
}

function mountWords(mount: Mount): readonly string[] {
  if (mount.kind === 'read') return ['read', mount.path, mount.path];
  if (mount.kind === 'write') return ['write', mount.source, mount.path];
  return mount.isFolder ? ['empty', '', mount.path] : ['read', '/dev/null', mount.path];
}

/** @throws when it cannot: what is in the workspace would be out of our reach. */
async function giveBack(asRoot: readonly string[], { mounts, environment }: Enclosed): Promise<void> {
  const owner = `${process.getuid?.()}:${process.getgid?.()}`;
  const sources = mounts.flatMap((mount) => (mount.kind === 'write' ? [mount.source] : []));
  await callTool([...asRoot, 'chown', '-hR', owner, '--', ...sources], { env: environment });
}
