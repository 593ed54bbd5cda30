import { basename, dirname, join } from 'node:path/posix';

const IMPORT_LINE = /^.*\b(?:import|from|require|require_relative|include|use|mod)\b.*$/gm;
const MODULE_NAME = /[\w@][\w./:-]*\w|\.{1,2}\/[\w./-]+/g;
const TEST_MARK = /^test_|[._-](?:test|spec)$|(?:Test|Tests|Spec)$/;

/** A path as an import would name it: no extension, no index file. */
function moduleOf(path: string): string {
  return path.replace(/\.[^./]+$/, '').replace(/\/(?:index|__init__|mod)$/, '');
}

/** The module that a name in an import line of `path` could stand for. */
function resolveName(name: string, path: string): string {
  if (name.startsWith('.')) return moduleOf(join(dirname(path), name));
  return name.includes('/') ? moduleOf(name) : name.replaceAll(/::|\./g, '/');
}

/**
 * Tracked files that a file probably depends on: what its import lines name, in any common language, and the file of the
 * same name without its test mark. A guess to choose what a model reads, so a miss costs nothing but room.
 */
export function relatedFiles(path: string, text: string, paths: readonly string[]): readonly string[] {
  const names = (text.match(IMPORT_LINE) ?? []).flatMap((line) => line.match(MODULE_NAME) ?? []);
  const modules = new Set(names.map((name) => resolveName(name, path)));
  const subject = basename(moduleOf(path)).replace(TEST_MARK, '');
  return paths.filter((other) => {
    if (other === path) return false;
    const module = moduleOf(other);
    if (basename(module) === subject) return true;
    return [...modules].some((name) => module === name || module.endsWith(`/${name}`));
  });
}
