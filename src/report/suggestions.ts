import { fenced } from './render/fence.js';

/** One suggestion of a review: the lines that it replaces, as they are numbered at the head, and its Markdown. */
export interface Suggestion {
  readonly path: string;
  readonly startLine: number;
  readonly line: number;
  readonly body: string;
}

interface Change {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/**
 * A patch as suggestions on a pull request, or null when it cannot be said as such: the host takes a suggestion only for
 * lines that one hunk of the pull request shows, and none for a new, deleted or renamed file, a mode, or an ending
 * without a line feed.
 * @param diff the patch, as git writes it, from the head of the pull request.
 * @param shown hunks of the pull request by path, as the host shows them.
 */
export function toSuggestions(
  diff: string,
  shown: ReadonlyMap<string, string>,
): readonly Suggestion[] | null {
  const changes = readChanges(diff);
  if (changes === null || changes.length === 0) return null;
  const sorted = changes.toSorted((a, b) => a.path.localeCompare(b.path) || a.start - b.start);
  const overlap = sorted.some((each, at) => {
    const before = sorted[at - 1];
    return before?.path === each.path && before.end >= each.start;
  });
  const fits = changes.every(({ path, start, end }) =>
    rangesOf(shown.get(path) ?? '').some(([first, last]) => first <= start && end <= last),
  );
  if (overlap || !fits) return null;
  return changes.map(({ path, start, end, lines }) => ({
    path,
    startLine: start,
    line: end,
    body: lines.length === 0 ? '```suggestion\n```' : fenced(lines.join('\n'), 'suggestion'),
  }));
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** First and last line of the new file that each hunk shows. */
function rangesOf(patch: string): readonly (readonly [number, number])[] {
  return patch.split('\n').flatMap((line) => {
    const [, , , start, count = '1'] = HUNK.exec(line) ?? [];
    return start === undefined ? [] : [[Number(start), Number(start) + Number(count) - 1] as const];
  });
}

const HEADER = /^(?:diff --git |index |--- a\/|\+\+\+ b\/)/;

function readChanges(diff: string): readonly Change[] | null {
  const changes: Change[] = [];
  let path: string | null = null;
  let hunk: string[] | null = null;
  let left = { old: 0, new: 0 };
  let first = 0;
  for (const line of diff.split('\n').slice(0, -1)) {
    if (hunk !== null && (left.old > 0 || left.new > 0)) {
      if (line.includes('\r')) return null;
      hunk.push(line);
      left = { old: left.old - (line[0] === '+' ? 0 : 1), new: left.new - (line[0] === '-' ? 0 : 1) };
      if (left.old === 0 && left.new === 0 && path !== null) changes.push(...changesOf(path, first, hunk));
      continue;
    }
    const [, start, olds = '1', , news = '1'] = HUNK.exec(line) ?? [];
    if (start !== undefined) {
      hunk = [];
      first = Number(start);
      left = { old: Number(olds), new: Number(news) };
    } else if (HEADER.test(line)) {
      path = /^\+\+\+ b\/(.*?)\t?$/.exec(line)?.[1] ?? path;
    } else return null;
  }
  return changes;
}

/** Each stretch of changed lines; a mere insertion takes the line before it, or after it, along. */
function changesOf(path: string, first: number, hunk: readonly string[]): readonly Change[] {
  const changes: Change[] = [];
  let at = first;
  let index = 0;
  while (index < hunk.length) {
    if (hunk[index]?.startsWith(' ')) {
      at += 1;
      index += 1;
      continue;
    }
    const start = index;
    while (index < hunk.length && !hunk[index]?.startsWith(' ')) index += 1;
    const stretch = hunk.slice(start, index);
    const removed = stretch.filter((line) => line.startsWith('-')).length;
    const lines = stretch.filter((line) => line.startsWith('+')).map((line) => line.slice(1));
    const before = hunk[start - 1]?.slice(1);
    const after = hunk[index]?.slice(1);
    if (removed > 0) changes.push({ path, start: at, end: at + removed - 1, lines });
    else if (before !== undefined) {
      changes.push({ path, start: at - 1, end: at - 1, lines: [before, ...lines] });
    } else
      changes.push({ path, start: at, end: at, lines: [...lines, ...(after === undefined ? [] : [after])] });
    at += removed;
  }
  return changes;
}
