import type { FailedJob, RepositoryName } from '../../domain/failed-run.js';
import type { GitHubClient } from './client.js';
import { HostError, statusOf } from './host-error.js';
import { proxiedFetch } from './proxied-fetch.js';

export type JobLog =
  | { readonly kind: 'log'; readonly text: string }
  /** Deleted, or older than the repository keeps logs. */
  | { readonly kind: 'expired' };

export interface LogLimits {
  readonly signal: AbortSignal;
  readonly timeLeftMs: () => number;
  /** Waits; rejects when the run is stopped meanwhile. */
  readonly pause: (ms: number) => Promise<void>;
}

/** A log appears some time after its job has ended. */
const WAIT_MS = 120_000;
const PAUSES_MS = [1000, 2000, 5000, 10_000];
/** A link to the storage lives for about a minute; a stale one is asked for anew. */
const LINKS = 3;
/** Of a longer log, head and tail are kept: the failure stands at the end, its set-up at the beginning. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Text of a job's log. The API answers with a link to a storage of another host, which is followed without the token.
 * A log that is not there yet is waited for.
 * @throws HostError when it does not come in time, or the storage fails.
 */
export async function readJobLog(
  client: GitHubClient,
  repository: RepositoryName,
  job: Pick<FailedJob, 'id' | 'name'>,
  limits: LogLimits,
): Promise<JobLog> {
  const waitUntil = Date.now() + Math.min(WAIT_MS, limits.timeLeftMs());
  let links = 0;
  for (let tries = 0; ; tries++) {
    const link = await readLink(client, repository, job.id);
    if (link.kind === 'expired') return link;
    if (link.kind === 'link') {
      const answer = await download(link.url, limits.signal);
      if (answer.kind === 'log') return answer;
      if (answer.kind === 'stale') links += 1;
      if (links >= LINKS)
        throw new HostError(
          'unavailable',
          `The log of ${job.name} could not be downloaded. Run it again later.`,
        );
    }
    const pause = PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] ?? 1000;
    if (Date.now() + pause > waitUntil) {
      throw new HostError(
        'unavailable',
        `The log of ${job.name} did not become ready in time. Run it again later.`,
      );
    }
    await limits.pause(pause);
  }
}

type Link =
  | { readonly kind: 'link'; readonly url: string }
  | { readonly kind: 'expired' }
  | { readonly kind: 'not-ready' };

async function readLink(
  client: GitHubClient,
  { owner, name: repo }: RepositoryName,
  jobId: number,
): Promise<Link> {
  try {
    const { headers } = await client.rest.actions.downloadJobLogsForWorkflowRun({
      owner,
      repo,
      job_id: jobId,
      request: { redirect: 'manual' },
    });
    if (headers.location === undefined)
      throw new HostError('unavailable', 'GitHub sent no link to the log. Run it again later.');
    return { kind: 'link', url: headers.location };
  } catch (error) {
    const status = statusOf(error);
    if (status === 410) return { kind: 'expired' };
    if (status === 404) return { kind: 'not-ready' };
    throw error;
  }
}

type Download =
  | Extract<JobLog, { kind: 'log' }>
  /** The storage does not have it yet. */
  | { readonly kind: 'not-ready' }
  /** The link ran out, or the storage failed, cut the answer short, or sent nothing or a page. */
  | { readonly kind: 'stale' };

/** The token never goes there. */
async function download(url: string, signal: AbortSignal): Promise<Download> {
  const response = await proxiedFetch(url, { signal, headers: { accept: '*/*' } }).catch(() => null);
  if (response?.status === 404) return { kind: 'not-ready' };
  if (!response?.ok || response.body === null) return { kind: 'stale' };
  const text = await readBounded(response.body).catch(() => null);
  const type = response.headers.get('content-type') ?? '';
  return text === null || isPage(type, text) || text.trim() === ''
    ? { kind: 'stale' }
    : { kind: 'log', text };
}

/** A gateway's or a sign-in page; the runner begins every line of a log with its time. */
function isPage(type: string, text: string): boolean {
  return /^text\/html\b/.test(type) || /^\s*<(?:!doctype html|html)\b/i.test(text.slice(0, 1000));
}

async function readBounded(body: ReadableStream<Uint8Array>): Promise<string> {
  const head: Uint8Array[] = [];
  const tail: Uint8Array[] = [];
  let headBytes = 0;
  let tailBytes = 0;
  let omitted = 0;
  for await (const chunk of body) {
    if (headBytes < MAX_BYTES / 2) {
      head.push(chunk);
      headBytes += chunk.length;
      continue;
    }
    tail.push(chunk);
    tailBytes += chunk.length;
    while (tailBytes - (tail[0]?.length ?? 0) > MAX_BYTES / 2) {
      const dropped = tail.shift()?.length ?? 0;
      tailBytes -= dropped;
      omitted += dropped;
    }
  }
  return Buffer.concat([...head, ...gapOf(omitted), ...tail]).toString('utf8');
}

function gapOf(bytes: number): readonly Uint8Array[] {
  return bytes === 0 ? [] : [Buffer.from(`\n[smart-fix: ${bytes} bytes left out here]\n`)];
}
