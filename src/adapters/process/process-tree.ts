import { setTimeout as sleep } from 'node:timers/promises';
import type { Cell } from '../sandbox/cell.js';
import { listProcesses, type ProcessEntry, startOf } from './list-processes.js';
import { signalOwn } from './signal-own.js';

const POLL_MS = 50;
const KILL_LIMIT_MS = 10_000;

interface ProcessTreeOptions {
  readonly marker: string;
  /** A real path (no symlinks). */
  readonly directory: string;
  /** What the command is shut into; null when it is not. */
  readonly cell: Pick<Cell, 'signal'> | null;
}

/**
 * Everything that one command started. Killing its process group is not enough: a daemon leaves it with `setsid` and
 * loses its parent by a double fork, so members are also known by a random marker in their environment and by a
 * working directory inside the command's own.
 */
export class ProcessTree {
  readonly #root: number;
  readonly #marker: string;
  readonly #directory: string;
  readonly #cell: Pick<Cell, 'signal'> | null;
  readonly #since: number | null;

  /** Call at once after the start, while the root still exists. */
  constructor(root: number, options: ProcessTreeOptions) {
    this.#root = root;
    this.#marker = options.marker;
    this.#directory = options.directory;
    this.#cell = options.cell;
    this.#since = startOf(root);
  }

  /** Asks every member to end and waits until all have, `graceMs` are over, or `hurry` is aborted. */
  async terminate(graceMs: number, hurry: AbortSignal | undefined): Promise<void> {
    const members = await this.#members();
    // The root of a cell is its wall: with it all others would end at once, without a word.
    this.#signal(this.#cell === null ? members : members.filter((pid) => pid !== this.#root), 'SIGTERM');
    const giveUpAt = performance.now() + graceMs;
    while (performance.now() < giveUpAt && !hurry?.aborted) {
      await sleep(POLL_MS);
      if ((await this.#members()).length === 0) return;
    }
  }

  /**
   * Kills until nothing is left.
   * @throws when a member cannot be killed (another user's, or stuck in the kernel).
   */
  async kill(): Promise<void> {
    const giveUpAt = performance.now() + KILL_LIMIT_MS;
    for (let pause = 1; ; pause = Math.min(POLL_MS, pause * 2)) {
      const members = await this.#members();
      if (members.length === 0) return;
      if (performance.now() > giveUpAt) {
        throw new Error(
          `Processes ${members.join(', ')} of the command could not be stopped. Stop them by hand before you go on.`,
        );
      }
      this.#signal(members, 'SIGKILL');
      await sleep(pause);
    }
  }

  #signal(pids: readonly number[], signal: NodeJS.Signals): void {
    if (pids.length === 0) return;
    if (this.#cell === null) signalOwn(pids, signal);
    else this.#cell.signal(pids, signal);
  }

  async #members(): Promise<readonly number[]> {
    const entries = await listProcesses(this.#marker, this.#since);
    const members = new Set(entries.filter((entry) => this.#isOwn(entry)).map((entry) => entry.pid));
    for (let before = -1; before !== members.size; ) {
      before = members.size;
      for (const entry of entries) if (members.has(entry.parent)) members.add(entry.pid);
    }
    members.delete(process.pid);
    return [...members];
  }

  #isOwn(entry: ProcessEntry): boolean {
    return (
      entry.marked ||
      [entry.pid, entry.group, entry.session].includes(this.#root) ||
      entry.directory === this.#directory ||
      (entry.directory?.startsWith(`${this.#directory}/`) ?? false)
    );
  }
}
