/** A pull request as the code host tells it now. */
export interface PullRequest {
  readonly number: number;
  readonly url: string;
  /** A merged one is closed as well. */
  readonly isOpen: boolean;
  readonly headSha: string;
  readonly headBranch: string;
  /** The branch that it goes into. */
  readonly baseBranch: string;
  /** `owner/name` of the repository that the head lies in; null when it was deleted. */
  readonly headRepository: string | null;
  readonly labels: readonly string[];
  /** True when smart-fix opened it, to propose a fix. */
  readonly isFix: boolean;
}

/** A comment as its event told it; what was edited since then does not count. */
export interface Comment {
  readonly id: number;
  readonly body: string;
  readonly author: { readonly login: string; readonly isBot: boolean };
  /** ISO 8601 */
  readonly createdAt: string;
  /** The issue or pull request that it lies under. */
  readonly number: number;
  readonly isOnPullRequest: boolean;
}
