import type { RepositoryName } from '../../domain/failed-run.js';
import type { Redact } from '../../domain/redaction.js';
import type { HostedText, Saved } from '../../report/code-host.js';
import type { GitHubClient } from './client.js';
import { HostError, statusOf } from './host-error.js';
import { hasMarker, withMarker } from './marker.js';

/** Comments of ours under one issue or pull request. */
export interface Comments {
  /** Makes the comment of that marker, or brings it up to date; it is looked for before and after. */
  save(text: Pick<HostedText, 'marker' | 'body'>): Promise<Saved>;
}

export function createComments(
  client: GitHubClient,
  {
    repository,
    number,
    redact,
  }: { readonly repository: RepositoryName; readonly number: number; readonly redact: Redact },
): Comments {
  const at = { owner: repository.owner, repo: repository.name };
  const find = (marker: string) => findOwn(client, { ...at, issue_number: number }, marker);
  return {
    async save(text) {
      const body = redact(withMarker({ ...text, title: '' }));
      try {
        const existing = await find(text.marker);
        if (existing?.body === body) return { kind: 'updated', url: existing.html_url };
        if (existing !== null) {
          await client.rest.issues.updateComment({ ...at, comment_id: existing.id, body });
          return { kind: 'updated', url: existing.html_url };
        }
        const { data } = await client.rest.issues.createComment({ ...at, issue_number: number, body });
        // Of two runs that found none in the same moment, the later comment gives way to the first.
        const first = await find(text.marker);
        if (first === null || first.id >= data.id) return { kind: 'created', url: data.html_url };
        await client.rest.issues.deleteComment({ ...at, comment_id: data.id });
        await client.rest.issues.updateComment({ ...at, comment_id: first.id, body });
        return { kind: 'updated', url: first.html_url };
      } catch (error) {
        const status = statusOf(error);
        if (status === 403 || status === 404)
          return { kind: 'not-allowed', detail: (error as Error).message };
        if (error instanceof HostError || (status !== null && status < 500)) throw error;
        const found = await find(text.marker);
        if (found?.body === body) return { kind: 'created', url: found.html_url };
        throw new HostError('unavailable', 'GitHub did not take our comment. Run it again later.', error);
      }
    },
  };
}

interface Place {
  readonly owner: string;
  readonly repo: string;
  readonly issue_number: number;
}

/** Our comment with that marker, over all pages. The marker alone proves nothing: anybody can write it. */
async function findOwn(client: GitHubClient, place: Place, marker: string) {
  const comments = await client.paginate(client.rest.issues.listComments, { ...place, per_page: 100 });
  for (const { id, body, html_url, user } of comments) {
    if (!hasMarker(body, marker)) continue;
    if (await isOwn(client, user)) return { id, body: body ?? '', html_url };
  }
  return null;
}

/** True for what an app wrote, or the person whose token this is. */
export async function isOwn(
  client: GitHubClient,
  user: { readonly login: string; readonly type: string } | null | undefined,
): Promise<boolean> {
  return user != null && (user.type === 'Bot' || user.login === (await readOwnLogin(client)));
}

/** The account of a person's token; null for an app's, which GitHub tells nothing of itself. */
async function readOwnLogin(client: GitHubClient): Promise<string | null> {
  try {
    return (await client.rest.users.getAuthenticated()).data.login;
  } catch (error) {
    if (statusOf(error) === 403 || statusOf(error) === 401) return null;
    throw error;
  }
}

export type Reaction =
  /** Ours is there now, and was not before. */
  | 'first'
  /** Ours was there already. */
  | 'again'
  | 'not-allowed';

/**
 * Puts eyes on a comment. GitHub keeps one of a kind for an account and says whether it was there, so that of two that
 * take the same comment up one is the first. After a lost answer it is asked again: then ours may be the one that is there.
 */
export async function react(
  client: GitHubClient,
  { owner, name: repo }: RepositoryName,
  commentId: number,
): Promise<Reaction> {
  const create = () =>
    client.rest.reactions.createForIssueComment({ owner, repo, comment_id: commentId, content: 'eyes' });
  try {
    return ((await create()).status as number) === 200 ? 'again' : 'first';
  } catch (error) {
    const status = statusOf(error);
    if (status === 403 || status === 404) return 'not-allowed';
    if (status === null || status < 500) throw error;
    await create();
    return 'first';
  }
}
