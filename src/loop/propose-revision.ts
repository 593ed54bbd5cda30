import { HOW_TO_SET_A_MODEL } from '../domain/no-model.js';
import type { Ledger } from '../ledger/ledger.js';
import type { Strategy } from '../repair/strategy.js';
import { askStrategy } from './ask-strategy.js';
import { chooseRung } from './choose-rung.js';
import { dropRecipe } from './drop-recipe.js';
import { judgeCandidate } from './judge-candidate.js';
import { decline, reject } from './refuse-proposal.js';
import type { Powers, RepairDoors } from './repair-doors.js';
import { startBranch } from './start-branch.js';
import { takeRecipeTurn } from './take-recipe-turn.js';

/**
 * Lets the next rung of the ladder answer the last red execution: the recipes, then the model. Answers the power that
 * the rung needs and that is not ours, else null.
 */
export async function proposeRevision(doors: RepairDoors): Promise<keyof Powers | null> {
  await dropRecipe(doors);
  const { ledger, powers } = doors;
  const attempt = ledger.state.revisions.length;
  const rung = chooseRung(ledger.state, doors);
  if (rung === 'recipes' && !powers.execute) return 'execute';
  if (rung !== 'recipes' && !powers.askModel && ledger.state.request?.provider !== 'none') return 'askModel';
  if (rung === 'recipes') await takeRecipeTurn(attempt, doors);
  else if (rung === null) await decline(doors, attempt, 'no-strategy', NO_STRATEGY);
  else await proposeBy(rung, attempt, doors);
  return null;
}

/**
 * Asks for one candidate, and turns it into a revision, a rejection or an end. A model call is reserved before it is
 * made, and its answer is stored before it is read.
 */
async function proposeBy(strategy: Strategy, attempt: number, doors: RepairDoors): Promise<void> {
  const { ledger, progress } = doors;
  const proposer = { strategy: strategy.name, recipe: null };
  if (doors.workspace.branch === null && !(await startBranch(doors))) return;
  if (!isAskedAgain(ledger))
    progress({ kind: 'attempt', number: attempt, max: ledger.state.request?.limits.maxAttempts ?? attempt });
  const proposal = await askStrategy(strategy, attempt, doors);
  switch (proposal.kind) {
    case 'candidate':
      return judgeCandidate(proposal, { attempt, strategy: strategy.name }, doors);
    case 'rejection':
      return reject(doors, { attempt, proposer, rejection: proposal, candidate: null, digest: null });
    case 'gave-up':
      return decline(doors, attempt, 'model-gave-up', proposal.reason);
    case 'unavailable':
      return decline(doors, attempt, proposal.reason, proposal.detail);
    case 'not-asked':
      return decline(doors, attempt, 'budget-cost', proposal.detail);
    // Recorded where it was asked; the next turn asks again.
    case 'looked':
    case 'overflow':
      return;
    case 'cancelled':
      return decline(doors, attempt, 'cancelled', 'The call was cut off.');
  }
}

/** A look or a prompt that was too long: the attempt goes on. */
function isAskedAgain({ entries }: Ledger): boolean {
  const last = entries.at(-1)?.fact.kind;
  return last === 'looked' || last === 'prompt-overflowed';
}

const NO_STRATEGY = `No recipe repairs this, and nothing else proposes patches: ${HOW_TO_SET_A_MODEL}.`;
