import { expect, test } from '@jest/globals';
import { RECIPES } from '../../../src/repair/recipes/registry.js';
import { planRecipes } from '../../../src/repair/recipes/try-recipes.js';
import { recipeContext } from '../../support/recipe-context.js';

/** As much as is kept of a command's output. */
const LENGTH = 256 * 1024;
const filled = (part: string): string => part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH);

test.each([
  'a',
  'a.',
  'a/',
  ' ',
  'lock file ',
  'cannot update the lock file ',
  "src/a.js is out of date: 'src/",
  'stale: ',
  "'a' is declared but its value ",
  'npm run generate ',
  "$'",
  '\\r',
  'help: a ',
  'diff --git a/',
  ' 1) src/a.php (',
  'Permission denied: ',
  ': Permission denied',
  "Cannot find name 'a'. Did you mean 'b' ",
])('a log of nothing but %j is read in linear time', async (part) => {
  const log = filled(part);
  const findings = ['tsc', 'python', 'cc', 'go build', 'rustc', 'ruby', 'flake8', 'checkstyle'].map(
    (tool) => ({
      ...{ tool, file: 'src/a.js', line: 1, message: log },
    }),
  );
  const files = { 'src/a.js': 'a\n', 'package.json': '{"scripts":{"generate":"x"}}', 'Cargo.lock': '' };
  const context = recipeContext({ files, log, findings, command: 'npm test' });
  const started = performance.now();
  await planRecipes(RECIPES, context);
  expect(performance.now() - started).toBeLessThan(10_000);
});
