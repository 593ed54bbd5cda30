import type { Diagnostic } from './diagnostic.js';
import type { FailureClass } from './failure-class.js';

/** A diagnostic that smart-fix chose to act on: its path is a file of the repository, and its rank is decided. */
export interface Finding extends Diagnostic {
  /** Other places of the log with the same cause (a matrix copy, the same message printed twice). */
  readonly repeats: number;
  /** Why it ranks where it does, in a few words. */
  readonly why: string;
  /** Names of the jobs that said so, where one log is of several; else empty. */
  readonly jobs: readonly string[];
}

/** Why the category, in a sentence, and the line that decided it. Without a line, nothing in the log did. */
export interface Reason {
  readonly text: string;
  readonly evidence: string | null;
  readonly logLine: number | null;
}

/** A test that seems to have failed and passed in the same run. */
export interface FlakySuspicion {
  /** Null where the runner only counts them. */
  readonly test: string | null;
  readonly evidence: string;
  readonly logLine: number;
}

/** Why no patch can help; decides the stop reason of the same name (DESIGN: escalation triggers). */
export type BlockerKind = 'permission' | 'missing-input' | 'missing-dependency';

export interface Blocker {
  readonly kind: BlockerKind;
  /** The line of the log that says so, shortened. */
  readonly evidence: string;
  readonly logLine: number;
}

/** What a log says: class of the failure, ranked findings, and what stands in the way of a repair. */
export interface Scan {
  readonly category: FailureClass;
  /** True when a change in the repository could make the run pass. */
  readonly actionable: boolean;
  /** True when the same run, started again, may pass: what failed was the machine, the network, the memory or the time. */
  readonly retryable: boolean;
  readonly flaky: FlakySuspicion | null;
  readonly reason: Reason;
  /** 12 hex digits, stable over line shifts and run noise; different for different causes. */
  readonly fingerprint: string;
  /** Best first; every file is a path relative to the repository root, or null. */
  readonly findings: readonly Finding[];
  readonly blockers: readonly Blocker[];
  /** Places outside the project (libraries, generated code, the runner) that the log named. */
  readonly outsideLocations: number;
  /** What of the log or of the settings was left out, in words for people; mostly empty. */
  readonly notes: readonly string[];
}
