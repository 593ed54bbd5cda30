import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { promisify } from 'node:util';

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Null where the system does not tell. */
  readonly session: number | null;
  /** True when its environment holds the marker. */
  readonly marked: boolean;
  readonly directory: string | null;
}

/** Living processes (no zombies) that started at `since` or later and that we may look at. */
export async function listProcesses(marker: string, since: number | null): Promise<readonly ProcessEntry[]> {
  return process.platform === 'linux' ? listFromProc(marker, since) : await listFromPs(marker);
}

/** Start of a process in clock ticks since boot, null where the system does not tell. */
export function startOf(pid: number): number | null {
  return process.platform === 'linux' ? (readStat(pid)?.startedAt ?? null) : null;
}

function listFromProc(marker: string, since: number | null): readonly ProcessEntry[] {
  const entries: ProcessEntry[] = [];
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    const stat = Number.isInteger(pid) ? readStat(pid) : null;
    if (stat === null || stat.isZombie || stat.startedAt < (since ?? 0)) continue;
    const environment = attempt(() => readFileSync(`/proc/${pid}/environ`));
    const directory = attempt(() => readlinkSync(`/proc/${pid}/cwd`));
    const { parent, group, session } = stat;
    entries.push({ pid, parent, group, session, directory, marked: environment?.includes(marker) ?? false });
  }
  return entries;
}

/** Fields of /proc/[pid]/stat, see proc(5). The name in brackets may itself hold spaces and brackets. */
function readStat(pid: number) {
  const text = attempt(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  if (text === null) return null;
  const [state, parent, group, session, ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return {
    isZombie: state === 'Z' || state === 'X',
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    startedAt: Number(rest[15]),
  };
}

/** For systems without /proc. `-E` shows the environment after the command (ps(1) of macOS). */
async function listFromPs(marker: string): Promise<readonly ProcessEntry[]> {
  const { stdout } = await promisify(execFile)(
    'ps',
    ['-A', '-E', '-ww', '-o', 'pid=,ppid=,pgid=,stat=,command='],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  return parsePs(stdout, marker);
}

/** Reads `ps -o pid=,ppid=,pgid=,stat=,command=` lines. */
export function parsePs(text: string, marker: string): readonly ProcessEntry[] {
  const entries: ProcessEntry[] = [];
  for (const line of text.split('\n')) {
    const [pid, parent, group, state, ...words] = line.trim().split(/\s+/);
    if (state === undefined || state.startsWith('Z')) continue;
    const marked = words.join(' ').includes(marker);
    entries.push({
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      session: null,
      marked,
      directory: null,
    });
  }
  return entries;
}

/** A process may end, or belong to somebody else, between two looks. */
function attempt<T>(look: () => T): T | null {
  try {
    return look();
  } catch {
    return null;
  }
}
