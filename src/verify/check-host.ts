import type { CheckExpectation, RealCheck } from '../domain/real-checks.js';

export type Started =
  | { readonly kind: 'started' }
  /** The host refused: no such trigger, or the token may not. */
  | { readonly kind: 'not-possible'; readonly detail: string };

/**
 * What proof on the real checks needs of a code host. Reads say only what the host said.
 * @throws HostError when the host does not answer, or the token may not read.
 */
export interface CheckHost {
  /** What is required on the base branch, and what ran on the commit that failed. */
  readExpectation(): Promise<CheckExpectation>;
  readChecks(commit: string): Promise<readonly RealCheck[]>;
  /** The whole log of a job, or what another system's check says of itself; empty when it is gone. */
  readLog(check: RealCheck): Promise<string>;
  /** Whether what our token pushes starts workflows; that of the workflow's own token does not. */
  pushStarts(): Promise<boolean>;
  /** Starts the workflow that failed on a branch, unless it was started for this commit before. */
  startWorkflow(branch: string, commit: string): Promise<Started>;
  /** Starts the failed jobs of a run once more. */
  rerunFailedJobs(runId: number): Promise<Started>;
}
