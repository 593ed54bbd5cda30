import type { FileChange } from '../../src/domain/patch.js';
import type { Rejection } from '../../src/domain/rejection.js';
import { readEdits } from '../../src/repair/edits/formats/read-edits.js';
import { noEdit } from '../../src/repair/edits/no-edit.js';
import { placeEdits } from '../../src/repair/edits/place-edits.js';
import type { RevisionFiles } from '../../src/repair/strategy.js';

/**
 * What a text of edits, in any shape that is told by its content (a unified diff among them), does to files: all of it,
 * in path order, or the reason why nothing is done. Writes nothing.
 */
export async function readChanges(
  text: string,
  files: RevisionFiles,
): Promise<readonly FileChange[] | Rejection> {
  const edits = readEdits(text, files.paths) ?? noEdit();
  return edits.kind === 'rejection' ? edits : placeEdits(edits.operations, files);
}
