import { distance } from 'fastest-levenshtein';

/** ` (did you mean --gate?)` when a known name is close enough, else an empty text. */
export function suggestion(unknown: string, known: readonly string[], prefix = ''): string {
  const ranked = known
    .map((name) => ({ name, steps: distance(unknown, name) }))
    .sort((a, b) => a.steps - b.steps);
  const best = ranked[0];
  if (best === undefined || best.steps > Math.max(2, Math.floor(best.name.length / 3))) return '';
  return ` (did you mean ${prefix}${best.name}?)`;
}
