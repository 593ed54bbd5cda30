import * as z from 'zod';
import { digestOf } from '../domain/digest.js';
import type { Entry, Fact } from './entry.js';

export const FIRST_PREVIOUS = '0'.repeat(64);

const entrySchema = z.strictObject({
  sequence: z.number().int().positive(),
  at: z.iso.datetime(),
  fact: z.looseObject({ kind: z.string() }),
  previous: z.string(),
  hash: z.string(),
});

export function chainEntry(sequence: number, at: string, fact: Fact, previous: string): Entry {
  return { sequence, at, fact, previous, hash: digestOf([sequence, at, fact, previous]) };
}

/** The ledger does not say what happened: a complete line was changed, lost or reordered. Nothing may build on it. */
export class LedgerCorruptError extends Error {
  constructor(line: number, reason: string) {
    super(
      `ledger line ${line} ${reason}: the record of this run cannot be trusted. Start a new run; keep the folder for inspection.`,
    );
    this.name = 'LedgerCorruptError';
  }
}

/**
 * Reads a ledger's text. A torn last line (a crash while it was written) is dropped; `goodBytes` says where the whole
 * lines end.
 * @throws LedgerCorruptError when a whole line is not JSON, is out of sequence, or breaks the chain.
 */
export function readChain(text: string): { readonly entries: readonly Entry[]; readonly goodBytes: number } {
  const entries: Entry[] = [];
  let previous = FIRST_PREVIOUS;
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  for (const [index, line] of whole.split('\n').slice(0, -1).entries()) {
    const entry = parseLine(line, index + 1);
    if (entry.sequence !== index + 1)
      throw new LedgerCorruptError(index + 1, `has sequence ${entry.sequence}`);
    const expected = chainEntry(entry.sequence, entry.at, entry.fact, previous);
    if (entry.previous !== previous || entry.hash !== expected.hash) {
      throw new LedgerCorruptError(index + 1, 'breaks the hash chain');
    }
    previous = entry.hash;
    entries.push(entry);
  }
  return { entries, goodBytes: Buffer.byteLength(whole) };
}

function parseLine(line: string, number: number): Entry {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new LedgerCorruptError(number, 'is not JSON');
  }
  const entry = entrySchema.safeParse(value);
  if (!entry.success) throw new LedgerCorruptError(number, 'is no ledger entry');
  // The fact's own form is what this program wrote: the hash says so.
  return entry.data as unknown as Entry;
}
