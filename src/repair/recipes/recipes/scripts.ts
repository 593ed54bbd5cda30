import { posix } from 'node:path';
import type { Recipe, RecipeContext } from '../recipe.js';

/** How shells, `make`, Node and Python say that they may not execute a file. */
const NOT_EXECUTABLE: readonly RegExp[] = [
  /(?:^|[\s:'"])(?<path>[\w./-]+)'?: (?:cannot execute: )?[Pp]ermission denied\b/g,
  /\bspawn (?<path>[\w./-]+) EACCES\b/g,
  /\bPermission denied: '(?<path>[\w./-]+)'/g,
];

/** The scripts of the repository that a command could not start for want of the executable bit. */
export const executableBit: Recipe = {
  name: 'executable bit',
  async plan(context) {
    const paths = pathsIn(context, NOT_EXECUTABLE).filter((path) => !context.files.executables.has(path));
    const changes = [];
    for (const path of paths) {
      const text = await context.files.read(path);
      if (text?.startsWith('#!')) changes.push({ path, before: text, after: text, executable: true });
    }
    if (changes.length === 0) return null;
    return {
      kind: 'rewrite',
      changes,
      opens: true,
      diagnosis: 'A script of the repository is started as a program, and its executable bit is not set.',
    };
  },
};

/** A carriage return that a shell took for part of a name. */
const CARRIAGE_RETURN =
  /\\r'?: (?:No such file or directory|command not found)|bad interpreter|\^M|\$'[^'\n]*\\r'|: not found\r?$/m;

/** Words of a command line or log that could be paths of scripts. */
const SCRIPT_PATH: readonly RegExp[] = [/(?<path>[\w.-]+(?:\/[\w.-]+)*)/g];

/** Scripts that were committed with the line ends of Windows, which no shell of Unix can read. */
export const scriptLineEnds: Recipe = {
  name: 'script line ends',
  async plan(context) {
    if (!CARRIAGE_RETURN.test(context.log)) return null;
    const changes = [];
    for (const path of pathsIn(context, SCRIPT_PATH)) {
      const before = await context.files.read(path);
      if (before === null || !/^#![^\n]*\r\n/.test(before)) continue;
      changes.push({ path, before, after: before.replaceAll('\r\n', '\n') });
    }
    if (changes.length === 0) return null;
    return {
      kind: 'rewrite',
      changes,
      opens: true,
      diagnosis:
        'A script has carriage returns at its line ends, which the shell takes for part of each word.',
    };
  },
};

/** How much of a log is searched for paths. */
const SEARCHED = 50_000;

/** Tracked files that the command or its log names in one of these forms. */
function pathsIn({ command, log, files }: RecipeContext, forms: readonly RegExp[]): readonly string[] {
  const tracked = new Set(files.paths);
  const text = `${command.text}\n${log.slice(0, SEARCHED)}`;
  const named = forms.flatMap((form) => [...text.matchAll(form)].map(({ groups }) => groups?.path ?? ''));
  const paths = named.map((path) => posix.join(command.folder, path));
  return [...new Set(paths)].filter((path) => tracked.has(path));
}
