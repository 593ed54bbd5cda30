import { CHECKS_RED } from '../domain/execution.js';
import { type ShellCommand, titleOf } from '../domain/shell-command.js';
import { currentExecution, currentRevision } from '../ledger/fold.js';
import type { RecipeContext } from '../repair/recipes/recipe.js';
import { planRecipes, tryPlans } from '../repair/recipes/try-recipes.js';
import { judgeCandidate } from './judge-candidate.js';
import type { RepairDoors } from './repair-doors.js';
import { startBranch } from './start-branch.js';

/**
 * Gives the recipes that recognise the last failure their turn, each once for a failure, up to the first that makes a
 * candidate. Nothing is counted but the execution of a candidate.
 */
export async function takeRecipeTurn(attempt: number, doors: RepairDoors): Promise<void> {
  const { ledger, workspace, progress } = doors;
  const fingerprint = ledger.state.scan?.fingerprint ?? '';
  const tried = ledger.state.recipesTried.filter((each) => each.fingerprint === fingerprint);
  const untried = doors.recipes.filter(({ name }) => tried.every(({ recipe }) => recipe !== name));
  const context = await recipeContext(doors);
  const plans = await planRecipes(untried, context);
  if (plans.length > 0 && workspace.branch === null && !(await startBranch(doors))) return;
  if (plans.length > 0)
    progress({ kind: 'waiting', text: `recipes: ${plans.map(({ name }) => name).join(', ')}` });
  const bench = doors.recipeBench(currentRevision(ledger.state).commit);
  let toolMs = 0;
  const { trials, candidate } = await tryPlans(plans, context, {
    ...bench,
    async run(command, power) {
      const result = await bench.run(command, power);
      toolMs += result.durationMs;
      return result;
    },
  });
  for (const { recipe, detail } of trials) progress({ kind: 'note', text: `recipe ${recipe}: ${detail}` });
  await ledger.append({ kind: 'recipes-tried', fingerprint, trials, done: candidate === null, toolMs });
  if (candidate === null) return;
  const max = ledger.state.request?.limits.maxAttempts ?? attempt;
  progress({ kind: 'attempt', number: attempt, max });
  await judgeCandidate(candidate, { attempt, strategy: 'recipe' }, doors);
}

async function recipeContext({ ledger, workspace }: RepairDoors): Promise<RecipeContext> {
  const { state } = ledger;
  const { commit } = currentRevision(state);
  const execution = currentExecution(state);
  const run = execution?.commands.at(-1);
  const files = await workspace.listFiles(commit);
  const regular = files.filter(({ kind }) => kind === 'file' || kind === 'executable');
  const { setup = [], gate = [] } = state.request ?? {};
  return {
    findings: state.scan?.findings ?? [],
    log: run?.output ?? '',
    rewritten: currentRevision(state).number === 0 ? state.gateWrites.map(({ path }) => path) : [],
    // A real check is no command of ours: it is mended where the gate ends.
    command: commandOf(execution?.errorCode === CHECKS_RED ? gate.map(titleOf).at(-1) : run?.command, [
      ...gate,
      ...setup,
    ]),
    files: {
      paths: regular.map(({ path }) => path),
      executables: new Set(regular.filter(({ kind }) => kind === 'executable').map(({ path }) => path)),
      read: (path) => workspace.readFile(commit, path),
    },
  };
}

/** @throws when no command of the gate has the title. */
function commandOf(title: string | undefined, commands: readonly ShellCommand[]): ShellCommand {
  const found = commands.find((command) => titleOf(command) === title);
  if (found === undefined) throw new Error(`no command of the gate is called ${title}`);
  return found;
}
