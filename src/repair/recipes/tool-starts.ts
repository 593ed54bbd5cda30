import { posix } from 'node:path';
import type { RecipeContext, Tool } from './recipe.js';

/** How a tool may be started, as argument lists: what the repository itself holds, then what the machine has. */
export function toolStarts(
  tool: Tool,
  folder: string,
  context: RecipeContext,
): readonly (readonly string[])[] {
  const { name } = tool;
  const { files, command } = context;
  const has = (file: string) => files.paths.includes(file);
  switch (tool.kind) {
    case 'node':
      return [
        ...foldersUp(folder).map((up) => [`${up}/node_modules/.bin/${name}`]),
        ...(has('.pnp.cjs') ? [['yarn', 'exec', name]] : []),
        [name],
        // What an `npx` of the gate has fetched.
        ['npx', '--no-install', '--offline', spokenPackage(name, command.text)],
      ];
    case 'python':
      return [
        ...spokenStart(name, command.text),
        ...foldersUp(folder).flatMap((up) => [[`${up}/.venv/bin/${name}`], [`${up}/venv/bin/${name}`]]),
        ...(has('poetry.lock') ? [['poetry', 'run', name]] : []),
        ...(has('uv.lock') ? [['uv', 'run', '--no-sync', '--offline', name]] : []),
        [name],
        ['python3', '-m', name],
      ];
    case 'ruby':
      return [...(has('Gemfile.lock') ? [['bundle', 'exec', name]] : []), [name]];
    case 'php':
      return [...foldersUp(folder).map((up) => [`${up}/vendor/bin/${name}`]), [name]];
    case 'path':
      return [[name]];
  }
}

/** `.`, `..`, `../..` as far as the root of the repository. */
function foldersUp(folder: string): readonly string[] {
  const depth = folder === '.' ? 0 : folder.split('/').length;
  return Array.from({ length: depth + 1 }, (_, up) => posix.join('.', ...Array(up).fill('..'))).map((path) =>
    path === '.' ? '.' : path,
  );
}

/** As the gate's own words start it: `python3.12 -m black`, `poetry run black`. */
function spokenStart(name: string, text: string): readonly (readonly string[])[] {
  const start = new RegExp(
    `(?:^|[\\s;&|(])((?:[\\w./-]*python[\\d.]* -m|(?:poetry|pipenv|pdm|hatch|rye|uv) run) ${name})(?=$|[\\s;&|)])`,
  ).exec(text);
  return start?.[1] === undefined ? [] : [start[1].split(' ')];
}

/** `prettier@3.2.0` where the gate says so, else the bare name. */
function spokenPackage(name: string, text: string): string {
  return new RegExp(`(?<=\\bnpx (?:(?:-y|--yes) )?)${name}@[\\w.^~-]+`).exec(text)?.[0] ?? name;
}

const ABSENT =
  /No module named|No such file or directory|npx canceled|could not determine executable|command not found|: not found|Could not find|can't find (?:executable|gem)/i;

/** True when it was the tool that was missing, and not that the tool found fault. */
export function isAbsent({
  exitCode,
  output,
}: {
  readonly exitCode: number | null;
  readonly output: string;
}): boolean {
  return exitCode === 127 || exitCode === 126 || (exitCode !== 0 && ABSENT.test(output.slice(0, 2000)));
}
