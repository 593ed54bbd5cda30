import { HostError } from '../adapters/github/host-error.js';
import { readDefaultBranch, readLastRun } from '../adapters/github/read-base-run.js';
import { type Outcome, outcome } from '../domain/outcome.js';
import type { FailedCheck } from '../report/failed-checks.js';
import type { Target } from './find-target.js';
import { type FailureLimits, readFailure } from './read-failure.js';
import type { Session } from './session.js';

const RED = ['failure', 'timed_out'];

/**
 * An end when the branch that this one goes into fails in the very same way: then it is to be repaired there. Each cause
 * must be red there too, by the logs of the last run of the same workflow; null otherwise, and on that branch itself.
 */
export async function redOnBase(
  { run, base, pull }: Target,
  checks: readonly FailedCheck[],
  { client, reading }: Pick<Session, 'client'> & { readonly reading: FailureLimits },
): Promise<Outcome | null> {
  if (run.workflowPath === null) return null;
  const into = pull?.baseBranch ?? (await readDefaultBranch(client, run.repository));
  if (into === base) return null;
  const last = await readLastRun(client, run, into);
  if (last === null || !RED.includes(last.conclusion ?? '')) return null;
  const there = await readRed(() => readFailure(client, last, reading));
  const causes = new Set(there.map(({ scan }) => scan.fingerprint));
  if (!checks.every(({ scan }) => causes.has(scan.fingerprint))) return null;
  return outcome(
    'red-on-base',
    `${into} fails in the same way (${last.url}, at ${last.headSha.slice(0, 12)}), so that this failure is not of this branch. Repair it on ${into}, then bring this branch up to date.`,
  );
}

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
