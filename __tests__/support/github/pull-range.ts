import type { Scene } from './route.js';
import type { IssueRecord, PullRecord } from './state.js';

/** Where the branches of forks lie in the one repository of the fake: not among its own branches. */
export function headRef(repositoryOwner: string, head: PullRecord['head']): string {
  return head.owner === repositoryOwner ? `refs/heads/${head.ref}` : `refs/forks/${head.owner}/${head.ref}`;
}

export interface PullRange {
  readonly head: string;
  readonly base: string;
  readonly mergeBase: string;
}

/** The commits that a pull request lies between; an open one follows its branch. */
export function pullRange({ git, state }: Scene, issue: IssueRecord, pull: PullRecord): PullRange {
  const live = issue.state === 'open' ? git.resolve(headRef(state.repository.owner, pull.head)) : null;
  if (live !== null) pull.headSha = live;
  const base = git.resolve(`refs/heads/${pull.base}`) ?? pull.headSha;
  return { head: pull.headSha, base, mergeBase: git.history('merge-base', base, pull.headSha).trim() };
}

/** Oldest first. */
export function pullCommits({ git }: Scene, { head, base }: PullRange): readonly string[] {
  const text = git.history('rev-list', '--reverse', head, `^${base}`).trim();
  return text === '' ? [] : text.split('\n');
}
