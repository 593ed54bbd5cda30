import type { RuleFinding } from '../../domain/rule-finding.js';
import type { Source } from '../tokens/source.js';
import type { FilePair } from './patch-view.js';

/** Something of note in a text, whether it is new or not. */
export interface Mark {
  /** Equal for what counts as the same thing: a patch adds it when there are more after it than before. */
  readonly key: string;
  readonly line: number;
  readonly verdict: RuleFinding['verdict'];
  readonly detail: string;
}

/**
 * The marks that a patch adds: those after it without those before it, over all of its files, so that neither what was
 * there nor what moved counts.
 */
export function addedMarks(
  files: readonly FilePair[],
  marksOf: (source: Source, file: FilePair) => readonly Mark[],
): readonly (Mark & { readonly path: string })[] {
  const before = new Map<string, number>();
  for (const file of files) {
    for (const { key } of file.before === null ? [] : marksOf(file.before, file))
      before.set(key, (before.get(key) ?? 0) + 1);
  }
  const after = files.flatMap((file) =>
    (file.after === null ? [] : marksOf(file.after, file)).map((mark) => ({ file, mark })),
  );
  // What stands on an old line takes the place of what was there before; what is left over is new.
  const isNew = ({ file, mark }: { file: FilePair; mark: Mark }): boolean => file.added.has(mark.line);
  const ordered = [...after.filter((each) => !isNew(each)), ...after.filter(isNew)];
  return ordered.flatMap(({ file, mark }) => {
    const left = before.get(mark.key) ?? 0;
    if (left > 0) before.set(mark.key, left - 1);
    return left > 0 ? [] : [{ ...mark, path: file.path }];
  });
}
