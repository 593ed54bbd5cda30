import type { FileChange } from '../../domain/patch.js';
import type { Finding } from '../../domain/scan.js';
import type { Recipe, RecipeContext } from './recipe.js';

/** A finding with a place in a file that is there. */
export interface PlacedFinding extends Finding {
  readonly file: string;
  readonly line: number;
}

/** One line of a file, by which a finding is mended: the new line, or null to take it out. */
export interface LineEdit {
  readonly line: number;
  readonly text: string | null;
}

/** What a rule makes of one finding in the lines of its file (without line ends); null when it does not apply. */
export type LineRule = (
  finding: PlacedFinding,
  lines: readonly string[],
  context: RecipeContext,
) => readonly LineEdit[] | null;

/** Mends every finding that a rule unambiguously says how to, in the files where they are. */
export function lineRecipe(name: string, rule: LineRule): Recipe {
  return {
    name,
    async plan(context) {
      const changes: FileChange[] = [];
      const placed = context.findings.filter(isPlaced);
      for (const path of new Set(placed.map(({ file }) => file))) {
        const before = await context.files.read(path);
        if (before === null) continue;
        const mine = placed.filter(({ file }) => file === path).toSorted(fromTheEnd);
        const after = mend(before, mine, (finding, lines) => rule(finding, lines, context));
        if (after !== before) changes.push({ path, before, after });
      }
      if (changes.length === 0) return null;
      const diagnosis = `${name}: the messages leave no choice of what to change.`;
      return { kind: 'rewrite', changes, opens: false, diagnosis };
    },
  };
}

const isPlaced = (finding: Finding): finding is PlacedFinding =>
  finding.file !== null && finding.line !== null;

/** What lies further on is mended first: so the columns before it still hold. */
const fromTheEnd = (a: PlacedFinding, b: PlacedFinding): number =>
  b.line - a.line || (b.column ?? 0) - (a.column ?? 0);

function mend(
  before: string,
  findings: readonly PlacedFinding[],
  editsFor: (finding: PlacedFinding, lines: readonly string[]) => readonly LineEdit[] | null,
): string {
  const lineEnd = before.includes('\r\n') ? '\r\n' : '\n';
  const lines: (string | null)[] = before.split(lineEnd);
  for (const finding of findings) {
    const seen = lines.map((line) => line ?? '');
    for (const { line, text } of editsFor(finding, seen) ?? []) lines[line - 1] = text;
  }
  return lines.flatMap((line) => line?.split('\n') ?? []).join(lineEnd);
}
