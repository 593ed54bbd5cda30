import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import type { FileChange } from '../../domain/patch.js';
import { writtenLines } from './text-lines.js';

/** Past this many lines that differ, the time for the shortest diff grows with their square: all lines are replaced. */
const MAX_EDITS = 2000;

/** Changes as a unified diff with git's headers. */
export function renderPatch(changes: readonly FileChange[]): string {
  return changes.map(renderChange).join('');
}

function renderChange({ path, before, after }: FileChange): string {
  const kind =
    before === null ? 'new file mode 100644\n' : after === null ? 'deleted file mode 100644\n' : '';
  const from = before === null ? '/dev/null' : `a/${path}`;
  const to = after === null ? '/dev/null' : `b/${path}`;
  const body = createTwoFilesPatch(from, to, before ?? '', after ?? '', undefined, undefined, {
    context: 3,
    headerOptions: FILE_HEADERS_ONLY,
    maxEditLength: before === null || after === null ? Number.POSITIVE_INFINITY : MAX_EDITS,
  });
  const shown = body ?? `--- ${from}\n+++ ${to}\n${replaceAll(before ?? '', after ?? '')}`;
  return `diff --git a/${path} b/${path}\n${kind}${shown}`;
}

/** One hunk that takes all lines away and writes the new ones. */
function replaceAll(before: string, after: string): string {
  return `@@ -${rangeOf(before)} +${rangeOf(after)} @@\n${signed('-', before)}${signed('+', after)}`;
}

function rangeOf(text: string): string {
  return text === '' ? '0,0' : `1,${writtenLines(text).length}`;
}

function signed(sign: '-' | '+', text: string): string {
  if (text === '') return '';
  const lines = sign + text.replace(/\n$/, '').replaceAll('\n', `\n${sign}`);
  return text.endsWith('\n') ? `${lines}\n` : `${lines}\n\\ No newline at end of file\n`;
}
