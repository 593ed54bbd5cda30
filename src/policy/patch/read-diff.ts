import { applyPatch, parsePatch, type StructuredPatch } from 'diff';
import type { PatchedFile } from './patch-view.js';

/** Lines further down are shown where they are without the lines above them. */
const FARTHEST = 200_000;

/** A merge against several parents at once: its signs stand for none of them. */
const COMBINED = /^(?:diff --(?:cc|combined) |@@@ )/m;
/** A patch that was saved with the line ends of Windows, headers included. */
const WINDOWS = /^diff --git [^\n]*\r$/m;
/** How a mail of git ends, whose first line looks like one that a hunk takes away. */
const SIGNATURE = /^-- \r?\n\d+\.\d[^\n]*\s*(?=From [0-9a-f]{40} |$(?![\s\S]))/gm;
const MAIL = /^From [0-9a-f]{40} /;

/** The files of a unified diff, as git and diff write it, in mails too. @throws Error for a text that is none. */
export function readDiff(text: string): readonly StructuredPatch[] {
  if (COMBINED.test(text))
    throw new Error('it is the combined diff of a merge, which has no single base; compare with one parent');
  const plain = WINDOWS.test(text) ? text.replaceAll('\r\n', '\n') : text;
  const files = parsePatch(MAIL.test(plain) ? plain.replaceAll(SIGNATURE, '') : plain).filter(
    (file) => file.hunks.length > 0 || pathsOf(file).some((path) => path !== null),
  );
  if (files.length === 0) throw new Error('it holds no file header (--- and +++) and no hunk (@@)');
  return files;
}

/** The paths before and after; null where there is no file, and equal but for a new name. */
export function pathsOf({
  oldFileName,
  newFileName,
  isCreate,
  isDelete,
}: StructuredPatch): readonly [string | null, string | null] {
  const before = isCreate === true ? null : plainPath(oldFileName);
  const after = isDelete === true ? null : plainPath(newFileName);
  return [before, after];
}

const plainPath = (name: string | undefined): string | null =>
  name === undefined || name === '/dev/null' ? null : name.replace(/^[abciow]\//, '').replace(/\t.*$/, '');

/** What a file of a diff does. */
export interface DiffEffect {
  readonly files: readonly PatchedFile[];
  /** True when its hunks alone stand for the file, each at its own lines. */
  readonly isFragment: boolean;
}

/** `isFragment` where the text before it is not known (`base` is null), or is not what the diff was made for. */
export function effectOf(file: StructuredPatch, base: string | null): DiffEffect {
  const [from, to] = pathsOf(file);
  const whole = from === null ? '' : base;
  const applied = whole === null ? false : applyPatch(whole, file, { fuzzFactor: 0 });
  const before = from === null ? null : applied === false ? fragment(file, 'old') : whole;
  const after = to === null ? null : applied === false ? fragment(file, 'new') : applied;
  const isFragment = applied === false && file.hunks.length > 0;
  if (from === to && from !== null) return { files: [{ path: from, before, after }], isFragment };
  const left = from === null ? [] : [{ path: from, before, after: null }];
  return { files: [...left, ...(to === null ? [] : [{ path: to, before: null, after }])], isFragment };
}

function fragment({ hunks }: StructuredPatch, side: 'old' | 'new'): string {
  const lines: string[] = [];
  for (const { oldStart, newStart, lines: hunk } of hunks) {
    const start = Math.min(side === 'old' ? oldStart : newStart, FARTHEST);
    while (lines.length < start - 1) lines.push('');
    for (const line of hunk)
      if (line.startsWith(' ') || line.startsWith(side === 'old' ? '-' : '+')) lines.push(line.slice(1));
  }
  return `${lines.join('\n')}\n`;
}
