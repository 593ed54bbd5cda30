import * as z from 'zod';
import { UsageError } from '../../config/usage-error.js';
import { STOP_REASONS, type StopReason } from '../../domain/outcome.js';

const reasons = Object.values(STOP_REASONS).flat();

/** What GitHub says of the jobs before, as `toJSON(needs)`, and the end that one may have told itself. */
const jobsSchema = z.record(
  z.string(),
  z.object({
    result: z.enum(['success', 'failure', 'cancelled', 'skipped']),
    outputs: z.object({ 'stop-reason': z.enum(reasons).or(z.literal('')).default('') }).prefault({}),
  }),
);

export interface JobResults {
  /** Names of the jobs that broke, with the word for it, for a sentence; null when none did. */
  readonly broken: string | null;
  readonly isCancelled: boolean;
  /** How a job said that the run ends; null when none did. Only jobs that run no code of the repository have such a word. */
  readonly said: StopReason | null;
}

/** @throws UsageError for what is no answer of GitHub's. */
export function readJobResults(json: string | null): JobResults {
  if (json === null) return { broken: null, isCancelled: false, said: null };
  const jobs = jobsSchema.safeParse(parse(json));
  if (!jobs.success) throw new UsageError([`jobs: is not toJSON(needs): ${z.prettifyError(jobs.error)}`]);
  const reasonOf = (name: string) => jobs.data[name]?.outputs['stop-reason'] || null;
  const all = Object.entries(jobs.data);
  const ended = (wanted: string) =>
    all.flatMap(([name, { result }]) => (result === wanted && reasonOf(name) === null ? [name] : []));
  const broken = [
    ...ended('failure').map((name) => `${name} failed`),
    ...ended('cancelled').map((name) => `${name} was cancelled or ran out of its time`),
  ];
  return {
    broken: broken.length === 0 ? null : broken.join(', '),
    isCancelled: ended('cancelled').length > 0,
    said: all.map(([name]) => reasonOf(name)).find((reason) => reason !== null) ?? null,
  };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
