import { lastExecutions, type RunState } from '../ledger/fold.js';

/**
 * How often in a row an attempt was red with that failure; the base is no attempt. Earlier runs count when nothing else
 * came between (A36).
 */
export function redsInRow(
  state: RunState,
  fingerprint: string,
  earlierReds: (fingerprint: string) => number,
): number {
  const reds = lastExecutions(state)
    .slice(1)
    .map((each) => each.fingerprint);
  const inRow = reds.length - 1 - reds.findLastIndex((each) => each !== fingerprint);
  return inRow === reds.length ? inRow + earlierReds(fingerprint) : inRow;
}
