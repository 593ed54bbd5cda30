import * as z from 'zod';
import { UsageError } from '../../config/usage-error.js';
import { STOP_REASONS, type StopReason } from '../../domain/outcome.js';

/** A job of `jobs` in words: its name, what GitHub says of it (`needs.<job>.result`), and the end that it may have told. */
const jobSchema = z.tuple(
  [z.string(), z.enum(['success', 'failure', 'cancelled', 'skipped'])],
  z.enum(Object.values(STOP_REASONS).flat()),
);

export interface JobResults {
  /** Names of the jobs that broke, with the word for it, for a sentence; null when none did. */
  readonly broken: string | null;
  readonly isCancelled: boolean;
  /** How a job said that the run ends; null when none did. Only jobs that run no code of the repository have such a word. */
  readonly said: StopReason | null;
}

/** @throws UsageError for what is no such list. */
export function readJobResults(text: string | null): JobResults {
  const words = (text ?? '').split('\n').flatMap((line) => (line.trim() ? [line.trim().split(/\s+/)] : []));
  const jobs = z.array(jobSchema).safeParse(words);
  if (!jobs.success)
    throw new UsageError([
      `jobs: is not a line for each job before, as "verify-1 success": ${z.prettifyError(jobs.error)}`,
    ]);
  const ended = (wanted: string) =>
    jobs.data.flatMap(([name, result, reason]) => (result === wanted && reason === undefined ? [name] : []));
  const broken = [
    ...ended('failure').map((name) => `${name} failed`),
    ...ended('cancelled').map((name) => `${name} was cancelled or ran out of its time`),
  ];
  return {
    broken: broken.length === 0 ? null : broken.join(', '),
    isCancelled: ended('cancelled').length > 0,
    said: jobs.data.flatMap(([, , reason]) => reason ?? [])[0] ?? null,
  };
}
