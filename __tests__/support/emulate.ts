import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.js';
import { node24 } from './node24.js';

/** emulate, a GitHub that we did not write, where `SMART_FIX_TEST_EMULATE` names its entry file. */
export const EMULATE = process.env.SMART_FIX_TEST_EMULATE ?? 'emulate/dist/index.js';

const READY_MS = 60_000;

export interface Emulate {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts emulate on loopback with one repository, `octocat/project`, that has a first commit on `main`. */
export async function startEmulate(folder: string): Promise<Emulate> {
  const seed = join(folder, 'seed.json');
  const repository = { owner: 'octocat', name: 'project', auto_init: true };
  writeFileSync(seed, JSON.stringify({ github: { users: [{ login: 'octocat' }], repos: [repository] } }));
  const port = await freePort();
  const child = spawn(
    node24(),
    [EMULATE, 'start', '--service', 'github', '--seed', seed, '--port', String(port)],
    { cwd: folder, stdio: 'ignore' },
  );
  const url = `http://127.0.0.1:${port}`;
  for (const end = Date.now() + READY_MS; ; await sleep(100)) {
    const answer = await fetch(`${url}/repos/octocat/project`).catch(() => null);
    if (answer?.ok === true) break;
    if (child.exitCode !== null) throw new Error(`emulate ended with ${child.exitCode}`);
    if (Date.now() > end) {
      child.kill();
      throw new Error(`emulate did not listen within ${READY_MS / 1000} s`);
    }
  }
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        child.once('close', () => resolve());
        child.kill();
      }),
  };
}
