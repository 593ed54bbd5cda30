import { basename, dirname, join } from 'node:path/posix';

const IMPORT_LINE = /^.*\b(?:import|from|require|require_relative|include|use|mod)\b.*$/gm;
const MODULE_NAME = /[\w@][\w./:-]*\w|\.{1,2}\/[\w./-]+/g;
/** A name with a dot that is a file and no dotted module. */
const INCLUDED_FILE = /\.(?:h|hh|hpp|hxx|inc|php|proto|s?css)$/;
const TEST_MARK = /^test_|[._-](?:test|spec)$|(?:Test|Tests|Spec)$/;

/** A path as an import would name it: no extension, no index file. */
function moduleOf(path: string): string {
  return path.replace(/\.[^./]+$/, '').replace(/\/(?:index|__init__|mod)$/, '');
}

/** The modules that a name in an import line of `path` could stand for. */
function resolveName(name: string, path: string): readonly string[] {
  if (name.startsWith('.')) return [moduleOf(join(dirname(path), name))];
  if (name.includes('/') || INCLUDED_FILE.test(name)) return [moduleOf(name)];
  const segments = name.split('::');
  if (segments.length === 1) return [name.replaceAll('.', '/')];
  // Rust begins a name with the crate and may end it with an item of the module.
  const parts = [segments, segments.slice(1), segments.slice(0, -1), segments.slice(1, -1)];
  return parts.flatMap((part) => (part.length === 0 ? [] : [part.join('/')]));
}

/** Modules that the import lines of a file could stand for, by their last segment. */
function importsOf(path: string, text: string): ReadonlyMap<string, readonly string[]> {
  const names = (text.match(IMPORT_LINE) ?? []).flatMap((line) => line.match(MODULE_NAME) ?? []);
  const bySegment = new Map<string, string[]>();
  for (const module of new Set(names.flatMap((name) => resolveName(name, path)))) {
    bySegment.set(basename(module), [...(bySegment.get(basename(module)) ?? []), module]);
  }
  return bySegment;
}

/** What a language shows a file without any name: the other files of a Go package, its library to a test of a Rust crate. */
function isImplied(path: string, other: string): boolean {
  if (path.endsWith('.go')) return /(?<!_test)\.go$/.test(other) && dirname(other) === dirname(path);
  const crate = /^(|.*\/)(?:tests|examples|benches)\/.*\.rs$/.exec(path)?.[1];
  return crate !== undefined && other === `${crate}src/lib.rs`;
}

/**
 * Tracked files that a file probably depends on: what its import lines name, in any common language, what needs no
 * import, and the file of the same name without its test mark. A guess to choose what a model reads, so a miss costs nothing but room.
 */
export function relatedFiles(path: string, text: string, paths: readonly string[]): readonly string[] {
  const imports = importsOf(path, text);
  const subject = basename(moduleOf(path)).replace(TEST_MARK, '');
  return paths.filter((other) => {
    if (other === path) return false;
    if (isImplied(path, other)) return true;
    const module = moduleOf(other);
    const name = basename(module);
    if (name === subject) return true;
    return (imports.get(name) ?? []).some((wanted) => module === wanted || module.endsWith(`/${wanted}`));
  });
}
