import { randomUUID } from 'node:crypto';
import {
  isLeaseOver,
  LEASES,
  type LeaseTerms,
  leaseMessage,
  leaseRef,
  readLeaseMessage,
} from '../../domain/lease.js';
import type { LeaseAnswer } from '../../isolate/lease.js';
import type { GitHubClient } from './client.js';
import { type At, dropRef, placeRef, readRef } from './place-ref.js';

const TRIES = 3;

export interface LeaseParts {
  readonly client: GitHubClient;
  readonly at: At;
  readonly terms: LeaseTerms;
  /** The commit that failed; the lease's commit has its tree, since it needs one that is there. */
  readonly headSha: string;
  /** The branch that failed. */
  readonly base: string;
  /** Whether the jobs of one workflow run hold it together: what an earlier one took is held by the next. */
  readonly isShared: boolean;
}

/** The right to repair one failure, taken by making a ref, which GitHub does for one of any number at once. */
export class GitHubLease {
  readonly #parts: LeaseParts;
  #held: { readonly ref: string; readonly commit: string } | null = null;

  constructor(parts: LeaseParts) {
    this.#parts = parts;
  }

  /** @throws HostError when the host is down or limits us. */
  async take(fixBranch: string): Promise<LeaseAnswer> {
    const { client, at, base, headSha } = this.#parts;
    const ref = leaseRef(fixBranch, base, headSha);
    const commit = await this.#makeCommit();
    if (typeof commit !== 'string') return commit;
    let replaces: string | null = null;
    for (let tries = 1; tries <= TRIES; tries++) {
      const stopped = await placeRef(client, at, { ref, replaces, commit });
      if (stopped === null) {
        this.#held = { ref, commit };
        return { kind: 'taken' };
      }
      if (stopped.kind !== 'moved') return { kind: 'unavailable', detail: stopped.detail };
      // It may be gone again: then its holder is done, and what they made is there to be found.
      const now = await readRef(client, at, ref);
      const holder = now === null ? null : await this.#readHolder(now);
      if (now !== null && holder !== null && this.#isOwn(holder)) {
        this.#held = { ref, commit: now };
        return { kind: 'taken' };
      }
      if (holder !== null) return { kind: 'held', runId: holder.runId };
      replaces = now;
    }
    return { kind: 'held', runId: null };
  }

  /** Gives it back, whatever became of the run; false when it stays until it runs out. */
  async release(client: GitHubClient): Promise<boolean> {
    if (this.#held === null) return true;
    const { ref, commit } = this.#held;
    this.#held = null;
    return dropRef(client, this.#parts.at, ref, commit);
  }

  #isOwn({ runId, attempt }: LeaseTerms): boolean {
    const { terms, isShared } = this.#parts;
    return isShared && runId === terms.runId && attempt === terms.attempt;
  }

  async #makeCommit(): Promise<string | Extract<LeaseAnswer, { kind: 'unavailable' }>> {
    const { client, at, headSha, terms } = this.#parts;
    const { data: head } = await client.rest.git.getCommit({ ...at, commit_sha: headSha });
    // Two jobs of one run in one second would make the same commit, and each take it for its own.
    const message = `${leaseMessage(terms)}Smart-Fix-Lease-Id: ${randomUUID()}\n`;
    const wanted = { ...at, message, tree: head.tree.sha, parents: [] };
    try {
      return (await client.rest.git.createCommit(wanted)).data.sha;
    } catch (error) {
      return { kind: 'unavailable', detail: (error as Error).message };
    }
  }

  /** Whom the lease at that commit binds us to; null for nobody. Times are GitHub's on both sides. */
  async #readHolder(commit: string): Promise<LeaseTerms | null> {
    const { client, at, terms } = this.#parts;
    const { data, headers } = await client.rest.git.getCommit({ ...at, commit_sha: commit });
    const lease = readLeaseMessage(data.message);
    const now = new Date(headers.date ?? Date.now());
    const takenAt = new Date(data.committer.date);
    return lease === null || isLeaseOver({ ...lease, takenAt }, terms, now) ? null : lease;
  }
}

/** Gives back every lease of a workflow run, whichever of its jobs took it; false when one stays until it runs out. */
export async function releaseLeases(
  client: GitHubClient,
  at: At,
  { runId, attempt }: Pick<LeaseTerms, 'runId' | 'attempt'>,
): Promise<boolean> {
  const { data: refs } = await client.rest.git.listMatchingRefs({ ...at, ref: LEASES.replace('refs/', '') });
  let areAllGone = true;
  for (const { ref, object } of refs) {
    const { data } = await client.rest.git.getCommit({ ...at, commit_sha: object.sha });
    const lease = readLeaseMessage(data.message);
    if (lease === null || lease.runId !== runId || lease.attempt > attempt) continue;
    areAllGone = (await dropRef(client, at, ref, object.sha)) && areAllGone;
  }
  return areAllGone;
}
