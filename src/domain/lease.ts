import { digestOf } from './digest.js';

/** Who repairs a failure right now, and for how long at most. */
export interface LeaseTerms {
  /** Our own workflow run, in its attempt. */
  readonly runId: number;
  readonly attempt: number;
  readonly seconds: number;
}

/** A run of several jobs may take longer; then it goes on without. A lease that says more is none of ours. */
export const MAX_SECONDS = 2 * 3600;

export const LEASES = 'refs/smart-fix/lease/';

/**
 * The ref that stands for the right to repair one failure of one commit of a branch: a newer commit with the same failure
 * waits for nobody, since the repair of the old one publishes nothing any more. It is no branch and no tag: nobody sees it, and
 * it starts no workflow. It points to a commit whose message holds the terms and whose date is GitHub's.
 */
export function leaseRef(fixBranch: string, base: string, headSha: string): string {
  return `${LEASES}${digestOf([fixBranch, base, headSha]).slice(0, 16)}`;
}

export function leaseMessage({ runId, attempt, seconds }: LeaseTerms): string {
  return `smart-fix lease\n\nSmart-Fix-Lease: run ${runId} attempt ${attempt} seconds ${seconds}\n`;
}

/** Null for what is no lease of ours: it then binds nobody. */
export function readLeaseMessage(message: string): LeaseTerms | null {
  const found = /^Smart-Fix-Lease: run (\d{1,15}) attempt (\d{1,6}) seconds (\d{1,6})$/m.exec(message);
  const [runId = 0, attempt = 0, seconds = 0] = (found ?? []).slice(1).map(Number);
  return found === null || seconds > MAX_SECONDS ? null : { runId, attempt, seconds };
}

/** True when a lease binds `own` no longer: it ran out, or an earlier attempt of the same run held it and is over. */
export function isLeaseOver(
  lease: LeaseTerms & { readonly takenAt: Date },
  own: Pick<LeaseTerms, 'runId' | 'attempt'>,
  now: Date,
): boolean {
  if (lease.runId === own.runId && lease.attempt < own.attempt) return true;
  return now.getTime() > lease.takenAt.getTime() + lease.seconds * 1000;
}
