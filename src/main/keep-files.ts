import type { StateFolder } from '../adapters/store/state-folder.js';
import type { FileChange } from '../domain/patch.js';
import type { Revision } from '../domain/revision.js';
import type { Workspace } from '../isolate/workspace.js';
import { currentRevision } from '../ledger/fold.js';
import type { RunRecord } from './open-run.js';

/** The originals of the files that a revision changes, and the revision's own text of them (C42). */
export async function keepFiles(
  folder: StateFolder,
  { revisionId }: Revision,
  changes: readonly FileChange[],
): Promise<void> {
  for (const { path, before, after } of changes) {
    if (before !== null) await folder.write(`input/files/${path}`, before);
    if (after !== null) await folder.write(`revisions/${revisionId}/files/${path}`, after);
  }
}

/** The repaired files, only of a run that completed (C43). */
export async function writeOutput(workspace: Workspace, { ledger, folder }: RunRecord): Promise<void> {
  const { commit, paths } = currentRevision(ledger.state);
  for (const path of paths) {
    const text = await workspace.readFile(commit, path);
    if (text !== null) await folder.writeExact(`output/${path}`, text);
  }
}
