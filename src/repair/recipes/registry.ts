import { lockRecipe } from './lock-row.js';
import type { Recipe } from './recipe.js';
import { FORMATTERS } from './recipes/formatters.js';
import { generatedFiles } from './recipes/generated.js';
import { LINTERS } from './recipes/linters.js';
import { LOCKFILES } from './recipes/lockfiles.js';
import { preCommit } from './recipes/pre-commit.js';
import { executableBit, scriptLineEnds } from './recipes/scripts.js';
import { typescriptFixes } from './recipes/typescript-fixes.js';
import { lineRecipe } from './rewrite.js';
import { didYouMean } from './rewrites/did-you-mean.js';
import { importPath } from './rewrites/import-path.js';
import { missingImport } from './rewrites/missing-import.js';
import { unusedImport } from './rewrites/unused-import.js';
import { toolRecipe } from './tool-row.js';

/** Every recipe, in the order in which they have their turn: what changes least of the meaning comes first. */
export const RECIPES: readonly Recipe[] = [
  executableBit,
  scriptLineEnds,
  ...LOCKFILES.map(lockRecipe),
  preCommit,
  ...FORMATTERS.map(toolRecipe),
  ...LINTERS.map(toolRecipe),
  generatedFiles,
  typescriptFixes,
  lineRecipe('unused import', unusedImport),
  lineRecipe('missing import', missingImport),
  lineRecipe('import path', importPath),
  lineRecipe('did you mean', didYouMean),
];
