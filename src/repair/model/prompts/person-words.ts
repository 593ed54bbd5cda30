import type { Hints } from '../../strategy.js';
import { plainLine } from '../plain-text.js';

const MAX_WORDS = 1500;

/** What the person said when starting the run, each under its name; empty when nothing was said. */
export function personWords({ scope, candidatePath, hypothesis }: Hints): string {
  const said = [
    ['where to look', scope],
    ['probably the file to edit', candidatePath],
    ['probably the cause', hypothesis],
  ] as const;
  return said
    .flatMap(([name, words]) => (words === null ? [] : [`${name}: ${plainLine(words, MAX_WORDS)}`]))
    .join('\n');
}
