import { plainCommand } from '../../src/domain/shell-command.js';
import type { Recipe, RecipeContext } from '../../src/repair/recipes/recipe.js';
import { finding } from './repair-context.js';
import { revisionFiles } from './revision-files.js';

export interface RecipeCase {
  readonly files: Readonly<Record<string, string>>;
  readonly findings?: readonly Parameters<typeof finding>[0][];
  readonly log?: string;
  readonly command?: string;
  readonly folder?: string;
  readonly executables?: readonly string[];
  readonly rewritten?: readonly string[];
}

/** A red execution as a recipe sees it. */
export function recipeContext(fields: RecipeCase): RecipeContext {
  const { files, findings = [], log = '', command = 'npm test', folder = '.' } = fields;
  const { executables = [], rewritten: changed = [] } = fields;
  return {
    findings: findings.map((each) => finding({ column: null, code: null, ...each })),
    log,
    rewritten: changed,
    command: { ...plainCommand(command), folder },
    files: { ...revisionFiles(files), executables: new Set(executables) },
  };
}

/** Texts that a recipe would leave, by path; null when it recognises nothing. */
export async function rewritten(
  recipe: Recipe,
  fields: RecipeCase,
): Promise<Readonly<Record<string, string | null>> | null> {
  const plan = await recipe.plan(recipeContext(fields));
  if (plan?.kind !== 'rewrite') return null;
  return Object.fromEntries(plan.changes.map(({ path, after }) => [path, after]));
}
