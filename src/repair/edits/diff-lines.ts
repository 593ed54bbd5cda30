import { diffArrays } from 'diff';
import type { HunkLine } from './operation.js';

/** Past this many edits a shorter difference is not worth the search. */
const MAX_EDITS = 2000;

/** What turns `before` into `after`, line by line; lines that both have are context. */
export function diffLines(before: readonly string[], after: readonly string[]): readonly HunkLine[] {
  const changes = diffArrays([...before], [...after], { maxEditLength: MAX_EDITS });
  if (changes === undefined) {
    return [
      ...before.map((text) => ({ kind: 'removed', text }) as const),
      ...after.map((text) => ({ kind: 'added', text }) as const),
    ];
  }
  return changes.flatMap(({ added, removed, value }) => {
    const kind = added ? 'added' : removed ? 'removed' : 'context';
    return value.map((text) => ({ kind, text }) as const);
  });
}
