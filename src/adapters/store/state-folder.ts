import { appendFile, lstat, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { Redact } from '../../domain/redaction.js';
import { takeLock } from './lock.js';

/** The files of one repair run. Everything that is written passes the redaction. */
export interface StateFolder {
  readonly path: string;
  /** Replaces a file as a whole: after a crash it is the old or the new one. */
  write(name: string, text: string): Promise<string>;
  /** The same without redaction, for what is delivered: a repaired file or patch must be exact to be of use. */
  writeExact(name: string, text: string): Promise<string>;
  append(name: string, text: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens (and makes) the folder and takes its lock. @throws LockedError when another run is writing there. */
export async function openStateFolder(path: string, redact: Redact): Promise<StateFolder> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const release = await takeLock(join(path, 'lock'));
  return {
    path,
    write: (name, text) => replace(inside(path, name), redact(text)),
    writeExact: (name, text) => replace(inside(path, name), text),
    append: (name, text) => appendFile(inside(path, name), redact(text)),
    close: release,
  };
}

function inside(folder: string, name: string): string {
  const target = resolve(folder, name);
  if (!target.startsWith(resolve(folder) + sep))
    throw new Error(`${JSON.stringify(name)} leaves the state folder`);
  return target;
}

async function replace(target: string, text: string): Promise<string> {
  await mkdir(dirname(target), { recursive: true });
  await writeDurably(`${target}.new`, text);
  await rename(`${target}.new`, target);
  return target;
}

async function writeDurably(path: string, text: string): Promise<void> {
  const handle = await open(path, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.datasync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/** Makes `.smart-fix` ignore itself, so that a run never shows in `git status`. */
export async function ignoreItself(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  // A tracked link of that name would lead the run's files out of the repository.
  if ((await lstat(folder)).isSymbolicLink()) throw new Error('it is a symbolic link');
  await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}
