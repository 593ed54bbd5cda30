import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileChange, OddChange } from '../../domain/patch.js';
import type { CollectedChanges, TrackedFile } from '../../isolate/workspace.js';
import type { Git } from './git.js';
import { inSlices } from './in-slices.js';
import { ABSENT, parseRawDifferences, type RawDifference } from './raw-differences.js';
import { decodeText, readBlobs } from './read-blobs.js';
import { WorktreeFiles } from './worktree-files.js';

interface CollectOptions {
  readonly commit: string;
  /** The commit's tree. */
  readonly entries: readonly TrackedFile[];
  readonly tree: string;
  /**
   * Where a temporary index goes. It starts without file times, so that every file's content is looked at: a copied
   * index would take a change of the same size, made right after the checkout, for none.
   */
  readonly copy: string;
}

export async function collectChanges(git: Git, options: CollectOptions): Promise<CollectedChanges> {
  await rm(options.copy, { force: true });
  const copy = git.with({ indexFile: options.copy });
  await copy.text(['read-tree', '--reset', options.commit]);
  const nested = await addWorktree(copy, options);
  const changes: FileChange[] = [];
  const odd: OddChange[] = nested.map((path) => ({ path, kind: 'submodule' }));
  const differences = await readDifferences(copy, options.commit);
  const blobs = await readBlobs(copy, differences.flatMap(textObjects));
  for (const difference of differences) {
    const change = await readChange(difference, { blobs, tree: options.tree });
    if ('kind' in change) odd.push(change);
    else if (change.before !== change.after) changes.push(change);
  }
  return { changes, odd };
}

/** Brings the temporary index in step with the worktree; answers the repositories that lie untracked inside it. */
async function addWorktree(copy: Git, { entries, tree }: CollectOptions): Promise<readonly string[]> {
  const present: string[] = [];
  const missing: string[] = [];
  const files = new WorktreeFiles(tree);
  const tracked = entries.filter(({ kind }) => kind !== 'submodule');
  await inSlices(tracked, ({ path }) => {
    const found = files.kindOf(path);
    (found === 'file' || found === 'symlink' ? present : missing).push(path);
  });
  await copy.text(['update-index', '-z', '--force-remove', '--stdin'], { input: joined(missing) });
  const others = await copy.fields(['ls-files', '-z', '--others', '--exclude-standard']);
  const added = others.filter((path) => !path.endsWith('/'));
  await copy.text(['update-index', '-z', '--add', '--replace', '--stdin'], {
    input: joined([...present, ...added]),
  });
  return others.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1));
}

function joined(paths: readonly string[]): string {
  return paths.map((path) => `${path}\0`).join('');
}

async function readDifferences(copy: Git, commit: string): Promise<readonly RawDifference[]> {
  const options = ['--cached', '--raw', '-z', '--no-renames', '--no-abbrev'];
  return parseRawDifferences(await copy.fields(['diff-index', ...options, commit]));
}

/** Ids of the two sides that are regular files. */
function textObjects({ before, after }: RawDifference): readonly string[] {
  return [before, after].filter(({ mode }) => mode.startsWith('100')).map(({ object }) => object);
}

async function readChange(
  { path, before, after }: RawDifference,
  { blobs, tree }: { readonly blobs: ReadonlyMap<string, Buffer>; readonly tree: string },
): Promise<FileChange | OddChange> {
  const modes = [before.mode, after.mode];
  if (modes.includes('160000')) return { path, kind: 'submodule' };
  if (modes.includes('120000')) return { path, kind: 'symlink' };
  const isSameMode = before.mode === after.mode || after.mode === ABSENT;
  if (!isSameMode && !(before.mode === ABSENT && after.mode === '100644')) return { path, kind: 'mode' };
  const oldText = decodeText(blobs.get(before.object));
  if (oldText === null && before.mode !== ABSENT) return { path, kind: 'binary' };
  if (after.mode === ABSENT) return { path, before: oldText, after: null };
  // Where attributes ask for LF but the committed file has CRLF, git's own reading would change every line.
  const newText = decodeText(
    oldText?.includes('\r\n') ? await readFile(join(tree, path)) : blobs.get(after.object),
  );
  return newText === null ? { path, kind: 'binary' } : { path, before: oldText, after: newText };
}
