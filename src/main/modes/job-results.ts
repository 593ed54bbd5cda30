import * as z from 'zod';
import { UsageError } from '../../config/usage-error.js';

/** What GitHub says of the jobs before, as `toJSON(needs)`; what they say of themselves is passed over. */
const jobsSchema = z.record(
  z.string(),
  z.object({ result: z.enum(['success', 'failure', 'cancelled', 'skipped']) }),
);

export interface JobResults {
  /** Names of the jobs that broke, with the word for it, for a sentence; null when none did. */
  readonly broken: string | null;
  readonly isCancelled: boolean;
}

/** @throws UsageError for what is no answer of GitHub's. */
export function readJobResults(json: string | null): JobResults {
  if (json === null) return { broken: null, isCancelled: false };
  const jobs = jobsSchema.safeParse(parse(json));
  if (!jobs.success) throw new UsageError([`jobs: is not toJSON(needs): ${z.prettifyError(jobs.error)}`]);
  const ended = (wanted: string) =>
    Object.entries(jobs.data).flatMap(([name, { result }]) => (result === wanted ? [name] : []));
  const said = [
    ...ended('failure').map((name) => `${name} failed`),
    ...ended('cancelled').map((name) => `${name} was cancelled or ran out of its time`),
  ];
  return { broken: said.length === 0 ? null : said.join(', '), isCancelled: ended('cancelled').length > 0 };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
