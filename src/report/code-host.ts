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
  /** Login of who opened it; null when the account is gone. */
  readonly author: string | null;
}

export type Saved =
  | { readonly kind: 'created' | 'updated'; readonly url: string }
  /** The repository does not allow it (Actions may not open pull requests, issues are switched off). */
  | { readonly kind: 'not-allowed'; readonly detail: string };

/**
 * What publishing needs of a code host. Each `save` finds its own text first and updates it, so that doing it twice is
 * doing it once; an answer that got lost is looked up before anything is repeated.
 * @throws HostError when a look-up fails: "not found" is only said when the host said so.
 */
export interface CodeHost {
  /** Commit that the branch points to, null when there is no such branch. */
  readBranch(name: string): Promise<string | null>;
  /** The open pull request of a head branch, null when there is none. */
  readPullRequest(branch: string): Promise<HostedPullRequest | null>;
  /** A draft pull request of `branch` into `base`. */
  savePullRequest(
    text: HostedText,
    place: { readonly branch: string; readonly base: string },
  ): Promise<Saved>;
  saveIssue(text: HostedText): Promise<Saved>;
}
