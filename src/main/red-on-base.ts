import { HostError } from '../adapters/github/host-error.js';
import { readDefaultBranch, readLastRun, readMergeBase } from '../adapters/github/read-base-run.js';
import type { FailedRun } from '../domain/failed-run.js';
import { type Outcome, outcome } from '../domain/outcome.js';
import { type FailedCheck, runsOf } from '../report/failed-checks.js';
import type { Target } from './find-target.js';
import { type FailureLimits, readFailure } from './read-failure.js';
import type { Session } from './session.js';

/**
 * An end when the branch that this one goes into fails in the very same way, or did where this one left it and is green
 * since: then nothing is to be repaired here. Each cause must be red there too, by the logs of the last run of the same
 * workflow; null otherwise, and on that branch itself.
 */
export async function redOnBase(
  target: Target,
  checks: readonly FailedCheck[],
  { client, reading }: Pick<Session, 'client'> & { readonly reading: FailureLimits },
): Promise<Outcome | null> {
  const { run, base, pull, asked } = target;
  const into = pull?.baseBranch ?? (await readDefaultBranch(client, run.repository));
  // A fork's branch is another one, also under the same name.
  if (into === base && asked?.isFork !== true) return null;
  const ends: Outcome[] = [];
  for (const failed of runsOf(target)) {
    const own = checks.filter(({ jobs }) => jobs.some(({ runId }) => runId === failed.runId));
    const end = own.length === 0 ? null : await redThere(failed, into, own, { client, reading });
    if (end === null && own.length > 0) return null;
    if (end !== null) ends.push(end);
  }
  return ends[0] ?? null;
}

async function redThere(
  run: FailedRun,
  into: string,
  checks: readonly FailedCheck[],
  { client, reading }: Pick<Session, 'client'> & { readonly reading: FailureLimits },
): Promise<Outcome | null> {
  if (run.workflowPath === null) return null;
  const failsAlike = async (there: FailedRun): Promise<boolean> => {
    const red = await readRed(() => readFailure(client, [there], reading));
    return checks.every(({ scan }) => red.some((each) => each.scan.fingerprint === scan.fingerprint));
  };
  const last = await readLastRun(client, run, { branch: into });
  if (last === null) return null;
  if (isRed(last)) return (await failsAlike(last)) ? outcome('red-on-base', stillRed(into, last)) : null;
  const commit = last.conclusion === 'success' ? await readMergeBase(client, run, into) : null;
  if (commit === null || commit === last.headSha) return null;
  const then = await readLastRun(client, run, { branch: into, commit });
  if (then === null || !isRed(then) || !(await failsAlike(then))) return null;
  return outcome('red-on-base', repairedSince(into, then));
}

const isRed = ({ conclusion }: FailedRun): boolean => conclusion === 'failure' || conclusion === 'timed_out';

const stillRed = (into: string, { url, headSha }: FailedRun): string =>
  `${into} fails in the same way (${url}, at ${headSha.slice(0, 12)}), so that this failure is not of this branch. Repair it on ${into}, then bring this branch up to date.`;

const repairedSince = (into: string, { url, headSha }: FailedRun): string =>
  `${into} failed in the same way where this branch left it (${url}, at ${headSha.slice(0, 12)}), and passes since. Bring this branch up to date with ${into}.`;

/** A help to people, and no more: that those logs cannot be had stops no repair. */
async function readRed(
  read: () => Promise<{ readonly checks: readonly FailedCheck[] }>,
): Promise<readonly FailedCheck[]> {
  try {
    return (await read()).checks;
  } catch (error) {
    if (error instanceof HostError && error.kind === 'unavailable') return [];
    throw error;
  }
}
