import type { FailedJob, FailedRun } from '../domain/failed-run.js';
import type { Scan } from '../domain/scan.js';

/** Jobs of the failed run with one cause: matrix copies are one failure that lists its jobs. */
export interface FailedCheck {
  readonly scan: Scan;
  readonly jobs: readonly FailedJob[];
}

/** The failure that woke us, as every text on the code host quotes it. */
export interface FailureContext {
  readonly run: FailedRun;
  readonly checks: readonly FailedCheck[];
  /** Address of the pull request whose branch failed, if there is one. */
  readonly pullRequestUrl: string | null;
  /** How the gate was inferred and what of the failed jobs it does not hold; empty when a person named it. */
  readonly gateNotes: readonly string[];
}

export function groupByCause(
  scanned: readonly { readonly job: FailedJob; readonly scan: Scan }[],
): readonly FailedCheck[] {
  const groups = new Map<string, FailedCheck>();
  for (const { job, scan } of scanned) {
    const group = groups.get(scan.fingerprint);
    const first = group?.scan ?? scan;
    const notes = [...new Set([...first.notes, ...scan.notes])];
    groups.set(scan.fingerprint, { scan: { ...first, notes }, jobs: [...(group?.jobs ?? []), job] });
  }
  return [...groups.values()];
}
