import { type FileHandle, open, readFile, truncate } from 'node:fs/promises';
import { readChain } from '../../ledger/chain.js';
import type { Entry } from '../../ledger/entry.js';
import type { LedgerStore } from '../../ledger/ledger.js';

export interface LedgerFile extends LedgerStore {
  /** Entries that the file held when it was opened. */
  readonly earlier: readonly Entry[];
  close(): Promise<void>;
}

/**
 * JSON lines in one file, synced to disk on every append. A torn last line is cut off on opening.
 * @throws LedgerCorruptError when a whole line breaks the chain.
 */
export async function openLedgerFile(path: string): Promise<LedgerFile> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const { entries, goodBytes } = readChain(text);
  if (Buffer.byteLength(text) > goodBytes) await truncate(path, goodBytes);
  const handle: FileHandle = await open(path, 'a', 0o600);
  return {
    earlier: entries,
    async append(line) {
      await handle.appendFile(line, 'utf8');
      await handle.datasync();
    },
    close: () => handle.close(),
  };
}
