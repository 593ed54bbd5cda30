import type { Recipe } from './recipe.js';
import { FORMATTERS } from './recipes/formatters.js';
import { LINTERS } from './recipes/linters.js';
import { toolRecipe } from './tool-row.js';

/** Every recipe, in the order in which they have their turn: what changes least of the meaning comes first. */
export const RECIPES: readonly Recipe[] = [...FORMATTERS.map(toolRecipe), ...LINTERS.map(toolRecipe)];
