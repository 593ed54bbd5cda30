import { getOctokit } from '@actions/github';
import { conditionalReads } from './conditional-reads.js';
import { followRename } from './follow-rename.js';
import { proxiedFetch } from './proxied-fetch.js';
import { hostError, pauseBefore, RETRIES, type RequestFault, refuseLimit } from './request-limits.js';
import { WritePace } from './write-pace.js';

export type GitHubClient = ReturnType<typeof getOctokit>;

export interface ClientOptions {
  readonly token: string;
  /** `https://api.github.com`, or a server's `/api/v3`. */
  readonly apiUrl: string;
  /** The number of the repository that we are in, where it is known: a redirect may lead to no other. */
  readonly repositoryId?: number | null;
  readonly signal: AbortSignal;
  /** Milliseconds that may still be spent on waiting. */
  readonly timeLeftMs: () => number;
  /** Waits; rejects when the run is stopped meanwhile. */
  readonly pause: (ms: number) => Promise<void>;
}

/**
 * The one client: through the environment's proxy, with a renamed repository followed, reads asked conditionally and
 * repeated on faults of the server or the network, as are changes of a whole text; other writes one at a time and never
 * repeated: one without an answer is looked up by its caller. A rate limit is waited for when there is time, since it had no effect.
 * @throws HostError from every request when the host is down, limits us for too long, or the token may not.
 */
export function createGitHubClient(options: ClientOptions): GitHubClient {
  const { token, apiUrl, repositoryId = null, signal, pause } = options;
  const send = conditionalReads(followRename(proxiedFetch, { apiUrl, repositoryId }));
  const request = { signal, fetch: send };
  const client = getOctokit(token, { baseUrl: apiUrl, userAgent: 'smart-fix', request });
  const pace = new WritePace(pause);
  client.hook.wrap('request', (octokit, asked) => {
    const answer = () => askUntilAnswered(octokit, asked, options);
    return asked.method === 'GET' ? answer() : pace.take(answer);
  });
  return client;
}

async function askUntilAnswered<
  Asked extends { readonly method: string; readonly url: string },
  Answer extends { readonly status: number; readonly headers: object; readonly data: unknown },
>(
  send: (asked: Asked) => Answer | Promise<Answer>,
  asked: Asked,
  { apiUrl, signal, timeLeftMs, pause }: ClientOptions,
): Promise<Answer> {
  // A server has its GraphQL beside `/api/v3`.
  const graphqlUrl = apiUrl.replace(/\/v3$/, '/graphql');
  const name = `${asked.method} ${asked.url}`;
  if (/^https?:/.test(asked.url) && !asked.url.startsWith(`${apiUrl}/`) && asked.url !== graphqlUrl)
    throw new Error(`a link of GitHub leads to another host, where our token must not go: ${name}`);
  for (let attempt = 1; ; attempt++) {
    try {
      return refuseBroken(refuseLimit(await send(asked)), asked.method);
    } catch (error) {
      const wait = pauseBefore(error as RequestFault, asked.method, attempt);
      if (wait === null || signal.aborted) throw error;
      if (attempt > RETRIES || wait.ms >= timeLeftMs()) throw hostError(wait.kind, name, error);
      await pause(wait.ms);
    }
  }
}

/** Every answer that we read is JSON: a text is a page of a proxy, or JSON that was cut off. */
function refuseBroken<Answer extends { readonly status: number; readonly data: unknown }>(
  answer: Answer,
  method: string,
): Answer {
  if (method === 'GET' && answer.status === 200 && typeof answer.data !== 'object')
    throw new Error('the answer is no JSON');
  return answer;
}
