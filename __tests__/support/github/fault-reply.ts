import type { Fault } from './faults.js';
import { type RateLimit, rateHeaders } from './rate-limit.js';
import { fault, type Reply } from './route.js';

/** Whether the request does its work before it fails. */
export function hasEffect(planned: Fault): boolean {
  return 'afterEffect' in planned && planned.afterEffect === true;
}

/** The reply that a fault gives in place of the true one; null when it changes no reply. */
export function failureOf(rateLimit: RateLimit, planned: Fault): Reply | 'reset' | null {
  if (planned.kind === 'reset') return 'reset';
  if (planned.kind === 'status') return fault(planned.status, `Planned ${planned.status}`);
  if (planned.kind === 'primary-limit') {
    return limited(rateLimit, Math.floor(Date.now() / 1000) + planned.resetSeconds);
  }
  if (planned.kind !== 'secondary-limit') return null;
  return fault(
    planned.status ?? 403,
    'You have exceeded a secondary rate limit. Please wait a few minutes.',
    {
      'retry-after': String(planned.retryAfterSeconds),
    },
  );
}

export function limited(rateLimit: RateLimit, reset: number): Reply {
  const headers = rateHeaders({ limit: rateLimit.limit, used: rateLimit.limit, reset });
  return fault(403, 'API rate limit exceeded for installation.', headers);
}
