import type { CallEstimate } from '../../src/domain/model-call.js';
import type { AskOptions, Reservation } from '../../src/repair/strategy.js';

/** Options with which a strategy may ask at once; what it reserved is kept. */
export function askOptions(
  reservation: Reservation = { kind: 'granted', maxCompletionTokens: null },
): AskOptions & { readonly reserved: readonly CallEstimate[] } {
  const reserved: CallEstimate[] = [];
  return {
    signal: new AbortController().signal,
    limitMs: 10_000,
    reserved,
    reserve: async (estimate) => {
      reserved.push(estimate);
      return reservation;
    },
  };
}
