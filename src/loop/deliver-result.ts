import type { Progress } from '../domain/progress.js';
import type { BranchChoice, FreeBranch } from '../isolate/choose-branch.js';
import type { Repository } from '../isolate/repository.js';
import type { Workspace } from '../isolate/workspace.js';
import type { Ledger } from '../ledger/ledger.js';
import { commitResult } from './commit-result.js';

const MAX_TRIES = 3;

export interface DeliveryDoors {
  readonly ledger: Ledger;
  readonly workspace: Workspace;
  readonly repository: Repository;
  readonly progress: Progress;
  /** Finds the name for the result as the repository is now. */
  readonly findBranch: () => Promise<BranchChoice>;
  readonly subject: string;
  readonly dryRun: boolean;
  /** The branch that was checked out when the run began; a merge goes into no other. */
  readonly into: string | null;
  /** Writes `patch.diff` into the state folder and answers its path. */
  readonly writePatch: (diff: string) => Promise<string>;
}

/**
 * Leaves a verified revision where the person asked for it: as a branch, merged, or as a patch file. The result is one
 * commit on the base whose tree is the tree that was verified.
 */
export async function deliverResult(doors: DeliveryDoors): Promise<void> {
  const { ledger, workspace } = doors;
  const onSuccess = ledger.state.request?.onSuccess ?? 'branch';
  const commit = await commitResult(doors);
  if (doors.dryRun) {
    const name = onSuccess === 'patch' ? 'patch.diff' : `branch ${(await nameResult(doors)).name}`;
    const detail = `dry run: would leave ${name}${onSuccess === 'merge' ? ' and merge it' : ''}`;
    return record(doors, { branch: null, commit: null, detail });
  }
  if (onSuccess === 'patch') {
    const path = await doors.writePatch(await workspace.diff(workspace.baseCommit, commit));
    return record(doors, { branch: null, commit: null, detail: `patch written to ${path}` });
  }
  const branch = await putBranch(commit, doors);
  const detail = onSuccess === 'merge' ? await merge(branch, doors) : `branch ${branch} holds the fix`;
  return record(doors, { branch, commit, detail });
}

async function nameResult({ findBranch, progress }: DeliveryDoors): Promise<FreeBranch> {
  const choice = await findBranch();
  if (choice.kind === 'refused') throw new Error(choice.detail);
  for (const name of choice.left)
    progress({ kind: 'note', text: `branch ${name} exists and is not ours to replace; left alone` });
  return choice;
}

/** A name can be taken between the look and the write, which then fails: the next look sees it. */
async function putBranch(commit: string, doors: DeliveryDoors): Promise<string> {
  const { ledger, workspace, repository } = doors;
  for (let tries = 1; ; tries++) {
    const { name, replaces } = await nameResult(doors);
    await ledger.append({ kind: 'effect-intended', effect: 'branch', key: name });
    try {
      await repository.putRef(`refs/heads/${name}`, workspace, commit, replaces);
      return name;
    } catch (error) {
      if (tries === MAX_TRIES) throw error;
    }
  }
}

async function merge(
  branch: string,
  { ledger, repository, workspace, into }: DeliveryDoors,
): Promise<string> {
  await ledger.append({ kind: 'effect-intended', effect: 'merge', key: branch });
  const result = await repository.mergeNoFastForward({
    into,
    branch,
    base: workspace.baseCommit,
    message: `merge: smart-fix result ${branch}`,
  });
  return result.merged
    ? `merged ${branch} as ${result.commit.slice(0, 12)}`
    : `branch ${branch} holds the fix; not merged: ${result.reason}`;
}

async function record(
  { ledger, progress }: DeliveryDoors,
  delivered: { readonly branch: string | null; readonly commit: string | null; readonly detail: string },
): Promise<void> {
  progress({ kind: 'note', text: delivered.detail });
  await ledger.append({ kind: 'delivered', ...delivered });
}
