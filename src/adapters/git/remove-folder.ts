import { lstatSync, rmdirSync, unlinkSync } from 'node:fs';
import { chmod, lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inSlices } from './in-slices.js';

/** Removes a file or folder with everything below it; read-only folders (Go's module cache) too. Absent is fine. */
export async function removeFolder(path: string): Promise<void> {
  try {
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) await emptyAndRemove(path);
    else await rm(path, { force: true });
  } catch {
    await makeWritable(path).catch(unlessMissing);
    await rm(path, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Half the work of `rm`, which looks at every file before it tries; names that are no UTF-8 are left to that. */
async function emptyAndRemove(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries) if (entry.isDirectory()) await emptyAndRemove(join(folder, entry.name));
  const files = entries.filter((entry) => !entry.isDirectory());
  await inSlices(files, ({ name }) => unlinkSync(join(folder, name)));
  rmdirSync(folder);
}

/** Gives the owner every right on `folder` and the folders below it; symbolic links are not followed. */
export async function makeWritable(folder: string): Promise<void> {
  if (!(await lstat(folder)).isDirectory()) return;
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    // The removal that failed may still be at work elsewhere: what has gone meanwhile is no fault.
    if (entry.isDirectory()) await makeWritable(join(folder, entry.name)).catch(unlessMissing);
  }
}

function unlessMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
