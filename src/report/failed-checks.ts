import type { FailedJob, FailedRun } from '../domain/failed-run.js';
import type { Scan } from '../domain/scan.js';

/** Failed jobs with one cause, of whichever run: matrix copies are one failure that lists its jobs. */
export interface FailedCheck {
  readonly scan: Scan;
  readonly jobs: readonly FailedJob[];
  /** The lines of the first job's log around what was found; empty when nothing was. */
  readonly excerpt: string;
}

/** A job or run that failed as well and is not, or perhaps not, part of what is repaired. */
export interface NotCovered {
  readonly name: string;
  readonly url: string;
  readonly why: string;
}

/** The failure that woke us, as every text on the code host quotes it. */
export interface FailureContext {
  readonly run: FailedRun;
  /** Runs of other workflows on the same commit that failed as well: their jobs are among the checks. */
  readonly alsoFailed: readonly FailedRun[];
  readonly checks: readonly FailedCheck[];
  /** Address of the pull request whose branch failed, if there is one. */
  readonly pullRequestUrl: string | null;
  /** Page of our own workflow run; null outside of one. */
  readonly ownRunUrl: string | null;
  /** How the gate was inferred and what of the failed jobs it does not hold; empty when a person named it. */
  readonly gateNotes: readonly string[];
  readonly notCovered: readonly NotCovered[];
}

/** Every run whose jobs are looked at. */
export const runsOf = ({
  run,
  alsoFailed,
}: Pick<FailureContext, 'run' | 'alsoFailed'>): readonly FailedRun[] => [run, ...alsoFailed];

/** A job by name, with its workflow where there are several. */
export function jobName(
  { runId, name }: FailedJob,
  context: Pick<FailureContext, 'run' | 'alsoFailed'>,
): string {
  const of = runsOf(context).find((run) => run.runId === runId);
  return of === undefined || context.alsoFailed.length === 0 ? name : `${of.workflowName} / ${name}`;
}

export interface ScannedJob {
  readonly job: FailedJob;
  readonly scan: Scan;
  readonly excerpt: string;
}

/** Jobs whose logs have the same fingerprint, or begin with the very same finding, are one cause. */
export function groupByCause(scanned: readonly ScannedJob[]): readonly FailedCheck[] {
  const groups: FailedCheck[] = [];
  for (const { job, scan, excerpt } of scanned) {
    const index = groups.findIndex((group) => isSameCause(group.scan, scan));
    const group = groups[index];
    if (group === undefined) {
      groups.push({ scan, jobs: [job], excerpt });
      continue;
    }
    const notes = [...new Set([...group.scan.notes, ...scan.notes])];
    groups[index] = { ...group, scan: { ...group.scan, notes }, jobs: [...group.jobs, job] };
  }
  return groups;
}

function isSameCause(one: Scan, other: Scan): boolean {
  if (one.fingerprint === other.fingerprint) return true;
  const [a, b] = [one.findings[0], other.findings[0]];
  const isLocated = a !== undefined && b !== undefined && a.file !== null;
  return isLocated && a.file === b.file && a.line === b.line && a.message === b.message;
}
