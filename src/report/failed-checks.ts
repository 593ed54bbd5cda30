import type { FailedJob, FailedRun } from '../domain/failed-run.js';
import type { Scan } from '../domain/scan.js';

/** Jobs of the failed run with one cause: matrix copies are one failure that lists its jobs. */
export interface FailedCheck {
  readonly scan: Scan;
  readonly jobs: readonly FailedJob[];
  /** The lines of the first job's log around what was found; empty when nothing was. */
  readonly excerpt: string;
}

/** The failure that woke us, as every text on the code host quotes it. */
export interface FailureContext {
  readonly run: FailedRun;
  readonly checks: readonly FailedCheck[];
  /** Address of the pull request whose branch failed, if there is one. */
  readonly pullRequestUrl: string | null;
  /** Page of our own workflow run; null outside of one. */
  readonly ownRunUrl: string | null;
  /** How the gate was inferred and what of the failed jobs it does not hold; empty when a person named it. */
  readonly gateNotes: readonly string[];
}

export interface ScannedJob {
  readonly job: FailedJob;
  readonly scan: Scan;
  readonly excerpt: string;
}

export function groupByCause(scanned: readonly ScannedJob[]): readonly FailedCheck[] {
  const groups = new Map<string, FailedCheck>();
  for (const { job, scan, excerpt } of scanned) {
    const group = groups.get(scan.fingerprint);
    const first = group?.scan ?? scan;
    const notes = [...new Set([...first.notes, ...scan.notes])];
    groups.set(scan.fingerprint, {
      scan: { ...first, notes },
      jobs: [...(group?.jobs ?? []), job],
      excerpt: group?.excerpt ?? excerpt,
    });
  }
  return [...groups.values()];
}
