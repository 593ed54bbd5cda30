import type { Progress } from '../domain/progress.js';
import type { CheckStart, ChecksProof, ChecksVerdict } from '../domain/real-checks.js';
import type { Workspace } from '../isolate/workspace.js';
import { currentRevision } from '../ledger/fold.js';
import type { Ledger } from '../ledger/ledger.js';
import type { ProblemMatcher } from '../scan/matchers/problem-matcher.js';
import type { CheckHost } from '../verify/check-host.js';
import { newlyRed } from '../verify/remote-checks.js';
import { type RedChecks, readRedChecks } from './read-red-checks.js';
import { type WatchDoors, type Watched, watchChecks } from './watch-checks.js';

export interface ProofDoors extends Omit<WatchDoors, 'host' | 'measure'> {
  readonly ledger: Ledger;
  readonly workspace: Workspace;
  readonly matchers: readonly ProblemMatcher[];
  readonly host: CheckHost;
  /** Names of the jobs of the failed run that failed. */
  readonly failedJobs: readonly string[];
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/**
 * Waits for what the code host's own checks say of the commit that was published. Red ones become the next execution of
 * the revision, which the loop answers as a red gate. That they cannot be read takes nothing away from the fix.
 */
export async function proveOnChecks(doors: ProofDoors): Promise<'red' | 'told'> {
  const { ledger, progress } = doors;
  const { commit, branch } = ledger.state.delivered ?? { commit: null, branch: null };
  if (commit === null || branch === null || doors.waitMs === 0) return 'told';
  const begin = doors.timeLeftMs();
  const { revisionId } = currentRevision(ledger.state);
  const told = async (
    start: CheckStart,
    { verdict, checks }: Omit<Watched, 'waitedMs'>,
    red: RedChecks | null,
  ) => {
    const seen = checks.map(({ name, state, url }) => ({ name, state, url }));
    const waitedMs = Math.max(0, begin - doors.timeLeftMs());
    const proof: ChecksProof = { revisionId, commit, start, verdict, checks: seen, waitedMs };
    progress({ kind: 'note', text: `real checks ${verdict.kind}: ${verdict.detail}` });
    const execution = red === null ? null : { execution: red.execution, scan: red.scan };
    await ledger.append({ kind: 'checks-judged', proof, red: execution });
  };
  let start: CheckStart = { how: 'none', detail: '' };
  try {
    start = await startChecks({ branch, commit }, doors);
    await ledger.append({ kind: 'checks-awaited', commit, start });
    progress({ kind: 'phase', phase: 'verify', text: `the real checks of ${commit.slice(0, 12)}` });
    progress({ kind: 'note', text: start.detail });
    const { seen, red } = await watchAndRead(commit, start, doors);
    await told(approvedBy(start, seen), seen, red);
    return red === null ? 'told' : 'red';
  } catch (error) {
    if (doors.signal.aborted) throw error;
    const verdict: ChecksVerdict = { kind: 'unreadable', detail: (error as Error).message };
    await told(start, { verdict, checks: [] }, null);
    return 'told';
  }
}

/** The way that the token allows. */
async function startChecks(
  { branch, commit }: { readonly branch: string; readonly commit: string },
  { ledger, host }: ProofDoors,
): Promise<CheckStart> {
  if (await host.pushStarts()) return { how: 'push', detail: 'The push of our token starts the checks.' };
  await ledger.append({ kind: 'effect-intended', effect: 'dispatch', key: commit });
  const started = await host.startWorkflow(branch, commit);
  return started.kind === 'started'
    ? {
        how: 'dispatch',
        detail: 'The workflow that failed was started on the fix branch by workflow_dispatch.',
      }
    : {
        how: 'none',
        detail: `Pushes of the workflow token start no checks, and the workflow could not be dispatched: ${started.detail}`,
      };
}

/** Workflows of a pull request that the workflow token opened wait for one click, whoever pushed its branch. */
function approvedBy(start: CheckStart, { checks }: Watched): CheckStart {
  const isWaiting = checks.some(({ state }) => state === 'awaiting-approval');
  return start.how !== 'dispatch' && isWaiting
    ? {
        how: 'approval',
        detail: 'A person has to approve the workflows of the pull request once, on the pages linked here.',
      }
    : start;
}

/** Red that may be the machine's fault runs once more before anything is said of it. */
async function watchAndRead(commit: string, { how }: CheckStart, doors: ProofDoors) {
  const { ledger, host, workspace, progress } = doors;
  const revision = currentRevision(ledger.state);
  const begin = doors.timeLeftMs();
  const measure = { ...(await host.readExpectation()), failedJobs: doors.failedJobs };
  const repositoryFiles = (await workspace.listFiles(revision.commit)).map(({ path }) => path);
  const watch = () => {
    const waitMs = doors.waitMs - (begin - doors.timeLeftMs());
    return watchChecks(commit, how, { ...doors, measure, waitMs });
  };
  const read = async ({ verdict, checks }: Watched) => {
    if (verdict.kind !== 'red') return null;
    return readRedChecks(newlyRed(checks, measure), verdict, revision, { ...doors, repositoryFiles });
  };
  let seen = await watch();
  let red = await read(seen);
  let isAgain = false;
  for (const runId of red?.transientRuns ?? []) {
    await ledger.append({ kind: 'effect-intended', effect: 'rerun', key: String(runId) });
    const again = await host.rerunFailedJobs(runId);
    progress({
      kind: 'note',
      text:
        again.kind === 'started'
          ? 'what is red may pass when it runs again: its failed jobs run once more'
          : `its failed jobs could not be started again: ${again.detail}`,
    });
    isAgain ||= again.kind === 'started';
  }
  if (isAgain) {
    seen = await watch();
    red = await read(seen);
  }
  return { seen, red };
}
