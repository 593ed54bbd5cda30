import type { BranchState, Remote, Workspace } from './workspace.js';

export interface RepositoryState {
  readonly root: string;
  readonly headCommit: string;
  /** Null on a detached HEAD. */
  readonly currentBranch: string | null;
  /** From `origin/HEAD`, else `init.defaultBranch` when it exists here, else `main` or `master` when one exists. */
  readonly defaultBranch: string | null;
  /** Branches checked out in any worktree of the repository. */
  readonly checkedOutBranches: readonly string[];
  /** Paths with uncommitted work, as `git status` shows them. */
  readonly uncommitted: readonly string[];
  readonly submodules: readonly string[];
}

export interface ChangeQuery {
  readonly head: string;
  /** A commit or branch that was probably fine; null when none is known. */
  readonly since: string | null;
  /** Paths in which the failure shows. */
  readonly suspects: readonly string[];
}

export interface RecentChange {
  readonly title: string;
  /** Unified. */
  readonly diff: string;
}

export type MergeResult =
  | { readonly merged: true; readonly commit: string }
  | { readonly merged: false; readonly reason: string };

/** The person's repository. Only the `put…` and `merge…` verbs write, and only refs (and, for a merge, the checkout). */
export interface Repository {
  readState(): Promise<RepositoryState>;
  /** That part of the state alone, as it is now. */
  readCheckedOutBranches(): Promise<readonly string[]>;
  /** Paths of the files of a commit, submodules left out, whatever is checked out. */
  listFilesOf(commit: string): Promise<readonly string[]>;
  /** Texts by path of those files of a commit that are there and are text. */
  readFilesOf(commit: string, paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** What changed since the query's commit or, without one, the last change of the suspects; null for want of history. */
  readRecentChange(query: ChangeQuery): Promise<RecentChange | null>;
  /** Null when there is no such branch. */
  readBranch(name: string, baseCommit: string): Promise<BranchState | null>;
  /** True when git would accept the name for a branch. */
  isBranchName(name: string): Promise<boolean>;
  /** Makes sure that a commit is here, by fetching it if need be. @throws when the remote does not give it. */
  requireCommit(commit: string, remote: Remote): Promise<void>;
  /** @throws when the clone lacks objects of the commit. Nothing is checked out yet. */
  openWorkspace(baseCommit: string): Promise<Workspace>;
  /** Copies a commit of the workspace here and points the ref at it; fails when the ref is not at `expected` (null: absent). */
  putRef(ref: string, workspace: Workspace, commit: string, expected: string | null): Promise<void>;
  /** `git merge --no-ff` into the branch `into`, only when it is checked out, still at `base`, and nothing is uncommitted. */
  mergeNoFastForward(options: {
    readonly into: string | null;
    readonly branch: string;
    readonly base: string;
    readonly message: string;
  }): Promise<MergeResult>;
}
