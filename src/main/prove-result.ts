import type { FailedJob } from '../domain/failed-run.js';
import { type ProofDoors, proveOnChecks } from '../loop/prove-on-checks.js';
import type { CodeHost } from '../report/code-host.js';
import type { CheckHost } from '../verify/check-host.js';
import type { Door } from './repair-run.js';

/** Whose pushes and pull requests start no workflow. */
const WORKFLOW_TOKEN = 'github-actions[bot]';

export interface ResultProof {
  readonly checks: CheckHost;
  readonly host: Pick<CodeHost, 'readPullRequest'>;
  readonly failedJobs: readonly FailedJob[];
  /** True when the fix branch is pushed with a token of its own. */
  readonly hasPushToken: boolean;
  /** How long the checks may take, in seconds; 0: they are not waited for. */
  readonly waitSeconds: number;
  readonly pause: ProofDoors['pause'];
}

/** Proof of what this door has published, on the real checks. */
export function proveResult(
  { ledger, workspace, matchers, progress, signal, timeLeftMs }: Parameters<Door['prove']>[0],
  { checks, host, failedJobs, hasPushToken, waitSeconds, pause }: ResultProof,
): Promise<'red' | 'told'> {
  const branch = ledger.state.delivered?.branch ?? '';
  return proveOnChecks({
    ...{ ledger, workspace, matchers, progress, signal, timeLeftMs, pause },
    host: checks,
    failedJobs: failedJobs.map(({ name }) => name),
    waitMs: waitSeconds * 1000,
    // The kind of a token shows in nothing but whose name its deeds bear.
    pushStarts: async () => {
      if (hasPushToken) return true;
      const author = (await host.readPullRequest(branch))?.author ?? WORKFLOW_TOKEN;
      return author !== WORKFLOW_TOKEN;
    },
  });
}
