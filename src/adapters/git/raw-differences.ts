/** One path of git's raw diff format; a mode of `000000` means that the file is not there on that side. */
export interface RawDifference {
  readonly path: string;
  readonly before: { readonly mode: string; readonly object: string };
  readonly after: { readonly mode: string; readonly object: string };
}

export const ABSENT = '000000';

/** Fields of git-diff-index(1) and git-diff-tree(1) with `-z`: `:mode mode object object status`, then the path. */
export function parseRawDifferences(fields: readonly string[]): readonly RawDifference[] {
  const differences: RawDifference[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [fromMode = '', toMode = '', from = '', to = ''] = (fields[at] ?? '').slice(1).split(' ');
    differences.push({
      path: fields[at + 1] ?? '',
      before: { mode: fromMode, object: from },
      after: { mode: toMode, object: to },
    });
  }
  return differences;
}
