import type { RepositoryState } from '../../isolate/repository.js';
import type { Git } from './git.js';
import type { Trees } from './read-tree.js';

const HEADS = 'refs/heads/';

export async function readRepositoryState(git: Git, trees: Trees): Promise<RepositoryState> {
  const headCommit = await git.value(['rev-parse', '--verify', 'HEAD^{commit}']);
  const [head, tree, defaultBranch, checkedOutBranches, uncommitted] = await Promise.all([
    git.tryText(['symbolic-ref', '--quiet', 'HEAD']),
    trees.of(headCommit),
    readDefaultBranch(git),
    readCheckedOutBranches(git),
    readUncommitted(git),
  ]);
  return {
    root: git.place.directory,
    headCommit,
    currentBranch: head?.startsWith(HEADS) ? head.trimEnd().slice(HEADS.length) : null,
    defaultBranch,
    checkedOutBranches,
    uncommitted,
    submodules: tree.filter((entry) => entry.kind === 'submodule').map((entry) => entry.path),
  };
}

/** Paths with uncommitted work, untracked files included; both names of a rename. */
export async function readUncommitted(git: Git): Promise<readonly string[]> {
  const fields = await git.fields([
    'status',
    '--porcelain=v1',
    '-z',
    '--no-renames',
    '--ignore-submodules=dirty',
  ]);
  return fields.map((field) => field.slice(3));
}

async function readDefaultBranch(git: Git): Promise<string | null> {
  const remote = await git.tryText(['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD']);
  if (remote !== null) return remote.trimEnd().replace('refs/remotes/origin/', '');
  const configured = await git.tryText(['config', '--get', 'init.defaultBranch']);
  for (const name of [configured?.trimEnd(), 'main', 'master']) {
    if (name && (await git.tryText(['rev-parse', '--verify', '--quiet', `${HEADS}${name}`])) !== null)
      return name;
  }
  return null;
}

export async function readCheckedOutBranches(git: Git): Promise<readonly string[]> {
  const prefix = `branch ${HEADS}`;
  const fields = await git.fields(['worktree', 'list', '--porcelain', '-z']);
  return fields.filter((field) => field.startsWith(prefix)).map((field) => field.slice(prefix.length));
}
