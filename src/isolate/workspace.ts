import type { FileChange, OddChange, TreeChange } from '../domain/patch.js';

/** A repository on a server, reached over HTTP. */
export interface Remote {
  readonly url: string;
  readonly token: string;
}

export interface BranchState {
  readonly commit: string;
  /** True when every commit on it since it left the base was made by smart-fix. */
  readonly ours: boolean;
  /** True when a remote-tracking branch of that name exists. */
  readonly published: boolean;
}

export type Leave = 'nothing' | 'ignored' | 'untracked';

export interface PushOptions {
  readonly commit: string;
  readonly branch: string;
  readonly expected: string | null;
}

export type PushResult =
  | { readonly kind: 'pushed' }
  /** The branch was not where it was expected. */
  | { readonly kind: 'moved' }
  /** The server is down or the connection broke: it may have been done or not. */
  | { readonly kind: 'unanswered'; readonly detail: string }
  /** The server refused, for example for want of permission or by a rule of the branch. */
  | { readonly kind: 'refused'; readonly detail: string };

export interface TrackedFile {
  readonly path: string;
  readonly kind: 'file' | 'executable' | 'symlink' | 'submodule';
}

/** What somebody other than smart-fix (a coding agent) changed in the worktree. */
export interface CollectedChanges {
  readonly changes: readonly FileChange[];
  readonly odd: readonly OddChange[];
}

/**
 * A disposable repository in a temporary place with the fix branch checked out. It borrows the person's objects and
 * shares nothing else with their repository: no index, stash, hook, configuration or ref.
 */
export interface Workspace {
  /** The fix branch, once it was started; until then HEAD is detached at the base commit. */
  readonly branch: string | null;
  readonly baseCommit: string;
  /** The worktree in which commands run; empty until the first checkout. */
  readonly directory: string;
  /** Beside the worktree; goes with the workspace. The TMPDIR of what runs in it. */
  readonly temporaryDirectory: string;
  /** Beside them; the home of what runs there shut in. An execution starts with the caches that the one on the base left there. */
  readonly homeDirectory: string;
  /** Folders of objects outside the worktree, which git needs there. */
  readonly objectFolders: readonly string[];
  /** Names the fix branch, on which HEAD is from the next checkout on; comes before the first edit. */
  startBranch(name: string): Promise<void>;
  /** Tracked files of a commit, NUL-safe, in path order. */
  listFiles(commit: string): Promise<readonly TrackedFile[]>;
  /** Text of a tracked file as committed; null when it is absent, no regular file, or not UTF-8 text. */
  readFile(commit: string, path: string): Promise<string | null>;
  /** The same of several paths at once; those without a text are left out. */
  readFiles(commit: string, paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Paths of the tracked text files of a commit that hold `text`, to the letter, on one line. */
  filesWith(commit: string, text: string): Promise<readonly string[]>;
  /** Commits `changes` on top of `parent` without reading the worktree, and moves the fix branch there. */
  commit(parent: string, changes: readonly FileChange[], message: string): Promise<string>;
  /**
   * A commit of exactly the same tree as `commit`, on another parent and with another message. Dated `at`, it is the
   * same commit wherever it is made.
   */
  recommit(commit: string, parent: string, message: string, at?: Date): Promise<string>;
  /**
   * Makes the tracked files exactly that commit's. Beside them `leave` stays: nothing (what an execution needs, so that
   * no earlier one can have helped it), ignored files (what a coding agent may use), or everything untracked. The
   * temporary folder is emptied as well, unless everything stays.
   */
  checkout(commit: string, leave: Leave): Promise<void>;
  /** What `digestFiles` finds right after a checkout that left nothing, before anything ran in the worktree. */
  digestCheckout(commit: string): Promise<ReadonlyMap<string, string | null>>;
  /** Content digest of every tracked regular file of the commit as it now lies in the worktree (null: missing). */
  digestFiles(commit: string): Promise<ReadonlyMap<string, string | null>>;
  /**
   * Files in the worktree that the commit does not hold, in path order; folders of installed packages are left out, and
   * what lies more than twelve folders deep. None where the tree has more than 50,000 entries.
   */
  listUntracked(commit: string): Promise<readonly string[]>;
  /** Text of a regular file as it lies in the worktree now; null when it is absent, a link, over 16 MB or not UTF-8. */
  readWorktreeFile(path: string): Promise<string | null>;
  /** Difference between the worktree and the commit, untracked but not ignored files included. */
  collectChanges(commit: string): Promise<CollectedChanges>;
  /** Unified diff between two commits of this workspace. */
  diff(from: string, to: string): Promise<string>;
  /** `git diff --stat` between two commits. */
  diffStat(from: string, to: string): Promise<string>;
  /** What a commit makes of the tree of the base commit, byte for byte. */
  readTreeChange(commit: string): Promise<TreeChange>;
  /**
   * Points the remote's branch at a commit of this workspace, only if it is at `expected` (null: absent).
   * The token is in no argument and in no file.
   */
  push(remote: Remote, options: PushOptions): Promise<PushResult>;
  /** Removes everything. Safe to call twice. */
  dispose(): Promise<void>;
}
