import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.js';
import { openapiDocument } from './github/openapi-document.js';
import type { RequestRecord } from './github/world.js';

/** Steady, a checker of requests that we did not write, where `SMART_FIX_TEST_STEADY` names its program. */
export const STEADY = process.env.SMART_FIX_TEST_STEADY ?? 'steady';

const READY_MS = 60_000;

export interface Steady {
  /** What it has against a request of ours; empty when it fits GitHub's description. */
  judge(request: RequestRecord): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Starts Steady on loopback with the operations that the fake serves. */
export async function startSteady(folder: string): Promise<Steady> {
  const file = join(folder, 'github.json');
  writeFileSync(file, openapiDocument());
  const port = await freePort();
  const child = spawn(STEADY, ['--host', '127.0.0.1', '-p', String(port), '-q', file], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await waitFor(url, child);
  return {
    async judge({ method, path, body }) {
      const answer = await fetch(`${url}${path}`, {
        method,
        redirect: 'manual',
        headers: { 'content-type': 'application/json' },
        ...(method === 'GET' || body === null || body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      await answer.arrayBuffer();
      const count = Number(answer.headers.get('x-steady-error-count') ?? Number.NaN);
      if (Number.isNaN(count)) return [`${method} ${path}: Steady did not judge it (${answer.status})`];
      return Array.from(
        { length: count },
        (_, index) => `${method} ${path}: ${answer.headers.get(`x-steady-error-${index + 1}-message`)}`,
      );
    },
    close: () =>
      new Promise((resolve) => {
        child.once('close', () => resolve());
        child.kill();
      }),
  };
}

async function waitFor(url: string, child: ChildProcess): Promise<void> {
  const end = Date.now() + READY_MS;
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error(`Steady ended with ${child.exitCode}`);
    const up = await fetch(url).then(
      () => true,
      () => false,
    );
    if (up) return;
    await sleep(100);
  }
  child.kill();
  throw new Error(`Steady did not listen within ${READY_MS / 1000} s`);
}
