import type { ChangedFile, TreeChange } from '../../domain/patch.js';
import type { Git } from './git.js';
import { ABSENT, parseRawDifferences } from './raw-differences.js';
import { readBlobs } from './read-blobs.js';

/** What `commit` makes of the tree of `base`, byte for byte. */
export async function readTreeChange(git: Git, base: string, commit: string): Promise<TreeChange> {
  const fields = await git.fields([
    'diff-tree',
    '-r',
    '--raw',
    '-z',
    '--no-renames',
    '--no-abbrev',
    base,
    commit,
  ]);
  const differences = parseRawDifferences(fields);
  const wanted = differences.filter(({ after }) => after.mode !== ABSENT && after.mode !== '160000');
  const blobs = await readBlobs(
    git,
    wanted.map(({ after }) => after.object),
  );
  const files = differences.map(({ path, before, after }): ChangedFile => {
    const content = blobs.get(after.object) ?? null;
    return { path, before: modeOf(before.mode), after: modeOf(after.mode), content };
  });
  return { tree: await git.value(['rev-parse', '--verify', `${commit}^{tree}`]), files };
}

const modeOf = (mode: string): string | null => (mode === ABSENT ? null : mode);
