import type { Token } from '../tokens/token.js';

/** True when two pieces of code share most of their tokens, whatever their order. */
export function isLikeness(a: readonly Token[], b: readonly Token[]): boolean {
  const counts = new Map<string, number>();
  for (const { text } of a) counts.set(text, (counts.get(text) ?? 0) + 1);
  let shared = 0;
  for (const { text } of b) {
    const left = counts.get(text) ?? 0;
    if (left > 0) shared += 1;
    counts.set(text, left - 1);
  }
  return shared > 0.7 * Math.max(a.length, b.length);
}
