import { posix } from 'node:path';
import type { Recipe, RecipeContext, Tool, ToolPlan } from './recipe.js';

/** A tool with a mode that mends the very files it complains about. */
export interface ToolRow {
  readonly name: string;
  readonly tool: Tool;
  /** Names under which the scan reports its findings. */
  readonly reports: readonly string[];
  /** How the gate or its output names it; needed where findings or their absence could be another tool's. */
  readonly words: RegExp;
  /** Files that it may mend. */
  readonly files: RegExp;
  /** Lines of a log by which it names a file, where the scan has no form for them. Global, with a group `file`. */
  readonly named?: RegExp;
  /** Names of the file in whose folder it wants to start. */
  readonly manifests?: readonly string[];
  readonly list?: readonly string[];
  readonly fixes: ToolPlan['fixes'];
  readonly isPartial?: boolean;
}

/** Findings that leave a choice: a bare list of files, a form that others copied, a tool with several modes. */
const SHARED_FORMS: readonly string[] = [
  ...['formatter', 'flake8', 'rustc', 'biome'],
  ...['staticcheck', 'go build', 'go vet', 'golint'],
];

/** How deep a log is searched for the name of a tool. */
const SEARCHED = 100_000;

export function toolRecipe(row: ToolRow): Recipe {
  return {
    name: row.name,
    tool: row.tool,
    async plan(context) {
      const files = reportedFiles(row, context);
      const isSilent =
        files.length === 0 && row.list !== undefined && says(row, context) && !isLocated(context);
      if (files.length === 0 && !isSilent) return null;
      return {
        kind: 'tool',
        tool: row.tool,
        folder: folderOf(row, files, context),
        files: isSilent ? null : files,
        list: row.list ?? null,
        fixes: row.fixes,
        isPartial: row.isPartial ?? false,
        network: false,
        opens: true,
        diagnosis: isSilent
          ? `${row.name} finds fault, and names no file in the log.`
          : `${row.name} finds fault with ${files.length === 1 ? files[0] : `${files.length} files`}.`,
      };
    },
  };
}

/** Tracked files that the tool named, each once, in the order of the findings. */
function reportedFiles(row: ToolRow, context: RecipeContext): readonly string[] {
  const own = context.findings.filter(
    ({ tool }) => row.reports.includes(tool) && (!SHARED_FORMS.includes(tool) || says(row, context)),
  );
  const named = row.named === undefined ? [] : [...context.log.matchAll(row.named)];
  const paths = [
    ...own.flatMap(({ file }) => (file === null ? [] : [file])),
    ...named.map(({ groups }) => posix.join(context.command.folder, groups?.file ?? '')),
  ];
  const tracked = new Set(context.files.paths);
  return [...new Set(paths)].filter((path) => tracked.has(path) && row.files.test(path));
}

function says({ words }: ToolRow, { command, log }: RecipeContext): boolean {
  return words.test(command.text) || words.test(log.slice(0, SEARCHED));
}

const isLocated = ({ findings }: RecipeContext): boolean => findings.some(({ file }) => file !== null);

const MANIFESTS: Readonly<Record<Tool['kind'], readonly string[]>> = {
  node: ['package.json'],
  python: ['pyproject.toml', 'setup.cfg'],
  ruby: ['Gemfile', '.rubocop.yml'],
  php: ['composer.json'],
  path: [],
};

/** The nearest folder above all of the files that holds a manifest; else where the command ran. */
function folderOf(
  { tool, manifests = MANIFESTS[tool.kind] }: ToolRow,
  files: readonly string[],
  { command, files: { paths } }: RecipeContext,
): string {
  if (files.length === 0) return command.folder;
  for (let folder = sharedFolder(files); ; folder = posix.dirname(folder)) {
    if (manifests.some((name) => paths.includes(posix.join(folder, name)))) return folder;
    if (folder === '.') return command.folder;
  }
}

function sharedFolder(files: readonly string[]): string {
  return files
    .map((file) => posix.dirname(file))
    .reduce((shared, folder) => {
      let above = shared;
      while (above !== '.' && folder !== above && !folder.startsWith(`${above}/`))
        above = posix.dirname(above);
      return above;
    });
}
