import type { JudgeInput } from './judge.js';
import { bad, good, type JudgedCheck, listed } from './judged-check.js';

/**
 * The tree that is judged must be the tree that was proposed: a gate that rewrites it proves nothing (SBX-08). What it
 * rewrites on the untouched base already is its own output, unless it is protected.
 */
export function checkFiles(input: JudgeInput): readonly JudgedCheck[] {
  const { rewrittenFiles, baseline, gateWrites, isProtected } = input;
  const own = baseline === null ? rewrittenFiles : gateWrites;
  const guarded = baseline === null ? [] : rewrittenFiles.filter(isProtected);
  const open = rewrittenFiles.filter((path) => !isProtected(path));
  const others = open.filter((path) => !own.includes(path));
  const outputs = open.filter((path) => own.includes(path));
  const besides = outputs.length === 0 ? '' : ` (besides its own outputs ${listed(outputs)})`;
  return [
    guarded.length === 0
      ? good('protected-files', 'protected files are byte-identical before and after')
      : bad('protected-files', 'protected-files-changed', `the gate changed ${listed(guarded)}`),
    others.length === 0
      ? good('tree-unchanged', `the gate left the other tracked files as they were${besides}`)
      : bad('tree-unchanged', 'tree-changed', `the gate changed ${listed(others)}`),
  ];
}
