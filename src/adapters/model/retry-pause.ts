/** So often the same request is sent again (MDL-02). */
export const MAX_RETRIES = 3;
const FIRST_PAUSE_MS = 500;

/** What a failed request tells about a repetition; without a status nothing was answered. */
export interface RequestFailure {
  readonly status: number | undefined;
  readonly headers: Headers | undefined;
  /** The provider's words. */
  readonly words: string;
}

/** These get better by waiting; a used-up quota has the status of a rate limit and does not. */
function mayPass({ status, words }: RequestFailure): boolean {
  if (status === undefined || status >= 500 || status === 408) return true;
  return status === 429 && !/insufficient_quota|billing/i.test(words);
}

/** `retry-after-ms`, or `retry-after` in seconds or as a date (RFC 9110, 10.2.3), in milliseconds. */
function askedPauseMs(headers: Headers | undefined): number | null {
  const inMs = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (inMs >= 0) return inMs;
  const text = headers?.get('retry-after') ?? '';
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/** How long to wait before a request that failed for the n-th time is sent again, in ms; null when it must not be. */
export function retryPause(failure: RequestFailure, failures: number): number | null {
  if (failures > MAX_RETRIES || !mayPass(failure)) return null;
  return askedPauseMs(failure.headers) ?? FIRST_PAUSE_MS * 2 ** (failures - 1);
}
