import type { FileChange } from '../../domain/patch.js';
import { commitTree } from './commit-tree.js';
import type { Git } from './git.js';
import type { TreeEntry } from './read-tree.js';
import { assertWritablePath } from './writable-path.js';
import { writeBlobs } from './write-blobs.js';

interface CommitOptions {
  readonly parent: string;
  /** The parent's tree. */
  readonly entries: readonly TreeEntry[];
  readonly changes: readonly FileChange[];
  readonly message: string;
  /** A file of ours for a temporary index. */
  readonly indexFile: string;
}

const MODES = { true: '100755', false: '100644' };

/** Makes a commit from data alone; the worktree is neither read nor written. */
export async function commitChanges(git: Git, options: CommitOptions): Promise<string> {
  const { parent, entries, changes, message, indexFile } = options;
  const tracked = new Map(entries.map((entry) => [entry.path, entry]));
  for (const change of changes) assertPlace(change.path, tracked);
  const temporary = git.with({ indexFile });
  await temporary.text(['read-tree', parent]);
  await temporary.text(['update-index', '-z', '--index-info'], {
    input: await indexInfo(git, { changes, tracked, absent: '0'.repeat(parent.length) }),
  });
  const tree = await temporary.value(['write-tree']);
  return await commitTree(git, tree, { parent, message });
}

/** Input of git-update-index(1); modes of existing files stay unless a change sets one, also where one is renamed. A file can become a folder, and the reverse. */
async function indexInfo(
  git: Git,
  options: {
    readonly changes: readonly FileChange[];
    readonly tracked: ReadonlyMap<string, TreeEntry>;
    readonly absent: string;
  },
): Promise<string> {
  const { changes, tracked, absent } = options;
  const texts = new Set(changes.flatMap(({ after }) => after ?? []));
  const ids = await writeBlobs(git, [...texts]);
  const objects = new Map([...texts].map((text, index) => [text, ids[index]]));
  const lines = changes.map(({ path, after, executable, modeOf = path }) => {
    if (after === null) return `0 ${absent}\t${path}\0`;
    const mode = executable === undefined ? tracked.get(modeOf)?.mode : MODES[`${executable}`];
    return `${mode ?? MODES.false} ${objects.get(after)}\t${path}\0`;
  });
  return lines.join('');
}

/** @throws Error for a path that a text change must not have; policy refuses these before, with better words. */
function assertPlace(path: string, tracked: ReadonlyMap<string, TreeEntry>): void {
  assertWritablePath(path);
  const parts = path.split('/');
  for (let length = 1; length <= parts.length; length += 1) {
    const kind = tracked.get(parts.slice(0, length).join('/'))?.kind;
    if (kind === 'symlink' || kind === 'submodule') {
      throw new Error(
        `${JSON.stringify(path)} is a ${kind} or lies below one. Change a regular file instead.`,
      );
    }
  }
}
