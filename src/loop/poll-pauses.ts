/** Left for the last words of a run: pull request, issue, summary. */
export const RESERVE_MS = 20_000;

const FIRST_PAUSE_MS = 2000;
const GROWTH = 1.5;
const LONGEST_PAUSE_MS = 60_000;

/** Pauses between looks at something that takes minutes, in milliseconds: ten minutes are some seventeen requests. */
export function* pollPauses(): Generator<number, never> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * GROWTH, LONGEST_PAUSE_MS)) yield pause;
}
