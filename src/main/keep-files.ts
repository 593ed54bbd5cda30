import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StateFolder } from '../adapters/store/state-folder.js';
import type { FileChange } from '../domain/patch.js';
import type { Revision } from '../domain/revision.js';
import type { Workspace } from '../isolate/workspace.js';
import { currentRevision } from '../ledger/fold.js';
import { PatchTooLargeError, readPatchDocument, writePatchDocument } from '../ledger/patch-document.js';
import type { RunRecord } from './open-run.js';

/**
 * The originals of the files that a revision changes, and the revision's own text of them (C42); and the patch itself, by
 * which a killed run goes on.
 */
export async function keepFiles(
  folder: StateFolder,
  revision: Revision,
  baseCommit: string,
  changes: readonly FileChange[],
): Promise<void> {
  const { revisionId } = revision;
  await keepPatch(folder, revision, baseCommit, changes);
  for (const { path, before, after } of changes) {
    if (before !== null) await folder.write(`input/files/${path}`, before);
    if (after !== null) await folder.write(`revisions/${revisionId}/files/${path}`, after);
  }
}

async function keepPatch(
  folder: StateFolder,
  revision: Revision,
  baseCommit: string,
  changes: readonly FileChange[],
): Promise<void> {
  try {
    const place = { binding: null, baseCommit, revision };
    await folder.writeExact(patchPath(revision), writePatchDocument(place, changes, ''));
  } catch (error) {
    // Such a run cannot go on after a crash; it has to begin anew.
    if (!(error instanceof PatchTooLargeError)) throw error;
  }
}

/** The changes of a revision as they were kept. @throws Error when they were not. */
export async function readKept(
  folder: StateFolder,
  revision: Revision,
  workspace: Pick<Workspace, 'baseCommit' | 'readFile'>,
): Promise<readonly FileChange[]> {
  const { baseCommit } = workspace;
  const text = await readFile(join(folder.path, patchPath(revision)), 'utf8');
  return readPatchDocument(text, { binding: null, baseCommit, revision }, (path) =>
    workspace.readFile(baseCommit, path),
  );
}

const patchPath = ({ revisionId }: Revision): string => `revisions/${revisionId}/patch.json`;

/** The repaired files, only of a run that completed (C43). */
export async function writeOutput(workspace: Workspace, { ledger, folder }: RunRecord): Promise<void> {
  const { commit, paths } = currentRevision(ledger.state);
  for (const [path, text] of await workspace.readFiles(commit, paths)) {
    await folder.writeExact(`output/${path}`, text);
  }
}
