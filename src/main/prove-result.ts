import type { FailedJob } from '../domain/failed-run.js';
import { type ProofDoors, proveOnChecks } from '../loop/prove-on-checks.js';
import type { CheckHost } from '../verify/check-host.js';
import type { Door } from './repair-run.js';

export interface ResultProof {
  readonly checks: CheckHost;
  readonly failedJobs: readonly FailedJob[];
  /** How long the checks may take, in seconds; 0: they are not waited for. */
  readonly waitSeconds: number;
  readonly pause: ProofDoors['pause'];
}

/** Proof of what this door has published, on the real checks. */
export function proveResult(
  { ledger, workspace, matchers, progress, signal, timeLeftMs }: Parameters<Door['prove']>[0],
  { checks, failedJobs, waitSeconds, pause }: ResultProof,
): Promise<'red' | 'told'> {
  return proveOnChecks({
    ...{ ledger, workspace, matchers, progress, signal, timeLeftMs, pause },
    host: checks,
    failedJobs: failedJobs.map(({ name }) => name),
    waitMs: waitSeconds * 1000,
  });
}
