import type { JudgeInput } from './judge.js';
import { bad, good, type JudgedCheck, listed } from './judged-check.js';

/**
 * The tree that is judged must be the tree that was proposed: a gate that rewrites it proves nothing (SBX-08). What it
 * writes on the untouched base already is its own output; of a protected file, only when it then holds the same bytes (a
 * lockfile that is behind its manifest).
 */
export function checkFiles(input: JudgeInput): readonly JudgedCheck[] {
  const { writes, baseline, gateWrites, isProtected } = input;
  const own = new Map((baseline === null ? writes : gateWrites).map(({ path, digest }) => [path, digest]));
  const isOwn = ({ path, digest }: (typeof writes)[number]): boolean =>
    isProtected(path) ? own.get(path) === digest : own.has(path);
  const others = writes.filter((each) => !isOwn(each)).map(({ path }) => path);
  const guarded = others.filter(isProtected);
  const open = others.filter((path) => !isProtected(path));
  const outputs = writes.filter(isOwn).map(({ path }) => path);
  const besides = outputs.length === 0 ? '' : ` (besides its own outputs ${listed(outputs)})`;
  return [
    guarded.length === 0
      ? good('protected-files', 'protected files are as they were, or as the gate leaves them on the base')
      : bad('protected-files', 'protected-files-changed', `the gate changed ${listed(guarded)}`),
    open.length === 0
      ? good('tree-unchanged', `the gate left the other tracked files as they were${besides}`)
      : bad('tree-unchanged', 'tree-changed', `the gate changed ${listed(open)}`),
  ];
}
