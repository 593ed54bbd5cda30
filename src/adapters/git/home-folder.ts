import { execFile } from 'node:child_process';
import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { removeFolder } from './remove-folder.js';

/**
 * The home of what runs shut in. Every execution starts with what the one on the base left there (downloads, compiled
 * libraries: a cold cache costs most of a gate's time), and with nothing of any other.
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
    this.#kept = join(folder, 'home-of-base');
    this.#baseCommit = baseCommit;
  }

  /** Makes it ready for an execution of a commit. */
  async prepare(commit: string): Promise<void> {
    if (this.#user === this.#baseCommit && !this.#isKept && (await readdir(this.path)).length > 0) {
      await rename(this.path, this.#kept);
      this.#isKept = true;
    }
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
