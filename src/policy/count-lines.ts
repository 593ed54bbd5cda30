import { structuredPatch } from 'diff';
import type { FileChange } from '../domain/patch.js';

/** Past this many edits the exact count no longer matters: the patch is over every limit. */
const MAX_EDITS = 25_000;

/** Added plus removed lines of one file's change. */
export function changedLines({ path, before, after }: FileChange): number {
  const patch = structuredPatch(path, path, before ?? '', after ?? '', '', '', {
    context: 0,
    maxEditLength: MAX_EDITS,
  });
  if (patch === undefined) return MAX_EDITS;
  return patch.hunks.reduce((sum, hunk) => sum + hunk.lines.filter((line) => /^[+-]/.test(line)).length, 0);
}
