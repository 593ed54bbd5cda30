/** A repository on the code host. */
export interface RepositoryName {
  readonly owner: string;
  readonly name: string;
}

/** Who started a run, as the payload names them. */
export interface Actor {
  readonly login: string;
  /** True for an app's account; its name alone proves nothing. */
  readonly isBot: boolean;
}

/** The CI workflow run whose failure woke us, in the attempt that failed. */
export interface FailedRun {
  readonly repository: RepositoryName;
  readonly runId: number;
  readonly attempt: number;
  readonly workflowName: string;
  /** `.github/workflows/ci.yml`; null when the run names none in its own repository. */
  readonly workflowPath: string | null;
  readonly url: string;
  /** The event that started their run: `push`, `pull_request`, `schedule`, … */
  readonly event: string;
  /** Null while the run is still going on (a step of the same workflow). */
  readonly conclusion: string | null;
  readonly headSha: string;
  /** Null for a run on a tag or a detached commit. */
  readonly headBranch: string | null;
  /** `owner/name` of the repository that the commit lies in; null when it was deleted. */
  readonly headRepository: string | null;
  readonly actor: Actor;
  /** Who started this attempt: a re-run may be somebody else's. */
  readonly triggeringActor: Actor;
}

/** One job of the failed attempt that did not succeed. */
export interface FailedJob {
  readonly id: number;
  readonly runId: number;
  readonly name: string;
  readonly url: string;
  /** Names of the steps that failed. */
  readonly failedSteps: readonly string[];
}
