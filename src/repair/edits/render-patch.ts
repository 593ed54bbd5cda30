import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import type { FileChange } from '../../domain/patch.js';

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
  });
  return `diff --git a/${path} b/${path}\n${kind}${body}`;
}
