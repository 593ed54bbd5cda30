import type { RepositoryName } from '../../domain/failed-run.js';
import type { Redact } from '../../domain/redaction.js';
import type { HostedText } from '../../report/code-host.js';
import type { GitHubClient } from './client.js';
import { isOwn } from './comments.js';
import { HostError, statusOf } from './host-error.js';
import { atWorkLine, hasMarker, markerOf, readAtWork, withMarker } from './marker.js';
import { readRun } from './read-failed-run.js';

export type Claim =
  /** The comment is there, and every other run sees it. */
  | { readonly kind: 'claimed'; readonly id: number }
  | { readonly kind: 'held'; readonly runId: number }
  /** The token may write no comment. */
  | { readonly kind: 'not-allowed' };

/** The comment that says which run is at work under a pull request; one at a time is there. */
export interface WorkComments {
  /**
   * The run that is at work, other than ours; null when there is none. Where the host does not show the run, a comment is
   * believed that was written since then.
   */
  readOther(since: Date): Promise<number | null>;
  /** Number of the comment that says that our run is at work; null when there is none. */
  findOurs(): Promise<number | null>;
  /**
   * Says that our run is at work, in the place of an earlier comment of that marker. It is always a new comment: GitHub
   * numbers them, so that of any number of runs at once the first one has the right, and the others take theirs back.
   */
  claim(text: Pick<HostedText, 'marker' | 'body'>, since: Date): Promise<Claim>;
  /** False when it is gone, or the token may not. */
  rewrite(id: number, text: Pick<HostedText, 'marker' | 'body'>): Promise<boolean>;
}

interface Place {
  readonly repository: RepositoryName;
  readonly number: number;
  /** Our own workflow run. */
  readonly runId: number;
  /** The file of its workflow; null when the runner does not say. */
  readonly workflowPath: string | null;
  readonly redact: Redact;
}

interface OwnComment {
  readonly id: number;
  readonly body: string;
  readonly runId: number | null;
  readonly updatedAt: number;
}

/**
 * Null where the host does not say, since the token may not read it or there is none of that number. A run of another
 * workflow follows no command: another bot may have written its number.
 */
async function isRunning(
  client: GitHubClient,
  { repository, workflowPath: own }: Place,
  runId: number,
): Promise<boolean | null> {
  try {
    const { conclusion, workflowPath } = await readRun(client, repository, runId);
    return conclusion === null && (own === null || own === workflowPath);
  } catch (error) {
    const status = statusOf(error);
    if (status === 403 || status === 404) return null;
    throw error;
  }
}

export function createWorkComments(client: GitHubClient, place: Place): WorkComments {
  const { repository, number, runId, redact } = place;
  const at = { owner: repository.owner, repo: repository.name };
  const render = (text: Pick<HostedText, 'marker' | 'body'>) => redact(withMarker({ ...text, title: '' }));
  const drop = (id: number) => client.rest.issues.deleteComment({ ...at, comment_id: id });
  /** Ours, first ones first. */
  const list = async (): Promise<readonly OwnComment[]> => {
    const own: OwnComment[] = [];
    const all = { ...at, issue_number: number, per_page: 100 };
    for (const each of await client.paginate(client.rest.issues.listComments, all)) {
      const { id, body = '', user, updated_at } = each;
      if (markerOf(body) === null || !(await isOwn(client, user))) continue;
      own.push({ id: Number(id), body, runId: readAtWork(body), updatedAt: Date.parse(updated_at) });
    }
    return own.toSorted((one, other) => one.id - other.id);
  };
  /** Whose run has ended is at work no more, whenever it said so; the clock is for runs that the host does not show. */
  const isAtWork = async ({ runId: id, updatedAt }: OwnComment, since: Date): Promise<boolean> => {
    if (id === null) return false;
    const lives = await isRunning(client, place, id);
    return lives ?? updatedAt >= since.getTime();
  };
  const create = async (body: string): Promise<number | null> => {
    try {
      return Number((await client.rest.issues.createComment({ ...at, issue_number: number, body })).data.id);
    } catch (error) {
      const status = statusOf(error);
      if (status === 403 || status === 404) return null;
      if (error instanceof HostError || (status !== null && status < 500)) throw error;
      const made = (await list()).find((each) => each.runId === runId);
      if (made !== undefined) return made.id;
      throw new HostError('unavailable', 'GitHub did not take our comment. Run it again later.', error);
    }
  };
  const rewrite: WorkComments['rewrite'] = async (id, text) => {
    try {
      await client.rest.issues.updateComment({ ...at, comment_id: id, body: render(text) });
      return true;
    } catch (error) {
      const status = statusOf(error);
      if (status === 403 || status === 404) return false;
      throw error;
    }
  };
  const readOther: WorkComments['readOther'] = async (since) => {
    for (const each of await list())
      if (each.runId !== runId && (await isAtWork(each, since))) return each.runId;
    return null;
  };
  const findOurs = async () => (await list()).find((each) => each.runId === runId)?.id ?? null;
  return {
    readOther,
    findOurs,
    rewrite,
    async claim({ marker, body }, since) {
      const text = { marker, body: `${atWorkLine(runId)}\n\n${body}` };
      const ours = await findOurs();
      if (ours !== null) {
        await rewrite(ours, text);
        return { kind: 'claimed', id: ours };
      }
      const id = await create(render(text));
      if (id === null) return { kind: 'not-allowed' };
      const all = await list();
      for (const each of all.filter((other) => other.id < id && other.runId !== runId)) {
        if (each.runId === null || !(await isAtWork(each, since))) continue;
        await drop(id);
        return { kind: 'held', runId: each.runId };
      }
      for (const each of all) if (each.id < id && hasMarker(each.body, marker)) await drop(each.id);
      return { kind: 'claimed', id };
    },
  };
}
