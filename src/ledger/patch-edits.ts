import { diffArrays } from 'diff';
import * as z from 'zod';
import { digestOf } from '../domain/digest.js';
import type { FileChange } from '../domain/patch.js';
import { pathFault } from '../domain/path-fault.js';
import { TamperedError } from './tampered-error.js';

/** Past this many lines that differ, the time for the shortest difference grows with their square. */
const MAX_EDITS = 2000;

const path = z.string().max(4096);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const mode = z.enum(['100644', '100755']);

const replacementSchema = z.strictObject({
  line: z.number().int().positive().describe('1-based, in the file before the patch'),
  removed: z.string().describe('whole lines with their ends'),
  added: z.string(),
});

export const editSchema = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('create'), path, mode, content: z.string(), newSha256: sha256 }),
  z.strictObject({
    op: z.literal('modify'),
    path,
    mode: mode.nullable().describe('null: as it was'),
    oldSha256: sha256,
    newSha256: sha256,
    replacements: z.array(replacementSchema).describe('in the order of their lines'),
  }),
  z.strictObject({ op: z.literal('delete'), path, oldSha256: sha256 }),
  z.strictObject({ op: z.literal('rename'), from: path, path, oldSha256: sha256 }),
]);

export type PatchEdit = z.infer<typeof editSchema>;

/** What a patch does, as edits that need the base to be read. A file that moves without a change is a rename. */
export function toEdits(changes: readonly FileChange[]): readonly PatchEdit[] {
  const gone = changes.filter(({ after }) => after === null);
  const moves = new Map<string, FileChange>();
  for (const change of changes) {
    const from = gone.find(({ path, before }) => before === change.after && !isTaken(path, moves));
    if (change.before === null && change.executable !== true && from !== undefined)
      moves.set(change.path, from);
  }
  return changes.filter(({ path }) => !isTaken(path, moves)).map((change) => toEdit(change, moves));
}

const isTaken = (path: string, moves: ReadonlyMap<string, FileChange>): boolean =>
  [...moves.values()].some((from) => from.path === path);

function toEdit({ path, before, after, executable }: FileChange, moves: ReadonlyMap<string, FileChange>) {
  const from = moves.get(path)?.path;
  const isMoved = from !== undefined && after !== null;
  if (isMoved) return { op: 'rename', from, path, oldSha256: digestOf(after) } as const;
  const modeOf = { true: '100755', false: '100644' } as const;
  if (before === null) {
    const content = after ?? '';
    const mode = modeOf[`${executable ?? false}`];
    return { op: 'create', path, mode, content, newSha256: digestOf(content) } as const;
  }
  const oldSha256 = digestOf(before);
  if (after === null) return { op: 'delete', path, oldSha256 } as const;
  return {
    op: 'modify',
    path,
    mode: executable === undefined ? null : modeOf[`${executable}`],
    oldSha256,
    newSha256: digestOf(after),
    replacements: replacementsOf(linesOf(before), linesOf(after)),
  } as const;
}

function replacementsOf(before: readonly string[], after: readonly string[]) {
  const parts = diffArrays([...before], [...after], { maxEditLength: MAX_EDITS });
  if (parts === undefined) return [{ line: 1, removed: before.join(''), added: after.join('') }];
  const replacements: { line: number; removed: string; added: string }[] = [];
  let line = 1;
  let isOpen = false;
  for (const { value, added, removed } of parts) {
    const text = value.join('');
    if (added || removed) {
      if (!isOpen) replacements.push({ line, removed: '', added: '' });
      const last = replacements.at(-1);
      if (last !== undefined) last[added ? 'added' : 'removed'] += text;
    }
    isOpen = added || removed;
    if (!added) line += value.length;
  }
  return replacements;
}

/**
 * The changes that edits make of the base, in path order.
 * @throws TamperedError when an edit does not fit the base, names a file twice, or does not give what it says.
 */
export async function readEdits(
  edits: readonly PatchEdit[],
  readBase: (path: string) => Promise<string | null>,
): Promise<readonly FileChange[]> {
  const changes = new Map<string, FileChange>();
  const add = (change: FileChange): void => {
    const fault = changes.has(change.path) ? 'it is changed twice' : pathFault(change.path);
    if (fault !== null) throw misfit(change.path, fault);
    changes.set(change.path, change);
  };
  for (const edit of edits) {
    const source = edit.op === 'rename' ? edit.from : edit.path;
    if (pathFault(source) !== null) throw misfit(source, pathFault(source) ?? '');
    const before = await readBase(source);
    if (edit.op !== 'create' && (before === null || digestOf(before) !== edit.oldSha256))
      throw misfit(source, 'the base holds another text');
    if ((edit.op === 'create' || edit.op === 'rename') && (await readBase(edit.path)) !== null)
      throw misfit(edit.path, 'the base has such a file');
    for (const change of changesOf(edit, before ?? '')) add(change);
  }
  return [...changes.keys()].sort().flatMap((path) => changes.get(path) ?? []);
}

function changesOf(edit: PatchEdit, before: string): readonly FileChange[] {
  const { path } = edit;
  switch (edit.op) {
    case 'delete':
      return [{ path, before, after: null }];
    case 'rename':
      return [
        { path: edit.from, before, after: null },
        { path, before: null, after: before },
      ];
    case 'create': {
      const mode = edit.mode === '100755' ? { executable: true } : {};
      return [{ path, before: null, after: checked(path, edit.content, edit.newSha256), ...mode }];
    }
    case 'modify': {
      const after = checked(path, replaceLines(edit, before), edit.newSha256);
      return [{ path, before, after, ...(edit.mode && { executable: edit.mode === '100755' }) }];
    }
  }
}

function replaceLines({ path, replacements }: Extract<PatchEdit, { op: 'modify' }>, before: string): string {
  const lines = linesOf(before);
  const done: string[] = [];
  let next = 0;
  for (const { line, removed, added } of replacements) {
    const { length } = linesOf(removed);
    const old = lines.slice(line - 1, line - 1 + length).join('');
    if (line - 1 < next || old !== removed) throw misfit(path, `its lines from ${line} on are others`);
    done.push(...lines.slice(next, line - 1), added);
    next = line - 1 + length;
  }
  return [...done, ...lines.slice(next)].join('');
}

function checked(path: string, text: string, sha: string): string {
  if (digestOf(text) === sha) return text;
  throw misfit(path, 'the patch gives another text than it says');
}

function misfit(path: string, why: string): TamperedError {
  return new TamperedError(`a patch document does not fit ${JSON.stringify(path)}: ${why}`);
}

/** With their ends, so that together they are the text. */
const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? [];
