export interface BranchParts {
  readonly fingerprint: string;
  readonly runId: string;
  readonly startedAt: Date;
}

/**
 * Fills a branch template. `{id}` is `auto-<epoch seconds>`, so that `fix/temp-agent-patch-{id}` is the seed's name
 * (A20); `{run}` is the run's id.
 */
export function branchName(template: string, { fingerprint, runId, startedAt }: BranchParts): string {
  return template
    .replaceAll('{fingerprint}', fingerprint)
    .replaceAll('{id}', `auto-${Math.floor(startedAt.getTime() / 1000)}`)
    .replaceAll('{run}', runId);
}
