import { type Outcome, outcome } from '../domain/outcome.js';
import type { Remote, Workspace } from '../isolate/workspace.js';
import { commitResult } from './commit-result.js';
import type { PublishDoors } from './publish-fix.js';

type HeadDoors = Pick<
  PublishDoors,
  'ledger' | 'host' | 'run' | 'base' | 'subject' | 'dryRun' | 'progress'
> & { readonly workspace: Workspace; readonly remote: Remote };

/**
 * Puts a verified fix on top of the very branch that failed, as one commit: only while the branch stands where the
 * failure was seen, or where this run has put it. Answers another outcome when it was not put there.
 */
export async function pushToHead(doors: HeadDoors): Promise<Outcome | null> {
  const { ledger, workspace, host, run, base } = doors;
  const expected = ledger.state.delivered?.commit ?? run.headSha;
  const commit = await commitResult({ ...doors, onto: expected });
  const moved = outcome(
    'head-moved',
    `${base} is no longer at ${expected.slice(0, 12)}; the fix was made for that commit and is not pushed.`,
  );
  if ((await host.readBranch(base)) !== expected) return moved;
  if (doors.dryRun) {
    doors.progress({ kind: 'note', text: `dry run: would push a commit to ${base}` });
    return null;
  }
  await ledger.append({ kind: 'effect-intended', effect: 'push', key: base });
  const pushed = await workspace.push(doors.remote, { commit, branch: base, expected });
  if (pushed.kind === 'moved') return moved;
  if (pushed.kind === 'refused') {
    const detail = `The fix is verified, but the server refused the push to ${base}: ${pushed.detail}`;
    return outcome('permission', detail);
  }
  if (pushed.kind === 'unanswered' && (await host.readBranch(base)) !== commit) {
    const detail = `The fix is verified, but the push to ${base} got no answer: ${pushed.detail} Run it again later.`;
    return outcome('platform-unavailable', detail);
  }
  await ledger.append({ kind: 'delivered', branch: base, commit, detail: `pushed a commit to ${base}` });
  return null;
}
