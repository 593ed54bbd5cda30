import { posix } from 'node:path';
import type { Recipe } from '../recipe.js';

/** How shells, `make`, Node and Python say that they may not execute a file. */
const NOT_EXECUTABLE: readonly RegExp[] = [
  /(?:^|[\s:'"])(?<path>[\w./-]+)'?: (?:cannot execute: )?[Pp]ermission denied\b/g,
  /\bspawn (?<path>[\w./-]+) EACCES\b/g,
  /\bPermission denied: '(?<path>[\w./-]+)'/g,
];

/** Tracked files of which a log says that they may not be executed. `folder` is where the command ran. */
export function deniedScripts(log: string, paths: readonly string[], folder = '.'): readonly string[] {
  return pathsIn(log, NOT_EXECUTABLE, { paths, folder });
}

/** The scripts of the repository that a command could not start for want of the executable bit. */
export const executableBit: Recipe = {
  name: 'executable bit',
  async plan({ log, command, files }) {
    const denied = deniedScripts(log, files.paths, command.folder);
    const changes = [];
    for (const path of denied.filter((each) => !files.executables.has(each))) {
      const text = await files.read(path);
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
  async plan({ log, command, files }) {
    if (!CARRIAGE_RETURN.test(log)) return null;
    const changes = [];
    for (const path of pathsIn(`${log}\n${command.text}`, SCRIPT_PATH, {
      paths: files.paths,
      folder: command.folder,
    })) {
      const before = await files.read(path);
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

/** Tracked files that a text names in one of these forms, relative to a folder. */
function pathsIn(
  text: string,
  forms: readonly RegExp[],
  { paths, folder }: { readonly paths: readonly string[]; readonly folder: string },
): readonly string[] {
  const tracked = new Set(paths);
  const searched = text.slice(-SEARCHED);
  const named = forms.flatMap((form) =>
    [...searched.matchAll(form)].map(({ groups }) => posix.join(folder, groups?.path ?? '')),
  );
  return [...new Set(named)].filter((path) => tracked.has(path));
}
