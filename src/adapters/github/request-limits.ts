import { HostError } from './host-error.js';

/** What octokit throws, or a network fault. */
export interface RequestFault {
  readonly status?: number;
  readonly response?: { readonly headers?: Readonly<Record<string, string | number | undefined>> };
  readonly message?: string;
}

export const RETRIES = 3;
const FIRST_PAUSE_MS = 1000;
/** GitHub's advice when it limits without saying for how long; it doubles each time. */
const UNSAID_LIMIT_MS = 60_000;

export type Pause = { readonly ms: number; readonly kind: 'unavailable' | 'rate-limited' };

/** Every change of ours is of a whole text: done twice is done once. */
const REPEATABLE: ReadonlySet<string> = new Set(['GET', 'PATCH']);

/** How long to wait before the same request may be sent again, or null when it must not be. */
export function pauseBefore(fault: RequestFault, method: string, attempt: number): Pause | null {
  const limited = limitMs(fault, attempt);
  if (limited !== null) return { ms: limited, kind: 'rate-limited' };
  const down = fault.status === undefined || fault.status >= 500;
  return down && REPEATABLE.has(method)
    ? { ms: FIRST_PAUSE_MS * 2 ** (attempt - 1), kind: 'unavailable' }
    : null;
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

/** GraphQL tells a limit with status 200; it had no effect then, as with REST. @throws a fault of status 429. */
export function refuseLimit<Answer extends { readonly headers: object; readonly data: unknown }>(
  answer: Answer,
): Answer {
  const { errors } = (answer.data ?? {}) as {
    readonly errors?: readonly { readonly type?: string; readonly message?: string }[];
  };
  const limit = Array.isArray(errors) ? errors.find(({ type }) => type?.startsWith('RATE_LIMIT')) : undefined;
  if (limit === undefined) return answer;
  throw Object.assign(new Error(limit.message), { status: 429, response: { headers: answer.headers } });
}

export function hostError(kind: Pause['kind'], request: string, cause: unknown): HostError {
  const said = (cause as Error).message;
  return kind === 'rate-limited'
    ? new HostError(kind, `GitHub limits our requests (${request}): ${said}. Run it again later.`, cause)
    : new HostError(kind, `GitHub did not answer ${request}: ${said}. Run it again later.`, cause);
}
