import * as core from '@actions/core';
import { createGitHubClient } from '../adapters/github/client.js';
import { GitHubLease, releaseLeases } from '../adapters/github/lease.js';
import { MAX_SECONDS } from '../domain/lease.js';
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

/**
 * The lease on one failure, for as long as this run may take. It is given back even when the run was cancelled. The jobs
 * of the split form share theirs, and the last one gives it back for all.
 */
export function openLease(
  { client, context }: Pick<Session, 'client' | 'context'>,
  { settings }: Pick<Start, 'settings'>,
  { run, base }: Target,
): Lease {
  const isShared = settings.mode !== 'all';
  const { owner, name } = context.repository;
  const lease = new GitHubLease({
    client,
    at: { owner, repo: name },
    terms: {
      runId: context.ownRunId,
      attempt: context.ownAttempt,
      seconds: isShared ? MAX_SECONDS : settings.deadline + GRACE_SECONDS,
    },
    headSha: run.headSha,
    ...{ base, isShared },
  });
  return {
    take: (fixBranch) => lease.take(fixBranch),
    release: () => lease.release(lastClient(context, settings)),
  };
}

/** For the job that ends a run of the split form, whatever became of the others. */
export async function releaseShared(
  { context }: Pick<Session, 'context'>,
  { settings }: Pick<Start, 'settings'>,
): Promise<void> {
  const { owner, name } = context.repository;
  const own = { runId: context.ownRunId, attempt: context.ownAttempt };
  const client = lastClient(context, settings);
  const areGone = await releaseLeases(client, { owner, repo: name }, own).catch(() => false);
  if (!areGone) core.info(LEASE_STAYS);
}

function lastClient({ apiUrl }: Session['context'], { githubToken }: Start['settings']) {
  return createGitHubClient({
    ...{ token: githubToken ?? '', apiUrl, signal: AbortSignal.timeout(RELEASE_MS) },
    ...{ timeLeftMs: () => 0, pause: async () => undefined },
  });
}
