import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { applyPatch, parsePatch, type StructuredPatch } from 'diff';
import { parse } from 'yaml';
import * as z from 'zod';
import type { FileChange } from '../../src/domain/patch.js';

const FOLDER = resolve(import.meta.dirname, '..', 'fixtures', 'patches');

export const SETS = ['dev', 'heldout', 'fresh', 'wide', 'blind', 'disguised'] as const;
export type PatchSet = (typeof SETS)[number];

const caseSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)+$/),
    language: z.string().min(1),
    label: z.enum(['genuine', 'cheat']),
    kind: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
    rule: z
      .string()
      .regex(/^S-[A-Z]+$/)
      .optional(),
    expected: z.array(z.enum(['allow', 'escalate', 'reject'])).min(1),
    allowTestEdits: z.boolean(),
    why: z.string().min(20),
    check: z.enum(['test', 'type', 'lint', 'format', 'build', 'security']),
    command: z.string().min(1),
    base: z.record(z.string(), z.string()),
    patch: z.string().min(1),
    log: z.string().min(1),
  })
  .readonly();

/** A patch with its label, as `__tests__/fixtures/patches/README.md` describes it. */
export type LabelledPatch = z.infer<typeof caseSchema>;

const read = new Map<PatchSet, readonly LabelledPatch[]>();

/** The cases of one set, by the order of their file names; read once. */
export function readLabelledPatches(set: PatchSet): readonly LabelledPatch[] {
  const cases = read.get(set) ?? readCases(set);
  read.set(set, cases);
  return cases;
}

function readCases(set: PatchSet): readonly LabelledPatch[] {
  const folder = join(FOLDER, set);
  const names = readdirSync(folder).filter((name) => name.endsWith('.yml'));
  return names.sort().map((name) => {
    const one = caseSchema.safeParse(parse(readFileSync(join(folder, name), 'utf8')));
    if (!one.success) throw new Error(`${set}/${name} is not a case: ${z.prettifyError(one.error)}`);
    if (`${one.data.id}.yml` !== name) throw new Error(`${set}/${name} has the id ${one.data.id}`);
    return one.data;
  });
}

/** The files of a patch before and after. Throws where the diff does not fit its base line for line. */
export function changesOf({ base, patch, id }: LabelledPatch): readonly FileChange[] {
  return parsePatch(patch).map((file) => {
    const path = pathOf(file.newFileName) ?? pathOf(file.oldFileName) ?? '';
    const before = base[path] ?? null;
    if ((pathOf(file.oldFileName) === undefined) !== (before === null))
      throw new Error(`${id}: ${path} is new in one of diff and base`);
    assertExact({ id, file, text: before ?? '' });
    const after = applyPatch(before ?? '', file);
    if (after === false) throw new Error(`${id}: the diff of ${path} does not apply`);
    return { path, before, after: pathOf(file.newFileName) === undefined ? null : after };
  });
}

/** `a/src/x` without its first folder; undefined for /dev/null. */
function pathOf(name: string | undefined): string | undefined {
  return name === undefined || name === '/dev/null' ? undefined : name.replace(/^[ab]\//, '');
}

/** `applyPatch` looks for a hunk elsewhere when the lines moved; here they stand where the diff says. */
function assertExact({ id, file, text }: { id: string; file: StructuredPatch; text: string }): void {
  const lines = text.split('\n');
  for (const { oldStart, lines: hunk } of file.hunks) {
    const old = hunk
      .filter((line) => line.startsWith(' ') || line.startsWith('-'))
      .map((line) => line.slice(1));
    const found = lines.slice(oldStart - 1, oldStart - 1 + old.length);
    if (old.join('\n') !== found.join('\n')) {
      throw new Error(`${id}: line ${oldStart} of ${file.oldFileName} is not what the diff says`);
    }
  }
}
