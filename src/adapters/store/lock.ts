import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import * as z from 'zod';

const ownerSchema = z.object({ pid: z.number().int().positive(), host: z.string(), at: z.string() });

/** Another process of this machine, or a process of another machine, is writing to the folder. */
export class LockedError extends Error {
  constructor(path: string, owner: string) {
    super(
      `${path} is held by ${owner}. Wait for that run to end, or remove the file when you know that it is gone.`,
    );
    this.name = 'LockedError';
  }
}

/**
 * Takes a lock file, so that a folder has one writer. A lock is stale, and is taken over, when its owner ran on this
 * host and its process is gone; a lock of another host is never judged from here.
 * @returns the release, safe to call twice.
 * @throws LockedError when the lock is held.
 */
export async function takeLock(path: string): Promise<() => Promise<void>> {
  const mine = `${path}.${randomUUID()}`;
  await writeFile(mine, JSON.stringify({ pid: process.pid, host: hostname(), at: new Date().toISOString() }));
  try {
    if (!(await tryLink(mine, path))) {
      await clearStale(path);
      if (!(await tryLink(mine, path))) throw new LockedError(path, 'another run');
    }
  } finally {
    await rm(mine, { force: true });
  }
  return () => rm(path, { force: true });
}

/** `link` is atomic and fails when the target exists: the file appears with its whole content or not at all. */
async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function clearStale(path: string): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const owner = ownerSchema.safeParse(tryJson(text));
  if (!owner.success) throw new LockedError(path, 'an unknown owner');
  const { pid, host, at } = owner.data;
  if (host !== hostname() || isAlive(pid))
    throw new LockedError(path, `process ${pid} on ${host} since ${at}`);
  await buryStale(path, text);
}

/** Moves the stale file away, and back when another process had replaced it in the meantime. */
async function buryStale(path: string, staleText: string): Promise<void> {
  const grave = `${path}.${randomUUID()}`;
  await rename(path, grave).catch(() => undefined);
  const buried = await readFile(grave, 'utf8').catch(() => staleText);
  if (buried !== staleText) await tryLink(grave, path);
  await rm(grave, { force: true });
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
