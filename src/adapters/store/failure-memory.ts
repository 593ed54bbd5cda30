import { appendFile, readFile } from 'node:fs/promises';
import * as z from 'zod';

const lineSchema = z.object({
  at: z.string(),
  run: z.string(),
  fingerprint: z.string(),
  result: z.enum(['red', 'fixed', 'flaky', 'retried']),
});

export type MemoryLine = z.infer<typeof lineSchema>;

/** What became of each failure in earlier runs of this repository: one line a failed attempt, fix or flaky end. */
export interface FailureMemory {
  /** Failed attempts on this fingerprint since it was last fixed, or a person last asked for a retry. */
  reds(fingerprint: string): number;
  /** True when the failure went away by itself in an earlier run. */
  wasFlaky(fingerprint: string): boolean;
  remember(line: MemoryLine): Promise<void>;
}

/** Reads the memory file; lines that are not ours (torn, edited) are passed over, since this is a brake and no record. */
export async function openFailureMemory(path: string): Promise<FailureMemory> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const lines = text.split('\n').flatMap(parseLine);
  return {
    reds(fingerprint) {
      const own = lines.filter((line) => line.fingerprint === fingerprint && line.result !== 'flaky');
      return own.length - 1 - own.findLastIndex((line) => line.result !== 'red');
    },
    wasFlaky: (fingerprint) =>
      lines.some((line) => line.fingerprint === fingerprint && line.result === 'flaky'),
    async remember(line) {
      lines.push(line);
      await appendFile(path, `${JSON.stringify(line)}\n`);
    },
  };
}

function parseLine(line: string): readonly MemoryLine[] {
  try {
    const parsed = lineSchema.safeParse(JSON.parse(line));
    return parsed.success ? [parsed.data] : [];
  } catch {
    return [];
  }
}
