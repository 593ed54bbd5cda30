import { CHECKS_RED } from '../domain/execution.js';
import { titleOf } from '../domain/shell-command.js';
import { currentExecution, currentRevision, type RunState } from '../ledger/fold.js';
import { madeProgress } from './made-progress.js';
import type { RepairDoors } from './repair-doors.js';

/**
 * Drops the step of a recipe that left the gate red and no better than before: its edits ride along in no later patch.
 * A step that made progress stays, as the ground for the next rung.
 */
export async function dropRecipe({ ledger, progress }: RepairDoors): Promise<void> {
  const revision = currentRevision(ledger.state);
  if (revision.proposer?.strategy !== 'recipe' || isBetter(ledger.state)) return;
  const detail = `${revision.proposer.recipe} left the gate red and no better; what it changed is dropped.`;
  progress({ kind: 'note', text: detail });
  await ledger.append({ kind: 'revision-dropped', revisionId: revision.revisionId, detail });
}

/** A gate that passed here and is red elsewhere was mended: what is left is the next failure. */
function isBetter(state: RunState): boolean {
  if (currentExecution(state)?.errorCode === CHECKS_RED) return true;
  const { parentRevisionId } = currentRevision(state);
  const before = state.executions.findLast(({ revisionId }) => revisionId === parentRevisionId);
  const scan = state.scans[parentRevisionId ?? ''];
  const execution = currentExecution(state);
  if (before === undefined || !scan || execution === null || state.scan === null) return false;
  const { setup = [], gate = [] } = state.request ?? {};
  const order = [...setup, ...gate].map(titleOf);
  return madeProgress({ execution: before, scan }, { execution, scan: state.scan }, order);
}
