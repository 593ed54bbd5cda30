import type { Blocker, BlockerKind } from '../domain/scan.js';
import type { Clue } from './failure-clues.js';
import type { RawDiagnostic } from './parser.js';
import type { RepositoryPaths } from './repository-paths.js';

const MISSING_FILE =
  /ENOENT[^'"\n]{0,80}['"](?<quoted>[^'"\n]+)['"]|No such file or directory: ['"](?<python>[^'"\n]+)['"]|(?:NoSuchFileException|FileNotFoundException): (?<java>[^\s'"]+)|(?<![^\s:'"])(?<shell>[^\s:'"]+): No such file or directory/;

interface BlockerRule {
  readonly kind: BlockerKind;
  readonly pattern: RegExp;
}

/** What the message of an error (not of a failed assertion) says about things that no patch can bring. */
const RULES: readonly BlockerRule[] = [
  {
    kind: 'permission',
    pattern:
      /\bPermissionError\b|[Pp]ermission denied|\bEACCES\b|\bEPERM\b|[Aa]uthentication failed|\b(?:401|403)\b.{0,20}(?:Unauthorized|Forbidden)|\bAccess ?Denied\b/,
  },
  {
    kind: 'missing-dependency',
    pattern:
      /No module named '?(?<module>[\w.]+)|(?:Cannot find (?:module|package)|Can't resolve|Could not resolve|failed to resolve import) ["'`](?<name>[^."'`/~][^"'`]*)|unbound variable|parameter null or not set|cannot load such file -- (?<gem>[^\s/]\S*)|: (?:command )?not found$|module lookup disabled|no required module provides|cannot find module providing|cannot open shared object file|By not providing "Find|Could not find a package configuration|[Ee]nvironment variable .{0,80}(?:not set|required|missing)|KeyError: '[A-Z][A-Z0-9]*_[A-Z0-9_]+'/,
  },
  {
    kind: 'missing-input',
    pattern: MISSING_FILE,
  },
];
const ASSERTION = /assert|expect\(|ComparisonFail/i;

/**
 * Blockers that the first finding's own message names, or, where nothing was located, those of any diagnostic and of
 * the clues.
 */
export function findBlockers(
  { first, diagnostics }: { first: RawDiagnostic | undefined; diagnostics: readonly RawDiagnostic[] },
  clues: readonly Clue[],
  paths: RepositoryPaths,
): readonly Blocker[] {
  const located = first !== undefined && first.places.length > 0;
  const suspects = located ? [first] : diagnostics;
  const fromClues = clues.flatMap(({ rule, text, logLine }): Blocker[] =>
    rule.blocker === undefined || located || (rule.blocker === 'missing-input' && namesOwnFile(text, paths))
      ? []
      : [{ kind: rule.blocker, evidence: shorten(text), logLine }],
  );
  const fromMessages = suspects.flatMap((raw) =>
    ASSERTION.test(`${raw.code} ${raw.message}`) ? [] : blockersIn(raw, paths),
  );
  const byKind = new Map([...fromMessages, ...fromClues].reverse().map((blocker) => [blocker.kind, blocker]));
  return [...byKind.values()].reverse();
}

function blockersIn(raw: RawDiagnostic, paths: RepositoryPaths): Blocker[] {
  const text = `${raw.code ?? ''}: ${raw.message}`;
  return RULES.flatMap(({ kind, pattern }): Blocker[] => {
    const match = pattern.exec(text);
    if (match === null) return [];
    const module = match.groups?.module ?? match.groups?.name ?? match.groups?.gem;
    if (module !== undefined && paths.hasModule(module)) return [];
    // A compiler that misses an include may have been given a wrong name.
    if (kind === 'missing-input' && raw.category === 'compile') return [];
    if (kind === 'missing-input' && namesOwnFile(text, paths)) return [];
    return [{ kind, evidence: shorten(raw.message), logLine: raw.logLine }];
  });
}

/** True when the file that is said to be missing is there, or is called almost so: the code names it wrongly. */
function namesOwnFile(text: string, paths: RepositoryPaths): boolean {
  const { quoted, python, java, shell } = MISSING_FILE.exec(text)?.groups ?? {};
  const file = quoted ?? python ?? java ?? shell;
  return file !== undefined && (paths.contains(file) || paths.hasAlmost(file));
}

function shorten(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 199)}…`;
}
