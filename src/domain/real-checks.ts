export const CHECK_STATES = [
  'passed',
  'failed',
  'cancelled',
  'pending',
  'skipped',
  'neutral',
  'awaiting-approval',
] as const;

/** How a check of a commit stands, whether a job, an app or a commit status reports it. */
export type CheckState = (typeof CHECK_STATES)[number];

/** One check of a commit on the code host. */
export interface RealCheck {
  readonly name: string;
  readonly state: CheckState;
  readonly url: string | null;
  /** The run and job of the host's own CI, whose log can be read; null for a check of another system. */
  readonly job: { readonly id: number; readonly runId: number } | null;
  /** Path of the workflow that it belongs to; null where the host does not say, or for a check of another system. */
  readonly workflow: string | null;
  /** What the check says of itself; outside text. */
  readonly text: string;
}

/** What the checks of a commit are held against. */
export interface CheckExpectation {
  /** Names that the rules of the base branch require. */
  readonly required: readonly string[];
  /** The checks of the commit that failed. */
  readonly onBase: readonly RealCheck[];
  /** Names of the jobs in which we run ourselves: they say nothing. */
  readonly ours: readonly string[];
}

export const CHECK_STARTS = ['push', 'dispatch', 'approval', 'none'] as const;

/** How the checks of a published commit came to start, as the token allows, and the reason in words. */
export interface CheckStart {
  readonly how: (typeof CHECK_STARTS)[number];
  readonly detail: string;
}

export const CHECK_VERDICTS = [
  'green',
  'red',
  'red-before',
  'cancelled',
  'pending',
  'awaiting-approval',
  'required-skipped',
  'missing',
  'nothing-passed',
  'not-started',
  'unreadable',
] as const;

/** What the checks of one commit say together; `detail` names the check that decides. */
export interface ChecksVerdict {
  readonly kind: (typeof CHECK_VERDICTS)[number];
  readonly detail: string;
}

/** What was seen of the real checks of one published commit. */
export interface ChecksProof {
  readonly revisionId: string;
  readonly commit: string;
  readonly start: CheckStart;
  readonly verdict: ChecksVerdict;
  readonly checks: readonly Pick<RealCheck, 'name' | 'state' | 'url'>[];
  readonly waitedMs: number;
}
