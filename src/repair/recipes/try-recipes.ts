import { posix } from 'node:path';
import type { Candidate } from '../strategy.js';
import type { RecipeBench } from './bench.js';
import type { Recipe, RecipeContext, RecipePlan } from './recipe.js';
import { runTool, type ToolOutcome } from './run-tool.js';

/** One turn: the recipes that had theirs, each with what came of it, and the candidate of the last, if it made one. */
export interface RecipeTurn {
  readonly trials: readonly { readonly recipe: string; readonly detail: string }[];
  readonly candidate: Candidate | null;
}

const SHOWN_FILES = 3;

/** A recipe with what it would do about the failure at hand. */
export interface PlannedRecipe {
  readonly name: string;
  readonly plan: RecipePlan;
}

/** The recipes that recognise a failure, in their order. Has no effect. */
export async function planRecipes(
  recipes: readonly Recipe[],
  context: RecipeContext,
): Promise<readonly PlannedRecipe[]> {
  const plans: PlannedRecipe[] = [];
  for (const recipe of recipes) {
    const plan = await recipe.plan(context);
    if (plan !== null) plans.push({ name: recipe.name, plan });
  }
  return plans;
}

/** Carries out one plan after the other, up to the first that changes something. */
export async function tryPlans(
  plans: readonly PlannedRecipe[],
  context: RecipeContext,
  bench: RecipeBench,
): Promise<RecipeTurn> {
  const trials: { recipe: string; detail: string }[] = [];
  for (const { name, plan } of plans) {
    const outcome = await carryOut(plan, context, bench);
    if (outcome.kind === 'changed') {
      const candidate = candidateOf(name, plan, outcome);
      return { trials: [...trials, { recipe: name, detail: candidate.changeSummary }], candidate };
    }
    trials.push({ recipe: name, detail: outcome.detail });
  }
  return { trials, candidate: null };
}

async function carryOut(plan: RecipePlan, context: RecipeContext, bench: RecipeBench): Promise<ToolOutcome> {
  return plan.kind === 'tool' ? runTool(plan, context, bench) : { kind: 'changed', changes: plan.changes };
}

function candidateOf(
  name: string,
  { opens, diagnosis }: RecipePlan,
  { changes }: Extract<ToolOutcome, { kind: 'changed' }>,
): Candidate {
  const paths = changes.map(({ path }) => path);
  const shown = paths.slice(0, SHOWN_FILES).map((path) => posix.basename(path));
  const more = paths.length > SHOWN_FILES ? ` and ${paths.length - SHOWN_FILES} more` : '';
  return {
    kind: 'candidate',
    changes,
    diagnosis,
    changeSummary: `${name}: ${shown.join(', ')}${more}`,
    recipe: { name, opened: opens ? paths : [] },
  };
}
