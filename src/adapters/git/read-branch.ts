import { AUTHOR_EMAIL } from '../../domain/own-commit.js';
import type { BranchState } from '../../isolate/workspace.js';
import type { Git } from './git.js';

export async function readBranch(git: Git, name: string, baseCommit: string): Promise<BranchState | null> {
  const ref = `refs/heads/${name}`;
  const commit = await git.tryText(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]);
  if (commit === null) return null;
  const remote = await git.text(['for-each-ref', '--count=1', `refs/remotes/*/${name}`]);
  return {
    commit: commit.trimEnd(),
    ours: await isOurs(git, [`${baseCommit}..${ref}`]),
    published: remote !== '',
  };
}

/**
 * True when there are commits, named as for `git rev-list`, and smart-fix made every one of them. A branch without a
 * commit of its own is somebody's name for a place in the history.
 */
async function isOurs(git: Git, commits: readonly string[]): Promise<boolean> {
  const makers = await git.text(['rev-list', '--no-commit-header', '--format=%ae%n%ce', ...commits]);
  const found = makers.split('\n').filter((maker) => maker !== '');
  return found.length > 0 && found.every((maker) => maker === AUTHOR_EMAIL);
}

/** What `git check-ref-format --branch` accepts, without its expansion of `@{-1}`. */
export async function isBranchName(git: Git, name: string): Promise<boolean> {
  if (name.startsWith('-') || name === 'HEAD' || name.includes('\0')) return false;
  return (await git.tryText(['check-ref-format', `refs/heads/${name}`])) !== null;
}
