import { posix } from 'node:path';
import type { FileChange } from '../../domain/patch.js';
import { argumentList } from '../../domain/shell-command.js';
import type { RecipeBench, ToolResult } from './bench.js';
import type { RecipeContext, ToolPlan } from './recipe.js';
import { isAbsent, toolStarts } from './tool-starts.js';

/** What came of a tool's run: the files that it changed and was allowed to, or why there are none. */
export type ToolOutcome =
  | { readonly kind: 'changed'; readonly changes: readonly FileChange[] }
  | { readonly kind: 'nothing'; readonly detail: string };

const nothing = (detail: string): ToolOutcome => ({ kind: 'nothing', detail });

/** Lets the repository's own tool mend the files of a plan. What else it changed is left behind. */
export async function runTool(
  plan: ToolPlan,
  context: RecipeContext,
  bench: RecipeBench,
): Promise<ToolOutcome> {
  const call = (args: readonly string[]) => callTool(plan, args, context, bench);
  await bench.reset();
  const files = plan.files ?? namedFiles(plan, context, await call(plan.list ?? []));
  if (files.length === 0) return nothing(`${plan.tool.name} names no file of the repository`);
  const fault = await mend(plan, files, call);
  if (fault !== null) return nothing(fault);
  const { changes, odd } = await bench.collect();
  const strange = odd.find(({ path }) => files.includes(path));
  if (strange !== undefined) return nothing(`${plan.tool.name} made a ${strange.kind} of ${strange.path}`);
  const wanted = changes.filter(({ path }) => files.includes(path));
  const gone = wanted.find(({ after }) => after === null);
  if (gone !== undefined) return nothing(`${plan.tool.name} took ${gone.path} away`);
  return wanted.length === 0
    ? nothing(`${plan.tool.name} changed nothing`)
    : { kind: 'changed', changes: wanted };
}

/** Null for a tool that is not there. */
async function callTool(
  { tool, folder, network }: ToolPlan,
  args: readonly string[],
  context: RecipeContext,
  bench: RecipeBench,
): Promise<ToolResult | null> {
  const { environment } = context.command;
  for (const start of toolStarts(tool, folder, context)) {
    const result = await bench.run(
      { ...argumentList([...start, ...args], folder), environment },
      { network },
    );
    if (!isAbsent(result)) return result;
  }
  return null;
}

/** What went wrong, or null. */
async function mend(
  { tool, folder, fixes, isPartial }: ToolPlan,
  files: readonly string[],
  call: (args: readonly string[]) => Promise<ToolResult | null>,
): Promise<string | null> {
  const paths = files.map((path) => inFolder(path, folder));
  let fault = `${tool.name} is not installed here`;
  for (const fix of fixes) {
    const result = await call(fix(paths));
    if (result === null) return fault;
    if (result.exitCode === null) return `${tool.name} did not end in time`;
    if (result.exitCode === 0 || isPartial) return null;
    fault = `${tool.name} ended with ${result.exitCode}: ${lastLine(result.output)}`;
  }
  return fault;
}

/** Relative to the folder that the tool starts in, and never to be taken for an option. */
function inFolder(path: string, folder: string): string {
  const relative = posix.relative(folder, path);
  return relative.startsWith('-') ? `./${relative}` : relative;
}

/** Tracked files that end a line of the tool's output. */
function namedFiles(
  { folder }: ToolPlan,
  { files }: RecipeContext,
  result: ToolResult | null,
): readonly string[] {
  const lines = result?.output.split('\n') ?? [];
  const words = lines.map((line) => line.trim().split(/\s+/).at(-1) ?? '');
  const tracked = new Set(files.paths);
  const paths = words.filter((word) => word !== '').map((word) => posix.join(folder, word));
  return [...new Set(paths)].filter((path) => tracked.has(path));
}

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1)?.slice(0, 200) ?? '';
}
