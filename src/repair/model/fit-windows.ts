import { estimateTokens } from './estimate-tokens.js';
import { joinWindows, numberedLines, plainLines, type Window } from './numbered-lines.js';

/** Enough for any room there is. */
const MAX_WINDOWS = 200;

/**
 * As many windows of a text as fit into `tokens`, with line numbers; the first ones are the most important, and one that
 * does not fit gives its place to the next. Empty when none does.
 */
export function fitWindows(text: string, windows: readonly Window[], tokens: number): string {
  const lines = plainLines(text);
  const render = (chosen: readonly Window[]): string =>
    numberedLines(lines, joinWindows(chosen, lines.length));
  let chosen: readonly Window[] = [];
  for (const window of windows.slice(0, MAX_WINDOWS)) {
    if (estimateTokens(render([...chosen, window])) <= tokens) chosen = [...chosen, window];
  }
  return render(chosen);
}
