import { estimateTokens } from './estimate-tokens.js';
import { joinWindows, numberedLines, plainLines, type Window } from './numbered-lines.js';

/** Enough for any room there is. */
const MAX_WINDOWS = 200;
/** Lines around a place when not even what belongs to it fits. */
const SMALL_RADII = [8, 2];

/**
 * As many windows of a text as fit into `tokens`, with line numbers; the first ones are the most important. When none
 * fits, a few lines around the beginning of the first one do.
 */
export function fitWindows(text: string, windows: readonly Window[], tokens: number): string {
  const lines = plainLines(text);
  const render = (chosen: readonly Window[]): string =>
    numberedLines(lines, joinWindows(chosen, lines.length));
  let chosen: readonly Window[] = [];
  for (const window of windows.slice(0, MAX_WINDOWS)) {
    if (estimateTokens(render([...chosen, window])) <= tokens) chosen = [...chosen, window];
  }
  const [first] = windows;
  if (chosen.length > 0 || first === undefined) return render(chosen);
  const middle = Math.floor((first.first + Math.min(first.last, lines.length)) / 2);
  const small = SMALL_RADII.map((radius) => render([{ first: middle - radius, last: middle + radius }]));
  return small.find((each) => estimateTokens(each) <= tokens) ?? '';
}
