import type { Repository, RepositoryState } from './repository.js';
import type { BranchState } from './workspace.js';

/** The branch under which a result may be left. */
export interface FreeBranch {
  readonly kind: 'free';
  readonly name: string;
  /** Commit of our own earlier branch, which the result replaces. */
  readonly replaces: string | null;
  /** Branches of that name which are somebody else's, and stay. */
  readonly left: readonly string[];
  /** Address of our pull request from it that was open when it was chosen; absent when none was. */
  readonly openFix?: string;
}

export type BranchChoice =
  | FreeBranch
  | {
      readonly kind: 'refused';
      readonly reason:
        | 'protected-target'
        | 'duplicate'
        | 'lease-lost'
        | 'disabled-after-revert'
        | 'opted-out';
      readonly detail: string;
      /** Address of an earlier fix that speaks against another; absent when there is none. */
      readonly earlier?: string;
    };

/** After this many taken names a person should look. */
const MAX_SUFFIX = 20;

/**
 * Finds the name under which a result may be left: never the current, the default or a checked-out branch. An earlier
 * branch of ours that was not published is replaced; any other stays, and the result gets a numbered name beside it.
 */
export async function chooseBranch(
  wanted: string,
  state: RepositoryState,
  repository: Pick<Repository, 'readBranch' | 'isBranchName'>,
): Promise<BranchChoice> {
  if (!(await repository.isBranchName(wanted))) {
    return {
      kind: 'refused',
      reason: 'protected-target',
      detail: `git does not accept ${JSON.stringify(wanted)} as a branch name; choose another --branch.`,
    };
  }
  if ([state.currentBranch, state.defaultBranch, ...state.checkedOutBranches].includes(wanted)) {
    return {
      kind: 'refused',
      reason: 'protected-target',
      detail: `${wanted} is the current, the default or a checked-out branch; choose another --branch.`,
    };
  }
  return findFreeBranch(wanted, state, repository);
}

/** The first free name of `wanted`, `wanted-2`, ...; a checked-out branch is never free. */
export async function findFreeBranch(
  wanted: string,
  state: Pick<RepositoryState, 'headCommit' | 'checkedOutBranches'>,
  repository: Pick<Repository, 'readBranch'>,
): Promise<BranchChoice> {
  const left: string[] = [];
  for (let suffix = 1; suffix <= MAX_SUFFIX; suffix++) {
    const name = suffix === 1 ? wanted : `${wanted}-${suffix}`;
    const existing = await repository.readBranch(name, state.headCommit);
    if (existing === null) return { kind: 'free', name, replaces: null, left };
    if (isReplaceable(existing, name, state)) return { kind: 'free', name, replaces: existing.commit, left };
    left.push(name);
  }
  return {
    kind: 'refused',
    reason: 'protected-target',
    detail: `${left.join(', ')} exist already and are not ours to replace; choose another --branch.`,
  };
}

function isReplaceable(
  { ours, published }: BranchState,
  name: string,
  { checkedOutBranches }: Pick<RepositoryState, 'checkedOutBranches'>,
): boolean {
  return ours && !published && !checkedOutBranches.includes(name);
}
