import { createGitHubClient } from '../adapters/github/client.js';
import { GitHubLease } from '../adapters/github/lease.js';
import type { Lease } from '../isolate/lease.js';
import type { Start } from './action.js';
import type { Target } from './find-target.js';
import type { Session } from './session.js';

/** A lease outlives its run a little: what it made has to be seen by the next. */
const GRACE_SECONDS = 300;
/** After a cancel the runner leaves little time, and a lease that stays runs out by itself. */
const RELEASE_MS = 5000;

export const LEASE_STAYS =
  'the lease on this failure could not be given back; until it runs out, no other run repairs it';

/** The lease on one failure, for as long as this run may take. It is given back even when the run was cancelled. */
export function openLease(
  { client, context }: Pick<Session, 'client' | 'context'>,
  { settings }: Pick<Start, 'settings'>,
  { run, base }: Target,
): Lease {
  const { owner, name } = context.repository;
  const lease = new GitHubLease({
    client,
    at: { owner, repo: name },
    terms: {
      runId: context.ownRunId,
      attempt: context.ownAttempt,
      seconds: settings.deadline + GRACE_SECONDS,
    },
    headSha: run.headSha,
    base,
  });
  return {
    take: (fixBranch) => lease.take(fixBranch),
    release: () =>
      lease.release(
        createGitHubClient({
          ...{ token: settings.githubToken ?? '', apiUrl: context.apiUrl },
          ...{ signal: AbortSignal.timeout(RELEASE_MS), timeLeftMs: () => 0, pause: async () => undefined },
        }),
      ),
  };
}
