import type { Remote, Workspace } from '../isolate/workspace.js';
import { currentRevision } from '../ledger/fold.js';
import type { Ledger } from '../ledger/ledger.js';
import type { CodeHost, FixCommit, Placed } from '../report/code-host.js';

export interface PushDoors {
  readonly ledger: Ledger;
  readonly workspace: Workspace;
  readonly remote: Remote;
  readonly host: Pick<CodeHost, 'readBranch'>;
}

/** The fix pushed by git, from where it was verified: any mode, not signed. */
export async function pushFix(
  { ledger, workspace, remote, host }: PushDoors,
  { branch, replaces, base, message }: FixCommit,
): Promise<Placed> {
  const commit = await workspace.recommit(currentRevision(ledger.state).commit, base, message);
  const pushed = await workspace.push(remote, { commit, branch, expected: replaces });
  const placed = { kind: 'placed', commit, signed: false, leftover: null } as const;
  if (pushed.kind === 'pushed') return placed;
  return pushed.kind === 'unanswered' && (await host.readBranch(branch)) === commit ? placed : pushed;
}
