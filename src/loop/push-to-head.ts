import { type Outcome, outcome } from '../domain/outcome.js';
import type { Remote, Workspace } from '../isolate/workspace.js';
import type { Placed } from '../report/code-host.js';
import { commitResult, resultMessage } from './commit-result.js';
import { placeFix } from './place-fix.js';
import type { PublishDoors } from './publish-fix.js';

type HeadDoors = Pick<
  PublishDoors,
  'ledger' | 'host' | 'readChange' | 'otherwise' | 'run' | 'base' | 'subject' | 'dryRun' | 'progress'
> & {
  readonly workspace: Workspace;
  readonly remote: Remote;
  /** Fetches a commit that the host made. */
  readonly requireCommit: (commit: string) => Promise<void>;
};

/**
 * Puts a verified fix on top of the very branch that failed, as one commit: only while the branch stands where the
 * failure was seen, or where this run has put it. Answers another outcome when it was not put there.
 */
export async function pushToHead(doors: HeadDoors): Promise<Outcome | null> {
  const { ledger, host, run, base, progress } = doors;
  const earlier = ledger.state.delivered?.commit ?? null;
  const expected = earlier ?? run.headSha;
  if ((await host.readBranch(base)) !== expected) return moved(base, expected);
  if (doors.dryRun) {
    progress({ kind: 'note', text: `dry run: would push a commit to ${base}` });
    return null;
  }
  await ledger.append({ kind: 'effect-intended', effect: 'push', key: base });
  const placed = earlier === null ? await placeFirst(doors) : await pushOnTop(earlier, doors);
  if (placed.kind !== 'placed') return notPlaced(placed, base, expected);
  const { commit, signed } = placed;
  const detail = `${signed ? 'signed' : 'unsigned'} commit on ${base}`;
  await ledger.append({ kind: 'delivered', branch: base, commit, detail });
  return null;
}

async function placeFirst(doors: HeadDoors): Promise<Placed> {
  const { run, base } = doors;
  const place = { branch: base, replaces: run.headSha, base: run.headSha };
  return placeFix(doors, { ...place, message: resultMessage(doors), change: await doors.readChange() });
}

/** The real checks were red for what this run put there before: a person's branch is never rewound. */
async function pushOnTop(earlier: string, doors: HeadDoors): Promise<Placed> {
  const { workspace, remote, host, base: branch } = doors;
  await doors.requireCommit(earlier);
  const commit = await commitResult({ ...doors, onto: earlier });
  const pushed = await workspace.push(remote, { commit, branch, expected: earlier });
  const isThere = pushed.kind === 'unanswered' && (await host.readBranch(branch)) === commit;
  return pushed.kind === 'pushed' || isThere
    ? { kind: 'placed', commit, signed: false, leftover: null }
    : pushed;
}

const moved = (base: string, expected: string): Outcome =>
  outcome(
    'head-moved',
    `${base} is no longer at ${expected.slice(0, 12)}; the fix was made for that commit and is not pushed.`,
  );

function notPlaced(placed: Exclude<Placed, { kind: 'placed' }>, base: string, expected: string): Outcome {
  if (placed.kind === 'moved') return moved(base, expected);
  return placed.kind === 'refused'
    ? outcome(
        'permission',
        `The fix is verified, but the server refused the push to ${base}: ${placed.detail}`,
      )
    : outcome(
        'platform-unavailable',
        `The fix is verified, but the push to ${base} got no answer: ${placed.detail} Run it again later.`,
      );
}
