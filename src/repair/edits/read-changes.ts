import type { FileChange } from '../../domain/patch.js';
import { type Rejection, rejection } from '../../domain/rejection.js';
import type { RevisionFiles } from '../strategy.js';
import { readEdits } from './formats/read-edits.js';
import { placeEdits } from './place-edits.js';

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

export function noEdit(): Rejection {
  return rejection(
    'malformed',
    'The text holds no edit. Write a unified diff, or SEARCH/REPLACE blocks under a path.',
  );
}
