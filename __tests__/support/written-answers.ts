import { structuredPatch } from 'diff';

/** Lines that are replaced, by their 0-based place in the untouched file, and what takes their place. */
export interface Change {
  readonly start: number;
  readonly old: readonly string[];
  readonly fresh: readonly string[];
}

/** A file before and after a true edit, as lines without ends; its changes are apart and in order. */
export interface TrueEdit {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly changes: readonly Change[];
}

export type Rendering = 'unified-diff' | 'search-replace' | 'apply-patch' | 'json' | 'whole-file';
export const RENDERINGS: readonly Rendering[] = [
  'unified-diff',
  'search-replace',
  'apply-patch',
  'json',
  'whole-file',
];

export interface Style {
  /** Lines of context around the replaced ones. */
  readonly context: number;
  /** What a model does to a line that it quotes or repeats. */
  readonly onKept: (line: string) => string;
  /** What it does to every line, the new ones included. */
  readonly onAll: (line: string) => string;
  readonly numbers: 'right' | 'wrong' | 'bare';
}

export const PATH = 'src/file.txt';

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** A true edit as a model would write it. */
export function render(edit: TrueEdit, rendering: Rendering, style: Style): string {
  switch (rendering) {
    case 'search-replace':
      return edit.changes
        .map((change) => quote(edit, change, style))
        .map(({ old, fresh }) => `<<<<<<< SEARCH\n${textOf(old)}=======\n${textOf(fresh)}>>>>>>> REPLACE\n`)
        .map((block) => `${PATH}\n\`\`\`\n${block}\`\`\`\n`)
        .join('\n');
    case 'json': {
      const quotes = edit.changes.map((change) => quote(edit, change, style));
      const edits = quotes.map(({ old, fresh }) => ({ path: PATH, old: textOf(old), new: textOf(fresh) }));
      return JSON.stringify({ edits });
    }
    case 'whole-file':
      return `${PATH}\n\`\`\`\n${textOf(edit.after.map(style.onAll))}\`\`\`\n`;
    case 'unified-diff':
      return `\`\`\`diff\n--- a/${PATH}\n+++ b/${PATH}\n${hunks(edit, style)}\`\`\`\n`;
    case 'apply-patch':
      return `*** Begin Patch\n*** Update File: ${PATH}\n${hunks(edit, { ...style, numbers: 'bare' })}*** End Patch\n`;
  }
}

/** A change with the lines around it. */
function quote(
  { before }: TrueEdit,
  { start, old, fresh }: Change,
  style: Style,
): { readonly old: readonly string[]; readonly fresh: readonly string[] } {
  const kept = (line: string): string => style.onAll(style.onKept(line));
  const above = before.slice(Math.max(start - style.context, 0), start).map(kept);
  const end = start + old.length;
  const below = before.slice(end, end + style.context).map(kept);
  return {
    old: [...above, ...old.map(kept), ...below],
    fresh: [...above, ...fresh.map(style.onAll), ...below],
  };
}

function hunks({ before, after }: TrueEdit, style: Style): string {
  const patch = structuredPatch(PATH, PATH, textOf(before), textOf(after), '', '', {
    context: style.context,
  });
  const written = patch.hunks.map((hunk) => {
    const off = style.numbers === 'wrong' ? 1000 : 0;
    const header = `@@ -${hunk.oldStart + off},${hunk.oldLines + off} +${hunk.newStart + off},${hunk.newLines} @@`;
    const lines = hunk.lines.map((line) => {
      const change = line.startsWith('+') ? style.onAll : (text: string) => style.onAll(style.onKept(text));
      return `${line[0]}${change(line.slice(1))}`;
    });
    return textOf([style.numbers === 'bare' ? '@@' : header, ...lines]);
  });
  return written.join('');
}
