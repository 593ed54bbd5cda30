import type { FailedRun } from '../domain/failed-run.js';
import type { Scan } from '../domain/scan.js';
import type { Started } from '../verify/check-host.js';
import { pollPauses, RESERVE_MS } from './poll-pauses.js';

export interface RerunDoors {
  readonly rerunFailedJobs: (runId: number) => Promise<Started>;
  readonly readRun: (runId: number) => Promise<FailedRun>;
  /** How long the new attempt may take, in milliseconds. */
  readonly waitMs: number;
  readonly timeLeftMs: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

export type Rerun =
  | { readonly kind: 'not-possible'; readonly detail: string }
  /** The new attempt; its conclusion is null when it outlasted the wait. */
  | { readonly kind: 'ran'; readonly run: FailedRun };

/**
 * True when only the machine, the network, the memory or the time failed, for the first time: a later attempt is a
 * re-run already, ours or a person's, and a cancelled run was somebody's will.
 */
export function deservesRerun({ attempt, conclusion }: FailedRun, scans: readonly Scan[]): boolean {
  const hasFailed = conclusion === 'failure' || conclusion === 'timed_out';
  return hasFailed && attempt === 1 && scans.length > 0 && scans.every(({ retryable }) => retryable);
}

/** Runs the failed jobs of a run once more, and waits for the end of that attempt. */
export async function rerunOnce(run: FailedRun, doors: RerunDoors): Promise<Rerun> {
  const started = await doors.rerunFailedJobs(run.runId);
  if (started.kind === 'not-possible') return started;
  const begin = doors.timeLeftMs();
  const limit = Math.min(doors.waitMs, begin - RESERVE_MS);
  for (const pause of pollPauses()) {
    if (begin - doors.timeLeftMs() + pause > limit) break;
    await doors.pause(pause);
    const now = await doors.readRun(run.runId);
    // A read may be older than our re-run.
    if (now.attempt > run.attempt && now.conclusion !== null) return { kind: 'ran', run: now };
  }
  return { kind: 'ran', run: { ...run, attempt: run.attempt + 1, conclusion: null } };
}
