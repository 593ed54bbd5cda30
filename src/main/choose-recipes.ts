import type { RunSettings } from '../config/settings.js';
import { suggestion } from '../config/suggest.js';
import { UsageError } from '../config/usage-error.js';
import type { Recipe } from '../repair/recipes/recipe.js';
import { RECIPES } from '../repair/recipes/registry.js';

const WORDS = ['all', 'none'];

/** The recipes that a person lets repair. @throws UsageError for a name that none has. */
export function chooseRecipes({ recipes }: Pick<RunSettings, 'recipes'>): readonly Recipe[] {
  const known = RECIPES.map(({ name }) => name);
  const isWord = recipes.length === 1 && WORDS.includes(recipes[0] ?? '');
  const unknown = isWord ? [] : recipes.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    const places = unknown.map((name) => `${name}${suggestion(name, [...WORDS, ...known])}`);
    throw new UsageError([
      `--recipes: no recipe is called ${places.join(', ')}; there are ${known.join(', ')}`,
    ]);
  }
  return recipes[0] === 'all' ? RECIPES : RECIPES.filter(({ name }) => recipes.includes(name));
}
