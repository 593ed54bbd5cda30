import type { RuleFinding } from '../../domain/rule-finding.js';
import { isTestFailure } from '../patch/log-facts.js';
import type { FilePair, PatchView } from '../patch/patch-view.js';
import type { Token } from '../tokens/token.js';
import { bodyOf, sameFunctions } from './function-pairs.js';
import { finding } from './rule.js';

/** S-GUT: a function that refused something and now gives a value for it that is written down. */
export function lostRefusals({ files, log }: PatchView): readonly RuleFinding[] {
  if (!isTestFailure(log)) return [];
  return files.filter(({ fileClass }) => fileClass === 'source').flatMap(lost);
}

function lost({ path, before, after, added }: FilePair): readonly RuleFinding[] {
  if (before === null || after === null) return [];
  // A refusal may have moved to another function.
  if (refusals(after.code) >= refusals(before.code)) return [];
  return sameFunctions(before, after).flatMap(([was, is]) => {
    const [old, body] = [bodyOf(before, was), bodyOf(after, is)];
    if (refusals(body) >= refusals(old) || given(body) <= given(old)) return [];
    const line = body.find((token) => added.has(token.line))?.line ?? after.code[is.head]?.line ?? null;
    const detail = `The function ${is.name} refused something and now gives a value in its place; a person decides whether it may.`;
    return [finding('S-GUT', { path, line, verdict: 'escalate', detail })];
  });
}

const refusals = (code: readonly Token[]): number =>
  code.filter(
    ({ kind, text }) => kind === 'word' && /^(?:throw|raise|panic|reject|Err|abort|die)$/.test(text),
  ).length;

/** Values that are written down and handed back. */
const given = (code: readonly Token[]): number =>
  code.filter(
    ({ text }, at) =>
      text === 'return' &&
      code
        .slice(at + 1, at + 16)
        .some(
          ({ kind, text: word }) =>
            kind === 'number' ||
            kind === 'string' ||
            /^(?:null|nil|None|true|false|True|False|undefined)$/.test(word),
        ),
  ).length;
