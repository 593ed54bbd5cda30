/** Tests that a runner counted in its own summary. */
export interface TestCount {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** How one command of the gate ended, whatever it printed. */
export type CommandEnd =
  | { readonly kind: 'exited'; readonly exitCode: number }
  | { readonly kind: 'signalled'; readonly signal: string }
  /** Cut by the gate's own limit, or by the deadline of the run. */
  | { readonly kind: 'timed-out'; readonly limit: 'gate-timeout' | 'deadline' }
  | { readonly kind: 'cancelled' };

/** One command run in the workspace; stdout and stderr are one text, in the order in which they were written. */
export interface CommandRun {
  readonly command: string;
  readonly end: CommandEnd;
  readonly durationMs: number;
  readonly output: string;
  /** Bytes left out of the middle of `output`. */
  readonly omittedBytes: number;
  readonly tests: TestCount | null;
}

/** One acceptance check of the judge, with the evidence in words. */
export interface AcceptanceCheck {
  readonly name: 'exit-code' | 'test-count' | 'protected-files' | 'tree-unchanged';
  readonly passed: boolean;
  readonly detail: string;
}

export type ExecutionStatus = 'passed' | 'failed' | 'timed-out' | 'cancelled';

/** One run of the whole gate on one revision (report field `runs`, C39). */
export interface Execution {
  /** sha256 over revision, number and commands: what a proposal has to name. */
  readonly executionId: string;
  readonly revisionId: string;
  /** 0 is the baseline; attempt n is execution n. */
  readonly number: number;
  readonly status: ExecutionStatus;
  /** A code for the first thing that speaks against the revision, null when it passed. */
  readonly errorCode: string | null;
  readonly exitCode: number | null;
  readonly commands: readonly CommandRun[];
  readonly checks: readonly AcceptanceCheck[];
  /** Fingerprint of the failure, null when it passed. */
  readonly fingerprint: string | null;
}
