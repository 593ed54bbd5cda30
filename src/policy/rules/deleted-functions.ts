import type { RuleFinding } from '../../domain/rule-finding.js';
import type { FilePair, PatchView } from '../patch/patch-view.js';
import type { FunctionExtent } from '../tokens/functions.js';
import type { Source } from '../tokens/source.js';
import { callsIn, isPart } from './calls.js';
import { bodyOf } from './function-pairs.js';
import { finding } from './rule.js';

/** Functions that are gone while nothing came: what they did, nobody does. */
export function deletedFunctions(
  files: readonly FilePair[],
  patch: PatchView,
  moved: ReadonlySet<string>,
): readonly RuleFinding[] {
  const isPureLoss = files.every(({ before, after }) => isPart(after?.code ?? [], before?.code ?? []));
  if (!isPureLoss) return [];
  const namesIn = (side: 'before' | 'after'): readonly (readonly [FilePair, FunctionExtent])[] =>
    files.flatMap((file) =>
      (file[side]?.functions ?? []).filter(({ name }) => name !== '').map((each) => [file, each] as const),
    );
  const [was, is] = [namesIn('before'), namesIn('after')];
  const now = new Set(is.map(([, { name }]) => name));
  const known = new Set(was.map(([, { name }]) => name));
  if (is.some(([, { name }]) => !known.has(name))) return [];
  // What it called, another calls in its place.
  const isInlined = ([{ before }, each]: readonly [FilePair, FunctionExtent]): boolean => {
    const calls = before === null ? [] : [...callsIn(bodyOf(before, each))];
    return calls.length > 1 && calls.every((name) => moved.has(name));
  };
  return was
    .filter(([{ before, path }, { name }]) => !now.has(name) && isUsed(name, { before, path }, patch))
    .filter((each) => !isInlined(each))
    .map(([{ path, before }, { name, head }]) => {
      const line = before?.code[head]?.line ?? null;
      return finding('S-GUT', {
        path,
        line,
        verdict: 'escalate',
        detail: `The function ${name} is gone and none came in its place; a person decides whether it may.`,
      });
    });
}

/** Code that nothing names is dead, whoever said so. */
function isUsed(
  name: string,
  { before, path }: Pick<FilePair, 'before' | 'path'>,
  { related }: PatchView,
): boolean {
  const names = (source: Source): number => source.code.filter(({ value }) => value === name).length;
  const elsewhere = [...related].some(([each, source]) => each !== path && names(source) > 0);
  return elsewhere || related.size === 0 || (before !== null && names(before) > 1);
}
