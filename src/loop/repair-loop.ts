import type { Outcome } from '../domain/outcome.js';
import { currentExecution } from '../ledger/fold.js';
import { hasRecipesLeft } from './choose-rung.js';
import { executeRevision } from './execute-revision.js';
import { proposeRevision } from './propose-revision.js';
import type { Powers, RepairDoors } from './repair-doors.js';
import { firstStop } from './stop-rules.js';

/** How the loop was left: with an end of the run, or at a step that is not in its power. */
export type LoopEnd =
  | { readonly kind: 'ended'; readonly outcome: Outcome }
  | { readonly kind: 'handed-over'; readonly step: keyof Powers };

/**
 * The whole loop: stop when a rule says so; execute a revision that was not executed yet (the base first); else ask for
 * the next candidate. Every step writes its facts to the ledger before the next begins, and the next step follows from
 * the ledger alone.
 */
export async function repairLoop(doors: RepairDoors): Promise<LoopEnd> {
  for (;;) {
    const { state } = doors.ledger;
    const recipesLeft = hasRecipesLeft(state, doors);
    const stop = firstStop({
      state,
      greenBase: doors.greenBase,
      timeLeftMs: doors.timeLeftMs(),
      cancelled: doors.signal.aborted,
      earlierReds: doors.earlierReds,
      toTryAgain: doors.toTryAgain,
      sensitiveArea: doors.sensitiveArea,
      recipesLeft,
      spendsModelCalls: !recipesLeft && doors.strategies.every((strategy) => strategy.spendsModelCall),
    });
    if (stop !== null) return { kind: 'ended', outcome: stop };
    const wanted = currentExecution(state) === null ? await execute(doors) : await proposeRevision(doors);
    if (wanted !== null) return { kind: 'handed-over', step: wanted };
  }
}

async function execute(doors: RepairDoors): Promise<keyof Powers | null> {
  if (!doors.powers.execute) return 'execute';
  await executeRevision(doors);
  return null;
}
