/** GitHub's hourly count of requests. */
export interface RateLimit {
  readonly limit: number;
  used: number;
  /** Seconds since 1970. */
  readonly reset: number;
}

export function createRateLimit(limit = 5000): RateLimit {
  return { limit, used: 0, reset: Math.floor(Date.now() / 1000) + 3600 };
}

export function rateHeaders({ limit, used, reset }: RateLimit): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(Math.max(0, limit - used)),
    'x-ratelimit-used': String(used),
    'x-ratelimit-reset': String(reset),
    'x-ratelimit-resource': 'core',
  };
}
