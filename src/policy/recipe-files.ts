import type { ClassOverride, FileClass } from '../domain/file-class.js';
import type { FileChange } from '../domain/patch.js';
import type { RuleFinding } from '../domain/rule-finding.js';
import { fileClassOf } from './file-classes.js';

/** What a tool writes as a whole, and nobody by hand. */
const WRITTEN_BY_TOOLS: readonly FileClass[] = ['manifest', 'generated'];

export interface OpenedFiles {
  readonly changes: readonly FileChange[];
  readonly opened: readonly string[];
  readonly classes: readonly ClassOverride[];
}

/**
 * True for a finding that counts: in a file that a recipe opened, a lockfile is its tool's business, and so is a
 * formatter's work, which leaves every word. A linter's mending of a test is looked at like anybody's.
 */
export function countsIn({ changes, opened, classes }: OpenedFiles): (finding: RuleFinding) => boolean {
  const exempt = new Set(
    changes
      .filter(({ path }) => opened.includes(path))
      .filter((change) => WRITTEN_BY_TOOLS.includes(fileClassOf(change.path, classes)) || keepsWords(change))
      .map(({ path }) => path),
  );
  return ({ path, rule }) => !exempt.has(path) && !(rule === 'S-SIZE' && opened.includes(path));
}

/** The same words, whatever their order, quotes, brackets and spaces. */
function keepsWords({ before, after }: FileChange): boolean {
  return wordsOf(before) === wordsOf(after);
}

function wordsOf(text: string | null): string {
  return (text?.toLowerCase().match(/\w+/g) ?? []).toSorted().join(' ');
}
