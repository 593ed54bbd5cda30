import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, lstat, mkdir, open, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { FileChange } from '../../domain/patch.js';
import { findLink } from './folder-files.js';

/** Takes one step back. */
type Undo = () => Promise<void>;

/**
 * Writes changes into a folder: each file as a whole, and all files or none. A file keeps its mode; a renamed one has
 * that of the file that it was. Nothing is written through a symbolic link, nor over what is no longer as `before`
 * says.
 * @throws Error when a file cannot be written; everything is then as it was, but for what the message names.
 */
export async function writeChanges(folder: string, changes: readonly FileChange[]): Promise<void> {
  const undo: Undo[] = [];
  const leftovers: string[] = [];
  try {
    for (const change of changes) await assertUntouched(folder, change);
    const staged = new Map<FileChange, string>();
    for (const change of changes) {
      if (change.after !== null) staged.set(change, await stage(change, folder, undo));
    }
    // Where case is folded, a file that is renamed in case alone must be gone before its new name can be free.
    for (const change of changes.filter(({ after }) => after === null)) {
      leftovers.push(await takeAway(join(folder, change.path), undo));
    }
    for (const [change, temporary] of staged) {
      const backup = await putInPlace(join(folder, change.path), { change, temporary, undo });
      if (backup !== null) leftovers.push(backup);
    }
  } catch (cause) {
    const left = await takeBack(undo);
    const end = left.length === 0 ? 'nothing was written to' : 'not all could be taken back in';
    throw new Error([`${end} ${folder}: ${messageOf(cause)}`, ...left].join('; '), { cause });
  }
  for (const file of leftovers) await rm(file, { force: true });
}

/** Goes on past a step that fails, so that as little as possible stays; answers what failed. */
async function takeBack(undo: readonly Undo[]): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const step of undo.toReversed()) {
    await step().catch((fault: unknown) => faults.push(messageOf(fault)));
  }
  return faults;
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

async function assertUntouched(folder: string, { path, before }: FileChange): Promise<void> {
  const link = await findLink(folder, path);
  if (link !== null) throw new Error(`${link} is a symbolic link`);
  if (before === null) return;
  const now = await readFile(join(folder, path), 'utf8').catch(() => null);
  if (now !== before) throw new Error(`${path} was changed meanwhile; start again`);
}

/** Writes the new text beside its place; answers where. */
async function stage(
  { path, after, modeOf = path }: FileChange,
  folder: string,
  undo: Undo[],
): Promise<string> {
  const target = join(folder, path);
  await makeFolders(dirname(target), undo);
  const temporary = temporaryName(target);
  const mode = await lstat(join(folder, modeOf)).then(
    (found) => found.mode & 0o7777,
    () => null,
  );
  const handle = await open(temporary, 'wx', mode ?? 0o666);
  undo.push(() => rm(temporary, { force: true }));
  try {
    await handle.writeFile(after ?? '', 'utf8');
    if (mode !== null) await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return temporary;
}

async function makeFolders(folder: string, undo: Undo[]): Promise<void> {
  const found = await lstat(folder).catch(() => null);
  if (found?.isDirectory()) return;
  await makeFolders(dirname(folder), undo);
  await mkdir(folder);
  undo.push(() => rmdir(folder));
}

async function takeAway(file: string, undo: Undo[]): Promise<string> {
  const backup = temporaryName(file);
  await rename(file, backup);
  undo.push(() => rename(backup, file));
  return backup;
}

/** The copy of what was there, or null for a new file. */
async function putInPlace(
  file: string,
  {
    change,
    temporary,
    undo,
  }: { readonly change: FileChange; readonly temporary: string; readonly undo: Undo[] },
): Promise<string | null> {
  if (change.before === null) {
    if ((await lstat(file).catch(() => null)) !== null) throw new Error(`${change.path} is there already`);
    await rename(temporary, file);
    undo.push(() => rm(file));
    return null;
  }
  const backup = temporaryName(file);
  await copyFile(file, backup, constants.COPYFILE_EXCL);
  undo.push(() => rename(backup, file));
  await rename(temporary, file);
  return backup;
}

function temporaryName(file: string): string {
  return join(dirname(file), `.${basename(file).slice(0, 100)}.${randomUUID()}.tmp`);
}
