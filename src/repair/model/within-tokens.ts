import { estimateTokens } from './estimate-tokens.js';

/** As many of the pieces, from the first on, as fit into `limit` tokens; a last line says how many were left out. */
export function withinTokens(pieces: readonly string[], limit: number, separator = '\n'): string {
  const kept: string[] = [];
  let spent = 0;
  for (const piece of pieces) {
    spent += estimateTokens(`${piece}${separator}`);
    if (spent > limit) break;
    kept.push(piece);
  }
  const left = pieces.length - kept.length;
  return [...kept, ...(left > 0 ? [`(${left} more left out for length)`] : [])].join(separator);
}
