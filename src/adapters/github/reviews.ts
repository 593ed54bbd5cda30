import type { RepositoryName } from '../../domain/failed-run.js';
import type { Suggestion } from '../../report/suggestions.js';
import type { GitHubClient } from './client.js';
import { isOwn } from './comments.js';
import { HostError, statusOf } from './host-error.js';
import { hasMarker, withMarker } from './marker.js';

interface Place {
  readonly repository: RepositoryName;
  readonly number: number;
}

/** What each file of a pull request shows of itself; a large or binary one shows nothing. */
export async function readShownHunks(
  client: GitHubClient,
  { repository: { owner, name: repo }, number }: Place,
): Promise<ReadonlyMap<string, string>> {
  const files = await client.paginate(client.rest.pulls.listFiles, {
    ...{ owner, repo, pull_number: number },
    per_page: 100,
  });
  return new Map(files.flatMap(({ filename, patch }) => (patch === undefined ? [] : [[filename, patch]])));
}

export interface Review {
  readonly marker: string;
  readonly body: string;
  /** Head of the pull request that the suggestions are made for. */
  readonly commit: string;
  readonly suggestions: readonly Suggestion[];
}

/**
 * Address of a review that holds the suggestions; one of the same marker on the same commit is not made again. Null
 * when the token may not, or the host does not take them.
 */
export async function saveReview(
  client: GitHubClient,
  { repository: { owner, name: repo }, number }: Place,
  { marker, body, commit, suggestions }: Review,
): Promise<string | null> {
  const at = { owner, repo, pull_number: number };
  const find = async (): Promise<string | null> => {
    const reviews = await client.paginate(client.rest.pulls.listReviews, { ...at, per_page: 100 });
    for (const { commit_id, body: text, user, html_url } of reviews) {
      if (commit_id === commit && hasMarker(text, marker) && (await isOwn(client, user))) return html_url;
    }
    return null;
  };
  const existing = await find();
  if (existing !== null) return existing;
  try {
    const { data } = await client.rest.pulls.createReview({
      ...{ ...at, commit_id: commit, event: 'COMMENT', body: withMarker({ marker, body, title: '' }) },
      comments: suggestions.map(({ path, startLine, line, body: text }) => ({
        ...{ path, line, side: 'RIGHT', body: text },
        ...(startLine < line ? { start_line: startLine, start_side: 'RIGHT' } : {}),
      })),
    });
    return data.html_url;
  } catch (error) {
    const status = statusOf(error);
    if (status === 403 || status === 404 || status === 422) return null;
    if (error instanceof HostError || (status !== null && status < 500)) throw error;
    return find();
  }
}
