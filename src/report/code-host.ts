import type { TreeChange } from '../domain/patch.js';

/** A text of ours on the code host. `marker` is the hidden first line by which a later run finds it again. */
export interface HostedText {
  readonly marker: string;
  readonly title: string;
  /** Without the marker. */
  readonly body: string;
}

export interface HostedPullRequest {
  readonly url: string;
  readonly base: string;
}

export interface PullRequestPlace {
  readonly branch: string;
  readonly base: string;
  /** False: one that a person closed or merged is not opened again. */
  readonly mayCreate: boolean;
}

/** What became of a pull request of ours. */
export interface FixFate {
  readonly end: 'open' | 'merged' | 'reverted' | 'closed';
  readonly url: string;
  readonly labels: readonly string[];
}

export type Saved =
  | { readonly kind: 'created' | 'updated'; readonly url: string }
  /** The repository does not allow it (Actions may not open pull requests, issues are switched off). */
  | { readonly kind: 'not-allowed'; readonly detail: string };

/** A branch under one of our names, as it is on the host. */
export interface FixBranch {
  readonly commit: string;
  /** Parent of its last commit; null for a root or a merge. */
  readonly parent: string | null;
  /** True when smart-fix made its last commit, which carries our trailer and our account. */
  readonly ours: boolean;
}

/** The one commit of a fix, as the host is to make it. */
export interface FixCommit {
  readonly branch: string;
  /** Commit of our own earlier fix that goes; null when there is no such branch. */
  readonly replaces: string | null;
  /** Its parent. */
  readonly base: string;
  readonly message: string;
  readonly change: TreeChange;
}

export type Placed =
  /** `leftover` names a branch of ours that could not be removed again. */
  | {
      readonly kind: 'placed';
      readonly commit: string;
      readonly signed: boolean;
      readonly leftover: string | null;
    }
  /** The branch is not where it was expected: somebody else was there in the meantime. */
  | { readonly kind: 'moved' }
  /** It may have been done or not, and looking did not tell. */
  | { readonly kind: 'unanswered'; readonly detail: string }
  | { readonly kind: 'refused'; readonly detail: string };

/** The host cannot make this commit in this way; nothing was left behind. */
export interface Unsuitable {
  readonly kind: 'unsuitable';
  readonly why: string;
}

/**
 * What publishing needs of a code host. Each `save` finds its own text first and updates it, so that doing it twice is
 * doing it once; an answer that got lost is looked up before anything is repeated.
 * @throws HostError when a look-up fails: "not found" is only said when the host said so.
 */
export interface CodeHost {
  /** Commit that the branch points to, null when there is no such branch. */
  readBranch(name: string): Promise<string | null>;
  /** The branch under that name and whose it is, null when there is none. */
  readFixBranch(name: string): Promise<FixBranch | null>;
  /**
   * Makes the commit signed, and then its branch in one step: it never shows anything but the whole fix.
   * @throws when the tree that the host made is another than the one that was verified.
   */
  commitSigned(fix: FixCommit): Promise<Placed | Unsuitable>;
  /** The same from git objects: any mode, and no git here; signed only for an app's token. @throws likewise. */
  commitAsData(fix: FixCommit): Promise<Placed>;
  /** The open pull request of a head branch, null when there is none. */
  readPullRequest(branch: string): Promise<HostedPullRequest | null>;
  /** A pull request of `branch` into `base`: a draft where the repository has drafts. */
  savePullRequest(text: HostedText, place: PullRequestPlace): Promise<Saved>;
  saveIssue(text: HostedText): Promise<Saved>;
  /** A comment under a pull request, by the address of its page. */
  saveComment(text: Pick<HostedText, 'marker' | 'body'>, pullRequestUrl: string): Promise<Saved>;
}
