import type { Hunk } from './operation.js';
import type { Splice } from './splice.js';
import type { TextLine } from './text-lines.js';

/**
 * What a hunk writes over the lines that it quotes, which are named by index and in order; none: behind the last line.
 * What an earlier hunk put between them stays.
 */
export function writeLines(
  hunk: Hunk,
  indices: readonly number[],
  lines: readonly TextLine[],
): Splice<TextLine> {
  const start = indices[0] ?? lines.length;
  const fresh: TextLine[] = [];
  const ends: TextLine['end'][] = [];
  let [next, quoted, ended] = [start, 0, 0];
  for (const { kind, text } of hunk.lines) {
    if (kind === 'added') {
      const before = fresh.at(-1) ?? lines[start - 1];
      fresh.push({ text, end: ends[ended] ?? before?.end ?? lines[next]?.end ?? '', origin: null });
      ended += 1;
      continue;
    }
    const index = indices[quoted] ?? next;
    quoted += 1;
    for (const between of lines.slice(next, index)) fresh.push(between);
    next = index + 1;
    const real = lines[index];
    if (real === undefined) continue;
    if (kind === 'removed') ends.push(real.end);
    else fresh.push(real);
  }
  return { start, count: next - start, fresh };
}
