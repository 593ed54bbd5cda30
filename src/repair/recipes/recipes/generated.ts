import { posix } from 'node:path';
import * as z from 'zod';
import type { Recipe, RecipeContext, Tool, ToolPlan } from '../recipe.js';

/** How a log names a generator: to be run by hand, or as what a gate has just run before it compared. */
const NODE_SCRIPT =
  /\b(?:npm|pnpm|yarn) (?:run )?(?<script>(?:re)?(?:gen|generate|codegen|build|schema|docs?|update|sync|compile)[\w:.-]*)/g;
const GO_GENERATE = /\bgo generate\b/;

/** Lines that name a file which is not as its generator would write it. */
const STALE: readonly RegExp[] = [
  /^diff --git a\/(?<path>\S+) b\/\S+$/gm,
  /^ M (?<path>\S+)$/gm,
  /^ (?<path>\S+) +\| +\d+ [+-]+$/gm,
  /(?<![\w@./-])(?<path>[\w@./-]{1,200}\.\w{1,20})['"`]?:? (?:(?:is|are|was) )?(?:out[ -]of[ -]date|outdated|stale|not up[ -]to[ -]date)/gi,
  /(?:out[ -]of[ -]date|outdated|stale|not up[ -]to[ -]date)[^\n]{0,40}?[\s:'"`(](?<path>[\w@./-]{1,200}\.\w{1,20})(?![\w@/-])/gi,
];

/** Generated files that a declared generator brings up to date: those that the log calls out of date, and no other. */
export const generatedFiles: Recipe = {
  name: 'generated files',
  async plan(context) {
    const files = staleFiles(context);
    const generator = files.length === 0 ? null : await generatorOf(context);
    if (generator === null) return null;
    return {
      kind: 'tool',
      ...generator,
      files,
      list: null,
      isPartial: false,
      network: false,
      opens: true,
      diagnosis: `The log calls ${files.join(', ')} out of date, and names the generator.`,
    };
  },
};

/** What the log calls out of date, and what a gate that ran the generator itself was seen to change. */
function staleFiles({ log, command, files, rewritten }: RecipeContext): readonly string[] {
  const tracked = new Set(files.paths);
  const named = STALE.flatMap((form) => [...log.matchAll(form)].map(({ groups }) => groups?.path ?? ''));
  const paths = named.flatMap((path) => [posix.join(command.folder, path), posix.normalize(path)]);
  return [...new Set([...paths, ...rewritten])].filter((path) => tracked.has(path));
}

type Generator = Pick<ToolPlan, 'folder' | 'fixes'> & { readonly tool: Tool };

/** A script of the nearest `package.json` that the log or the gate names, or the directives of Go's files. */
async function generatorOf({ log, command, files }: RecipeContext): Promise<Generator | null> {
  const text = `${command.text}\n${log}`;
  const { folder } = command;
  const manifest = posix.join(folder, 'package.json');
  const scripts = scriptsOf((await files.read(manifest)) ?? '');
  const named = [...text.matchAll(NODE_SCRIPT)].map(({ groups }) => groups?.script ?? '');
  const script = named.find((name) => scripts.includes(name));
  if (script !== undefined) {
    return { tool: { name: 'npm', kind: 'path' }, folder, fixes: [() => ['run', script]] };
  }
  return GO_GENERATE.test(text)
    ? { tool: { name: 'go', kind: 'path' }, folder, fixes: [() => ['generate', './...']] }
    : null;
}

const manifestSchema = z.looseObject({ scripts: z.record(z.string(), z.unknown()).default({}) });

function scriptsOf(manifest: string): readonly string[] {
  try {
    return Object.keys(manifestSchema.parse(JSON.parse(manifest)).scripts);
  } catch {
    return [];
  }
}
