import type { Progress } from '../domain/progress.js';
import type { BranchChoice } from '../isolate/choose-branch.js';
import type { Repository } from '../isolate/repository.js';
import type { Workspace } from '../isolate/workspace.js';
import type { Ledger } from '../ledger/ledger.js';
import { commitResult } from './commit-result.js';

export interface DeliveryDoors {
  readonly ledger: Ledger;
  readonly workspace: Workspace;
  readonly repository: Repository;
  readonly progress: Progress;
  readonly branch: Extract<BranchChoice, { kind: 'free' }>;
  readonly subject: string;
  readonly dryRun: boolean;
  /** Writes `patch.diff` into the state folder and answers its path. */
  readonly writePatch: (diff: string) => Promise<string>;
}

/**
 * Leaves a verified revision where the person asked for it: as a branch, merged, or as a patch file. The result is one
 * commit on the base whose tree is the tree that was verified.
 */
export async function deliverResult(doors: DeliveryDoors): Promise<void> {
  const { ledger, workspace, progress, branch } = doors;
  const onSuccess = ledger.state.request?.onSuccess ?? 'branch';
  const commit = await commitResult(doors);
  for (const name of branch.left)
    progress({ kind: 'note', text: `branch ${name} exists and is not ours to replace; left alone` });
  if (doors.dryRun) {
    const detail = `dry run: would leave ${onSuccess === 'patch' ? 'patch.diff' : `branch ${branch.name}`}${onSuccess === 'merge' ? ' and merge it' : ''}`;
    return record(doors, { branch: null, commit: null, detail });
  }
  if (onSuccess === 'patch') {
    const path = await doors.writePatch(await workspace.diff(workspace.baseCommit, commit));
    return record(doors, { branch: null, commit: null, detail: `patch written to ${path}` });
  }
  await ledger.append({ kind: 'effect-intended', effect: 'branch', key: branch.name });
  await doors.repository.putRef(`refs/heads/${branch.name}`, workspace, commit, branch.replaces);
  const detail = onSuccess === 'merge' ? await merge(doors) : `branch ${branch.name} holds the fix`;
  return record(doors, { branch: branch.name, commit, detail });
}

async function merge({ ledger, repository, workspace, branch }: DeliveryDoors): Promise<string> {
  await ledger.append({ kind: 'effect-intended', effect: 'merge', key: branch.name });
  const result = await repository.mergeNoFastForward({
    branch: branch.name,
    base: workspace.baseCommit,
    message: `merge: smart-fix result ${branch.name}`,
  });
  return result.merged
    ? `merged ${branch.name} as ${result.commit.slice(0, 12)}`
    : `branch ${branch.name} holds the fix; not merged: ${result.reason}`;
}

async function record(
  { ledger, progress }: DeliveryDoors,
  delivered: { readonly branch: string | null; readonly commit: string | null; readonly detail: string },
): Promise<void> {
  progress({ kind: 'note', text: delivered.detail });
  await ledger.append({ kind: 'delivered', ...delivered });
}
