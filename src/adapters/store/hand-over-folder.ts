import { lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LedgerCorruptError } from '../../ledger/chain.js';
import { TamperedError } from '../../ledger/tampered-error.js';
import { type LedgerFile, openLedgerFile } from './ledger-file.js';

const LEDGER = 'ledger.jsonl';
const PATCHES = 'patches';
/** Far more than the longest run writes. In bytes. */
const MAX_LEDGER = 256 * 1024 * 1024;

/** What goes from job to job as an artifact: the ledger, and a patch document for each revision. Nothing else. */
export interface HandOverFolder {
  readonly ledger: LedgerFile;
  /** @throws TamperedError when there is none, or it is larger than `limit` bytes. */
  readPatch(number: number, limit: number): Promise<string>;
  writePatch(number: number, text: string): Promise<void>;
}

/** Makes the folder for a new run. @throws Error when something is there already. */
export async function makeHandOver(path: string): Promise<HandOverFolder> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  if ((await readdir(path)).length > 0) throw new Error(`${path} is not empty; name a folder of its own`);
  return folderAt(path);
}

/**
 * Opens what another job handed over.
 * @throws TamperedError when it holds anything but regular files of ours, or the chain is broken.
 */
export async function openHandOver(path: string): Promise<HandOverFolder> {
  await requireFile(join(path, LEDGER), MAX_LEDGER);
  for (const name of await readdir(path))
    if (name !== LEDGER && name !== PATCHES) throw new TamperedError(`${odd(name)} lies beside the ledger`);
  const hasPatches = await lstat(join(path, PATCHES)).catch(() => null);
  if (hasPatches?.isDirectory() === false) throw new TamperedError(`${PATCHES} is no folder`);
  const patches = hasPatches === null ? [] : await readdir(join(path, PATCHES));
  const unknown = patches.find((name) => !/^[1-9]\d{0,2}\.json$/.test(name));
  if (unknown !== undefined) throw new TamperedError(`${odd(unknown)} lies among the patch documents`);
  return folderAt(path);
}

const odd = (name: string): string => JSON.stringify(name.slice(0, 100));

async function folderAt(path: string): Promise<HandOverFolder> {
  const patchPath = (number: number): string => join(path, PATCHES, `${number}.json`);
  return {
    ledger: await openLedgerFile(join(path, LEDGER)).catch((error: Error) => {
      throw error instanceof LedgerCorruptError ? new TamperedError(error.message) : error;
    }),
    async readPatch(number, limit) {
      await requireFile(patchPath(number), limit);
      return readFile(patchPath(number), 'utf8');
    },
    async writePatch(number, text) {
      await mkdir(join(path, PATCHES), { recursive: true, mode: 0o700 });
      await writeFile(patchPath(number), text, { mode: 0o600 });
    },
  };
}

/** A link of an artifact could lead anywhere. */
async function requireFile(path: string, limit: number): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (!found?.isFile()) throw new TamperedError(`${path} is missing, or no regular file`);
  if (found.size > limit) throw new TamperedError(`${path} is larger than ${limit} bytes`);
}
