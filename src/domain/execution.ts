import type { TestInventory } from './test-inventory.js';

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
  /** Null when the output does not name every test. */
  readonly inventory: TestInventory | null;
}

/** One acceptance check of the judge, with the evidence in words. */
export interface AcceptanceCheck {
  readonly name: (typeof CHECK_NAMES)[number];
  readonly passed: boolean;
  readonly detail: string;
}

export const CHECK_NAMES = [
  'exit-code',
  'test-names',
  'test-count',
  'consistent-result',
  'protected-files',
  'tree-unchanged',
  'source-from-base',
  'repeats',
  'real-checks',
] as const;

/** How much a pass shows. A: tests by name, the failed ones among them; B: tests compared; C: exit codes alone. */
export interface Evidence {
  readonly grade: 'A' | 'B' | 'C';
  readonly why: string;
}

export type ExecutionStatus = 'passed' | 'failed' | 'timed-out' | 'cancelled';

/** Code of an execution that the code host's own checks made of a published revision, not our gate. */
export const CHECKS_RED = 'checks-red';

/** A file that the gate wrote as it ran. */
export interface GateWrite {
  readonly path: string;
  /** sha256 of what a tracked file then held, in hex; null when it was gone, and for a file that nobody tracks. */
  readonly digest: string | null;
}

/** One run of the whole gate on one revision (report field `runs`, C39), or what its real checks showed when red. */
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
  /** Tests in the report files that the gate itself wrote into the tree; null when it wrote none. */
  readonly reported: TestInventory | null;
  /** Null when it did not pass, and for the baseline. */
  readonly evidence: Evidence | null;
  /** Fingerprint of the failure, null when it passed. */
  readonly fingerprint: string | null;
}

/**
 * What a differential run is for: whether the base is red again, whether the tests of a patch alone make it pass, whether
 * a pass comes again.
 */
export type DifferentialPurpose = 'base-again' | 'source-from-base' | 'patch-again';

/** A run of the whole gate that the judge asks for beside the executions; counted apart from them. */
export interface DifferentialRun {
  readonly purpose: DifferentialPurpose;
  /** The revision that it tells something about. */
  readonly revisionId: string;
  readonly status: ExecutionStatus;
  readonly errorCode: string | null;
  readonly commands: readonly CommandRun[];
  readonly reported: TestInventory | null;
  readonly durationMs: number;
  readonly fingerprint: string | null;
}
