import { basename } from 'node:path/posix';
import { closest } from 'fastest-levenshtein';

const MAX_SUGGESTIONS = 3;

/** A sentence, with a leading space, that names the tracked files most like a path that does not exist. */
export function suggestPath(path: string, paths: readonly string[]): string {
  if (paths.length === 0) return '';
  const namesakes = paths.filter((other) => basename(other) === basename(path)).slice(0, MAX_SUGGESTIONS);
  const suggestions = namesakes.length > 0 ? namesakes : [closest(path, paths)];
  return ` Nearest: ${suggestions.join(', ')}.`;
}
