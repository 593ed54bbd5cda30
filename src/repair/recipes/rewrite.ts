import type { FileChange } from '../../domain/patch.js';
import type { Finding } from '../../domain/scan.js';
import type { Recipe, RecipeContext, RecipeFiles } from './recipe.js';

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
        const mine = placed.filter(({ file }) => file === path);
        const change = await mendFile(
          path,
          (lines) => mine.map((each) => rule(each, lines, context)),
          context.files,
        );
        if (change !== null) changes.push(change);
      }
      if (changes.length === 0) return null;
      const diagnosis = `${name}: the messages leave no choice of what to change.`;
      return { kind: 'rewrite', changes, opens: false, diagnosis };
    },
  };
}

const isPlaced = (finding: Finding): finding is PlacedFinding =>
  finding.file !== null && finding.line !== null;

async function mendFile(
  path: string,
  edit: (lines: readonly string[]) => readonly (readonly LineEdit[] | null)[],
  files: RecipeFiles,
): Promise<FileChange | null> {
  const before = await files.read(path);
  if (before === null) return null;
  const lineEnd = before.includes('\r\n') ? '\r\n' : '\n';
  const lines = before.split(lineEnd);
  const edits = new Map<number, string | null>();
  for (const { line, text } of edit(lines).flatMap((each) => each ?? [])) {
    // Two edits of one line: each was made of the old line, so that only the first holds.
    if (!edits.has(line)) edits.set(line, text);
  }
  const after = lines.flatMap((text, index) => {
    const edited = edits.get(index + 1);
    return edited === undefined ? [text] : edited === null ? [] : edited.split('\n');
  });
  const text = after.join(lineEnd);
  return text === before ? null : { path, before, after: text };
}
