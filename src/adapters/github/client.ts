import { getOctokit } from '@actions/github';
import { HostError } from './host-error.js';

export type GitHubClient = ReturnType<typeof getOctokit>;

export interface ClientOptions {
  readonly token: string;
  /** `https://api.github.com`, or a server's `/api/v3`. */
  readonly apiUrl: string;
  readonly signal: AbortSignal;
  /** Milliseconds that may still be spent on waiting. */
  readonly timeLeftMs: () => number;
  /** Waits; rejects when the run is stopped meanwhile. */
  readonly pause: (ms: number) => Promise<void>;
}

interface RequestFault {
  readonly status?: number;
  readonly response?: { readonly headers?: Readonly<Record<string, string | number | undefined>> };
  readonly message?: string;
}

const RETRIES = 3;
const FIRST_PAUSE_MS = 1000;
/** GitHub's advice when it limits without saying for how long; it doubles each time. */
const UNSAID_LIMIT_MS = 60_000;

/**
 * A client whose reads are repeated on faults of the server or the network, and whose writes never are: a write without
 * an answer is looked up by its caller. A rate limit is waited for when there is time, since it had no effect.
 * @throws HostError from every request when the host is down, limits us for too long, or the token may not.
 */
export function createGitHubClient({ token, apiUrl, signal, ...time }: ClientOptions): GitHubClient {
  const client = getOctokit(token, { baseUrl: apiUrl, userAgent: 'smart-fix', request: { signal } });
  // A server has its GraphQL beside `/api/v3`.
  const graphqlUrl = apiUrl.replace(/\/v3$/, '/graphql');
  client.hook.wrap('request', async (request, options) => {
    const name = `${options.method} ${options.url}`;
    if (/^https?:/.test(options.url) && !options.url.startsWith(`${apiUrl}/`) && options.url !== graphqlUrl)
      throw new Error(`a link of GitHub leads to another host, where our token must not go: ${name}`);
    for (let attempt = 1; ; attempt++) {
      try {
        return refuseBroken(refuseLimit(await request(options)), options.method);
      } catch (error) {
        const pause = pauseBefore(error as RequestFault, options.method, attempt);
        if (pause === null || signal.aborted) throw error;
        if (attempt > RETRIES || pause.ms >= time.timeLeftMs()) throw hostError(pause.kind, name, error);
        await time.pause(pause.ms);
      }
    }
  });
  return client;
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

/** GraphQL tells a limit with status 200; it had no effect then, as with REST. */
function refuseLimit<Answer extends { readonly headers: object; readonly data: unknown }>(
  answer: Answer,
): Answer {
  const { errors } = (answer.data ?? {}) as {
    readonly errors?: readonly { readonly type?: string; readonly message?: string }[];
  };
  const limit = Array.isArray(errors) ? errors.find(({ type }) => type?.startsWith('RATE_LIMIT')) : undefined;
  if (limit === undefined) return answer;
  throw Object.assign(new Error(limit.message), { status: 429, response: { headers: answer.headers } });
}

type Pause = { readonly ms: number; readonly kind: 'unavailable' | 'rate-limited' };

/** How long to wait before the same request may be sent again, or null when it must not be. */
function pauseBefore(fault: RequestFault, method: string, attempt: number): Pause | null {
  const limited = limitMs(fault, attempt);
  if (limited !== null) return { ms: limited, kind: 'rate-limited' };
  const down = fault.status === undefined || fault.status >= 500;
  return down && method === 'GET' ? { ms: FIRST_PAUSE_MS * 2 ** (attempt - 1), kind: 'unavailable' } : null;
}

function limitMs({ status, response, message }: RequestFault, attempt: number): number | null {
  if (status !== 403 && status !== 429) return null;
  const headers = response?.headers ?? {};
  if (headers['retry-after'] !== undefined) return Number(headers['retry-after']) * 1000;
  if (headers['x-ratelimit-remaining'] === '0') {
    const now = Date.parse(String(headers.date)) || Date.now();
    return Math.max(0, Number(headers['x-ratelimit-reset']) * 1000 - now);
  }
  return status === 429 || /rate limit/i.test(message ?? '') ? UNSAID_LIMIT_MS * 2 ** (attempt - 1) : null;
}

function hostError(kind: Pause['kind'], request: string, cause: unknown): HostError {
  const said = (cause as Error).message;
  return kind === 'rate-limited'
    ? new HostError(kind, `GitHub limits our requests (${request}): ${said}. Run it again later.`, cause)
    : new HostError(kind, `GitHub did not answer ${request}: ${said}. Run it again later.`, cause);
}
