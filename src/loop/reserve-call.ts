import { affordableTokens, type CallEstimate, chargeOf } from '../domain/model-call.js';
import type { Ledger } from '../ledger/ledger.js';
import type { Reservation } from '../repair/strategy.js';

/** Answers are a patch and a few sentences; a model that reasons needs room before them. In tokens. */
const MAX_COMPLETION_TOKENS = 32_000;
/** Less would cut almost any answer. */
const MIN_COMPLETION_TOKENS = 1000;

/**
 * Reserves a model call, at the worst that it can cost: the whole prompt and the longest answer, which is shortened to
 * what is left of the limit. Without a limit on the cost, an answer may be of any length.
 */
export async function reserveCall(
  estimate: CallEstimate,
  attempt: number,
  ledger: Ledger,
): Promise<Reservation> {
  const { calls, request } = ledger.state;
  const max = request?.limits.maxCost ?? null;
  let maxCompletionTokens: number | null = null;
  if (max !== null && estimate.price !== null) {
    const spent = calls.reduce((sum, call) => sum + chargeOf(call), 0);
    const affordable = affordableTokens(estimate, estimate.price, max - spent);
    if (affordable < MIN_COMPLETION_TOKENS) return { kind: 'refused', detail: tooDear(max, spent) };
    maxCompletionTokens = Math.min(MAX_COMPLETION_TOKENS, affordable);
  }
  const number = calls.length + 1;
  await ledger.append({ kind: 'model-call-reserved', ...estimate, number, attempt, maxCompletionTokens });
  return { kind: 'granted', maxCompletionTokens };
}

function tooDear(max: number, spent: number): string {
  return `$${spent.toFixed(4)} of the $${max} that --max-cost allows are spent or reserved, and the rest does not pay for another call.`;
}
