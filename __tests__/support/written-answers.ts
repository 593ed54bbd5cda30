import { structuredPatch } from 'diff';

/** A file before and after a true edit, as lines without ends. */
export interface TrueEdit {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The replaced lines and what takes their place. */
  readonly start: number;
  readonly old: readonly string[];
  readonly fresh: readonly string[];
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

/** A true edit as a model would write it. */
export function render(edit: TrueEdit, rendering: Rendering, style: Style): string {
  const kept = (line: string): string => style.onAll(style.onKept(line));
  const from = Math.max(edit.start - style.context, 0);
  const above = edit.before.slice(from, edit.start).map(kept);
  const behind = edit.start + edit.old.length;
  const below = edit.before.slice(behind, behind + style.context).map(kept);
  const old = [...above, ...edit.old.map(kept), ...below];
  const fresh = [...above, ...edit.fresh.map(style.onAll), ...below];
  const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
  switch (rendering) {
    case 'search-replace':
      return `${PATH}\n\`\`\`\n<<<<<<< SEARCH\n${text(old)}=======\n${text(fresh)}>>>>>>> REPLACE\n\`\`\`\n`;
    case 'json':
      return JSON.stringify({ edits: [{ path: PATH, old: text(old), new: text(fresh) }] });
    case 'whole-file':
      return `${PATH}\n\`\`\`\n${text(edit.after.map(style.onAll))}\`\`\`\n`;
    case 'unified-diff':
      return `\`\`\`diff\n--- a/${PATH}\n+++ b/${PATH}\n${hunks(edit, style)
        .map((hunk) => text(hunk))
        .join('')}\`\`\`\n`;
    case 'apply-patch':
      return `*** Begin Patch\n*** Update File: ${PATH}\n${hunks(edit, { ...style, numbers: 'bare' })
        .map((hunk) => text(hunk))
        .join('')}*** End Patch\n`;
  }
}

function hunks(edit: TrueEdit, style: Style): readonly (readonly string[])[] {
  const [before, after] = [edit.before, edit.after].map((lines) => lines.map((line) => `${line}\n`).join(''));
  const patch = structuredPatch(PATH, PATH, before ?? '', after ?? '', '', '', { context: style.context });
  return patch.hunks.map((hunk) => {
    const off = style.numbers === 'wrong' ? 1000 : 0;
    const header = `@@ -${hunk.oldStart + off},${hunk.oldLines + off} +${hunk.newStart + off},${hunk.newLines} @@`;
    const lines = hunk.lines.map((line) => {
      const change = line.startsWith('+') ? style.onAll : (text: string) => style.onAll(style.onKept(text));
      return `${line[0]}${change(line.slice(1))}`;
    });
    return [style.numbers === 'bare' ? '@@' : header, ...lines];
  });
}
