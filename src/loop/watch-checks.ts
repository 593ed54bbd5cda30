import type { CheckStart, ChecksVerdict, RealCheck } from '../domain/real-checks.js';
import type { CheckHost } from '../verify/check-host.js';
import { haveEnded, judgeChecks, type Measure } from '../verify/remote-checks.js';
import { pollPauses, RESERVE_MS } from './poll-pauses.js';

/** Checks that nobody has to approve start within it, or not at all. */
const START_MS = 60_000;
/** Long enough for the host to say that a check waits for a person. */
const SHORT_MS = 8000;

export interface WatchDoors {
  readonly host: Pick<CheckHost, 'readChecks'>;
  readonly measure: Measure;
  /** How long the checks may take, in milliseconds. */
  readonly waitMs: number;
  readonly timeLeftMs: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

export interface Watched {
  readonly verdict: ChecksVerdict;
  readonly checks: readonly RealCheck[];
  readonly waitedMs: number;
}

/** Reads the checks of a commit, seldom and seldomer, until they have said their last word or the time is over. */
export async function watchChecks(
  commit: string,
  how: CheckStart['how'],
  doors: WatchDoors,
): Promise<Watched> {
  const begin = doors.timeLeftMs();
  const limit = Math.min(doors.waitMs, begin - RESERVE_MS);
  const pauses = pollPauses();
  for (;;) {
    const pause = pauses.next().value;
    const checks = await doors.host.readChecks(commit);
    const verdict = judgeChecks(checks, doors.measure);
    const waitedMs = begin - doors.timeLeftMs();
    const isLast = haveEnded(checks) && waitedMs >= patienceFor(verdict, how);
    if (isLast || waitedMs >= patienceWithout(checks, how) || waitedMs + pause > limit)
      return { verdict, checks, waitedMs };
    await doors.pause(pause);
  }
}

/** What is missing may still come; everything else that has ended stays as it is. */
function patienceFor({ kind }: ChecksVerdict, how: CheckStart['how']): number {
  if (kind === 'awaiting-approval') return SHORT_MS;
  if (kind === 'missing') return how === 'push' ? START_MS : SHORT_MS;
  return 0;
}

/** How long a commit without any check is looked at. */
function patienceWithout(checks: readonly RealCheck[], how: CheckStart['how']): number {
  if (checks.length > 0) return Number.POSITIVE_INFINITY;
  return how === 'push' || how === 'dispatch' ? START_MS : SHORT_MS;
}
