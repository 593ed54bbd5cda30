/** What the fake remembers: plain data, so that a stale read can be answered from a copy. Git data lies in git. */
export interface GithubState {
  readonly repository: RepositoryRecord;
  readonly users: UserRecord[];
  readonly labels: LabelRecord[];
  /** Issues and pull requests share their numbers. */
  readonly issues: IssueRecord[];
  readonly comments: CommentRecord[];
  readonly reviews: ReviewRecord[];
  readonly workflows: WorkflowRecord[];
  readonly runs: RunRecord[];
  readonly artifacts: ArtifactRecord[];
  readonly statuses: StatusRecord[];
  readonly checks: CheckRecord[];
  readonly codeScanningAlerts: Record<string, unknown>[];
  readonly dependabotAlerts: Record<string, unknown>[];
  /** Commits made through the API, which GitHub signs. */
  readonly signedCommits: string[];
  nextId: number;
}

export interface RepositoryRecord {
  readonly id: number;
  readonly owner: string;
  readonly name: string;
  /** Names that it had: requests for them are redirected. */
  readonly formerNames: string[];
  readonly defaultBranch: string;
  isPrivate: boolean;
  hasIssues: boolean;
  /** The switch "Allow GitHub Actions to create and approve pull requests". */
  actionsMayCreatePulls: boolean;
  /** False on plans whose private repositories have no draft pull requests. */
  readonly hasDrafts: boolean;
  readonly protectedBranches: string[];
  /** Names of the checks that the protection and the rules of the default branch require. */
  protectedChecks: readonly string[];
  ruledChecks: readonly string[];
  readonly createdAt: string;
}

/** `none` is what GitHub answers for a person of a public repository who is no collaborator. */
export type Role = 'admin' | 'maintain' | 'write' | 'triage' | 'read' | 'none';

export interface UserRecord {
  readonly id: number;
  readonly login: string;
  readonly type: 'User' | 'Bot';
  role: Role;
}

export interface LabelRecord {
  readonly id: number;
  readonly name: string;
  readonly color: string;
  readonly description: string | null;
}

export interface IssueRecord {
  readonly id: number;
  readonly number: number;
  title: string;
  body: string | null;
  state: 'open' | 'closed';
  stateReason: 'completed' | 'not_planned' | 'reopened' | null;
  readonly labels: string[];
  readonly author: string;
  /** Made through the API, so by the code under test. */
  readonly isOurs: boolean;
  readonly createdAt: string;
  updatedAt: string;
  closedAt: string | null;
  /** Null for an issue that is no pull request. */
  readonly pull: PullRecord | null;
}

export interface PullRecord {
  readonly head: { readonly owner: string; readonly ref: string };
  base: string;
  draft: boolean;
  /** The head's last commit while its branch is there; kept when the branch goes. */
  headSha: string;
  merged: boolean;
}

export interface CommentRecord {
  readonly id: number;
  readonly issue: number;
  body: string;
  readonly author: string;
  readonly isOurs: boolean;
  readonly reactions: { readonly id: number; readonly content: string; readonly author: string }[];
  readonly createdAt: string;
  updatedAt: string;
}

export interface ReviewRecord {
  readonly id: number;
  readonly pull: number;
  readonly event: string;
  readonly body: string;
  readonly commitId: string;
  readonly author: string;
  readonly comments: readonly unknown[];
}

export interface WorkflowRecord {
  readonly id: number;
  readonly name: string;
  readonly path: string;
  /** False without the trigger `workflow_dispatch`. */
  isDispatchable: boolean;
}

export type Conclusion =
  | 'success'
  | 'failure'
  | 'cancelled'
  | 'timed_out'
  | 'skipped'
  | 'startup_failure'
  | 'action_required';

export interface RunRecord {
  readonly id: number;
  readonly number: number;
  readonly workflow: number;
  readonly event: string;
  readonly headBranch: string | null;
  readonly headSha: string;
  readonly headRepository: { readonly owner: string; readonly name: string };
  readonly actor: string;
  readonly triggeringActor: string;
  readonly pulls: readonly number[];
  readonly attempts: AttemptRecord[];
  /** How a re-run ends; null leaves it queued. */
  readonly rerunConclusion: Conclusion | null;
  /** How often a re-run is looked at before it has ended. */
  readonly rerunReads: number;
  readonly createdAt: string;
}

export interface AttemptRecord {
  readonly number: number;
  conclusion: Conclusion | null;
  readonly jobs: JobRecord[];
  /** How it will have ended after so many more reads. */
  ends?: {
    reads: number;
    conclusion: Conclusion | null;
    readonly conclusions: readonly (Conclusion | null)[];
  };
}

export interface JobRecord {
  readonly id: number;
  readonly name: string;
  conclusion: Conclusion | null;
  readonly steps: readonly StepRecord[];
  /** The text as the runner wrote it. */
  readonly log: string;
  /** The log is not ready for so many requests of its link. */
  logNotReadyFor: number;
  logIsExpired: boolean;
}

export interface StepRecord {
  readonly name: string;
  readonly conclusion: Conclusion;
}

export interface ArtifactRecord {
  readonly id: number;
  readonly run: number;
  readonly name: string;
  /** The zip file, in base64. */
  readonly zip: string;
  readonly isExpired: boolean;
}

export interface StatusRecord {
  readonly id: number;
  readonly sha: string;
  readonly state: string;
  readonly context: string;
  readonly description: string | null;
  readonly targetUrl: string | null;
  readonly creator: string;
}

export interface CheckRecord {
  readonly id: number;
  readonly headSha: string;
  name: string;
  status: string;
  conclusion: string | null;
  detailsUrl: string | null;
  externalId: string | null;
  output: { title: string | null; summary: string | null; text: string | null };
  readonly annotations: Record<string, unknown>[];
  /** Of the run whose job it is. */
  readonly suite?: number;
}

export const GITHUB_ACTIONS = 'github-actions[bot]';
