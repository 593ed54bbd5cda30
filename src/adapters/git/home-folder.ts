import { execFile } from 'node:child_process';
import { mkdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { removeFolder } from './remove-folder.js';

/**
 * What tools fetched or compiled, told apart by its content: it makes a run quicker and never answers for one. All else
 * in a home (settings, a state that a first run leaves) could turn a failure of a first run green.
 */
const CACHES =
  `.cache/go-build go/pkg/mod .npm .cache/pip .cache/uv .cargo/registry .cargo/git .m2/repository .gradle/wrapper
   .gradle/caches/modules-2 .nuget/packages`.split(/\s+/);

/**
 * The home of what runs shut in. Every execution starts with the caches that the one on the base left there (a cold
 * cache costs most of a gate's time), and with nothing else.
 */
export class HomeFolder {
  readonly path: string;
  readonly #kept: string;
  readonly #baseCommit: string;
  /** The commit whose execution uses the folder now. */
  #user: string | null = null;
  #isKept = false;

  constructor(folder: string, baseCommit: string) {
    this.path = join(folder, 'home');
    this.#kept = join(folder, 'caches-of-base');
    this.#baseCommit = baseCommit;
  }

  /** Keeps the caches once the execution on the base is over, before anything else works in the folder. */
  async keepCaches(): Promise<void> {
    if (this.#user !== this.#baseCommit || this.#isKept) return;
    this.#isKept = true;
    await mkdir(this.#kept);
    for (const name of CACHES) {
      const from = join(this.path, name);
      const to = join(this.#kept, name);
      // Behind a link could lie what is not the command's own.
      if ((await realpath(from).catch(() => null)) !== from) continue;
      await mkdir(dirname(to), { recursive: true });
      if (!(await copyFolder(from, to))) await removeFolder(to);
    }
  }

  /** Makes it ready for an execution of a commit. */
  async prepare(commit: string): Promise<void> {
    this.#user = commit;
    await removeFolder(this.path);
    if (!this.#isKept || !(await copyFolder(this.#kept, this.path))) {
      await removeFolder(this.path);
      await mkdir(this.path);
    }
  }
}

/** Times, modes and links stay as they are; false when not everything could be read. */
async function copyFolder(from: string, to: string): Promise<boolean> {
  const copied = promisify(execFile)('cp', ['-a', '--', from, to]);
  return copied.then(
    () => true,
    () => false,
  );
}
