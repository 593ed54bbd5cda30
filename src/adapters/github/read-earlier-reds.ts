import type { RepositoryName } from '../../domain/failed-run.js';
import type { EarlierReds } from '../../ledger/entry.js';
import type { GitHubClient } from './client.js';
import { isOwn } from './comments.js';
import { ISSUE_LABEL } from './github-host.js';
import { HostError, statusOf } from './host-error.js';
import { markerOf, readReds } from './marker.js';

/** Enough for a brake; the newest count. */
const MOST_ISSUES = 100;
const OF_A_FAILURE = /^issue:([0-9a-f]{1,64})$/;

/**
 * What our open issues say of their failures: an issue is the memory of its failure until a person closes it. It is a
 * brake and no record: where the host does not show its issues, nothing is known.
 */
export async function readEarlierReds(
  client: GitHubClient,
  { owner, name: repo }: RepositoryName,
): Promise<EarlierReds> {
  const reds: Record<string, number> = {};
  try {
    const place = { owner, repo, state: 'open' as const, labels: ISSUE_LABEL, per_page: MOST_ISSUES };
    for (const { body, user } of (await client.rest.issues.listForRepo(place)).data) {
      const [, fingerprint] = OF_A_FAILURE.exec(markerOf(body) ?? '') ?? [];
      const count = readReds(body ?? '');
      if (fingerprint === undefined || count === null || !(await isOwn(client, user))) continue;
      reds[fingerprint] = Math.max(reds[fingerprint] ?? 0, count);
    }
  } catch (error) {
    if (statusOf(error) === null && !(error instanceof HostError)) throw error;
  }
  return reds;
}
