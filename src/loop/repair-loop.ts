import type { Outcome } from '../domain/outcome.js';
import { currentExecution } from '../ledger/fold.js';
import { hasRecipesLeft } from './choose-rung.js';
import { executeRevision } from './execute-revision.js';
import { proposeRevision } from './propose-revision.js';
import type { RepairDoors } from './repair-doors.js';
import { firstStop } from './stop-rules.js';

/**
 * The whole loop: stop when a rule says so; execute a revision that was not executed yet (the base first); else ask for
 * the next candidate. Every step writes its facts to the ledger before the next begins, and the next step follows from
 * the ledger alone.
 */
export async function repairLoop(doors: RepairDoors): Promise<Outcome> {
  for (;;) {
    const { state } = doors.ledger;
    const recipesLeft = hasRecipesLeft(state, doors);
    const stop = firstStop({
      state,
      greenBase: doors.greenBase,
      timeLeftMs: doors.timeLeftMs(),
      cancelled: doors.signal.aborted,
      earlierReds: doors.earlierReds,
      sensitiveArea: doors.sensitiveArea,
      recipesLeft,
      spendsModelCalls: !recipesLeft && doors.strategies.every((strategy) => strategy.spendsModelCall),
    });
    if (stop !== null) return stop;
    if (currentExecution(state) === null) await executeRevision(doors);
    else await proposeRevision(doors);
  }
}
