import { chmod, lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes a file or folder with everything below it; read-only folders (Go's module cache) too. Absent is fine. */
export async function removeFolder(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch {
    await makeWritable(path);
    await rm(path, { recursive: true, force: true, maxRetries: 5 });
  }
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
