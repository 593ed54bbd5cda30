import type { RunState } from '../ledger/fold.js';
import type { Strategy } from '../repair/strategy.js';
import type { RepairDoors } from './repair-doors.js';

/** True as long as a recipe may have its turn at the last failure: recipes cost nothing, and come first. */
export function hasRecipesLeft(
  { scan, recipesDone }: RunState,
  { recipes }: Pick<RepairDoors, 'recipes'>,
): boolean {
  return recipes.length > 0 && scan !== null && !recipesDone.includes(scan.fingerprint);
}

/** The next rung of the ladder for the last failure; null when none is left. */
export function chooseRung(
  state: RunState,
  doors: Pick<RepairDoors, 'recipes' | 'strategies'>,
): 'recipes' | Strategy | null {
  return hasRecipesLeft(state, doors) ? 'recipes' : (doors.strategies[0] ?? null);
}
