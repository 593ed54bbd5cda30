import { type FileChange, isNoChange } from '../domain/patch.js';
import type { Revision } from '../domain/revision.js';
import type { Workspace } from '../isolate/workspace.js';

/** The patch so far with the candidate's step on top; a file that is back to its base content drops out. */
export async function wholePatch(
  step: readonly FileChange[],
  parent: Revision,
  workspace: Workspace,
): Promise<readonly FileChange[]> {
  const stepped = new Map(step.map((change) => [change.path, change]));
  const paths = [...new Set([...parent.paths, ...stepped.keys()])].sort();
  const [isRunnable, wasRunnable] = await Promise.all([
    executablesOf(workspace, parent.commit),
    executablesOf(workspace, workspace.baseCommit),
  ]);
  const changes: FileChange[] = [];
  for (const path of paths) {
    const last = stepped.get(path);
    // A step on the base starts from the base's text.
    const before =
      last !== undefined && parent.number === 0
        ? last.before
        : await workspace.readFile(workspace.baseCommit, path);
    const after = last === undefined ? await workspace.readFile(parent.commit, path) : last.after;
    const executable = last?.executable ?? isRunnable.has(path);
    const isSameMode = before === null || after === null || executable === wasRunnable.has(path);
    const change = { path, before, after, ...(isSameMode ? {} : { executable }) };
    if (!isNoChange(change)) changes.push(change);
  }
  return changes;
}

async function executablesOf(workspace: Workspace, commit: string): Promise<ReadonlySet<string>> {
  const files = await workspace.listFiles(commit);
  return new Set(files.filter(({ kind }) => kind === 'executable').map(({ path }) => path));
}
