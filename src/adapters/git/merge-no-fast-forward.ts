import { dirname } from 'node:path';
import type { MergeResult } from '../../isolate/repository.js';
import { type Git, GitError } from './git.js';
import { readUncommitted } from './read-repository-state.js';
import { WorktreeFiles } from './worktree-files.js';

/** `branch.*.mergeOptions` of the configuration could say otherwise, so everything is said here. */
const OPTIONS =
  '--no-ff --commit --no-squash --no-edit --no-verify --no-gpg-sign --no-autostash --no-stat --quiet'.split(
    ' ',
  );

/** Merges into the checked-out branch; a merge that fails is undone and its reason is the answer. */
export async function mergeNoFastForward(
  git: Git,
  options: {
    readonly into: string | null;
    readonly branch: string;
    readonly base: string;
    readonly message: string;
  },
): Promise<MergeResult> {
  if ((await readHead(git)) !== options.base) {
    return { merged: false, reason: 'HEAD has moved since the repair started' };
  }
  const branch = (await git.tryText(['symbolic-ref', '--quiet', '--short', 'HEAD']))?.trimEnd() ?? null;
  if (options.into === null || branch !== options.into) {
    return {
      merged: false,
      reason: `${options.into ?? 'no branch'} was checked out when the repair started, ${branch ?? 'none'} is now`,
    };
  }
  const [uncommitted] = await readUncommitted(git);
  if (uncommitted !== undefined) {
    return {
      merged: false,
      reason: `there is uncommitted work, for example in ${JSON.stringify(uncommitted)}`,
    };
  }
  const inTheWay = await readInTheWay(git, options);
  if (inTheWay !== null) {
    return {
      merged: false,
      reason: `${JSON.stringify(inTheWay)} exists here, untracked, and would be overwritten`,
    };
  }
  try {
    await git.text(['merge', ...OPTIONS, '-m', options.message, '--', `refs/heads/${options.branch}`]);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    await git.tryText(['merge', '--abort']);
    return { merged: false, reason: `git merge failed: ${error.stderr.trim()}` };
  }
  return { merged: true, commit: await readHead(git) };
}

/** Git overwrites an ignored file without a word when a merge brings one of the same name. */
async function readInTheWay(
  git: Git,
  { branch, base }: { readonly branch: string; readonly base: string },
): Promise<string | null> {
  const added = await git.tryText([
    ...['diff-tree', '-r', '-z', '--name-only', '--no-renames', '--diff-filter=A'],
    ...[base, `refs/heads/${branch}`, '--'],
  ]);
  const files = new WorktreeFiles(git.place.directory);
  for (const path of (added ?? '').split('\0').slice(0, -1)) {
    for (let place = path; place !== '.'; place = dirname(place)) {
      const kind = files.kindOf(place);
      if (kind === 'file' || kind === 'symlink') return place;
    }
  }
  return null;
}

function readHead(git: Git): Promise<string> {
  return git.value(['rev-parse', '--verify', 'HEAD^{commit}']);
}
