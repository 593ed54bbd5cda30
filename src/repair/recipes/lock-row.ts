import { posix } from 'node:path';
import type { Recipe, RecipeContext, Tool, ToolPlan } from './recipe.js';

/** A package manager whose lockfile is out of step with its manifest, by its own words. */
export interface LockRow {
  readonly name: string;
  readonly tool: Tool;
  readonly says: RegExp;
  /** Files that it may bring in step, beside the manifest; those that are tracked. */
  readonly locks: readonly string[];
  /** Without a network first; with scripts of packages off wherever the tool can. */
  readonly fixes: ToolPlan['fixes'];
}

export function lockRecipe({ name, tool, says, locks, fixes }: LockRow): Recipe {
  return {
    name,
    tool,
    async plan(context) {
      if (!says.test(context.log)) return null;
      const folder = folderOf(locks, context);
      if (folder === null) return null;
      const { paths } = context.files;
      return {
        kind: 'tool',
        tool,
        folder,
        files: locks.map((lock) => posix.join(folder, lock)).filter((path) => paths.includes(path)),
        list: null,
        fixes,
        isPartial: false,
        network: true,
        opens: true,
        diagnosis: `${name} says that its lockfile is out of step.`,
      };
    },
  };
}

/** Where the command ran or, above or below it, the only folder with such a lockfile; null when that leaves a choice. */
function folderOf(locks: readonly string[], { command, log, files }: RecipeContext): string | null {
  const folders = new Set(
    files.paths.filter((path) => locks.includes(posix.basename(path))).map((path) => posix.dirname(path)),
  );
  const words = command.text.split(/[\s"'=;&|()]+/).map((word) => word.replace(/^\.\/|\/$/g, ''));
  const named = [...folders].filter(
    (folder) => folder !== '.' && (words.includes(folder) || log.includes(`/${folder}/`)),
  );
  if (folders.has(command.folder) && named.length === 0) return command.folder;
  const [only, ...more] = named.length > 0 ? named : [...folders];
  return more.length === 0 ? (only ?? null) : null;
}
