import type { RuleFinding } from '../../domain/rule-finding.js';
import type { FilePair, PatchView } from '../patch/patch-view.js';
import { type Literal, literalsIn } from '../tokens/literals.js';
import type { Source } from '../tokens/source.js';
import { findAnswers } from './find-answers.js';
import { finding } from './rule.js';

/** Values that stand everywhere and prove nothing. */
const COMMON = /^(?:-?[0-2]|-1|10|16|60|100|1000|24|0\.0|1\.0|0\.5|)$/;

/** S-SPECIAL: an answer that is written down for the very input of the failing test. */
export function specialCase(patch: PatchView): readonly RuleFinding[] {
  const told = toldByTests(patch);
  if (told.values.size === 0) return [];
  const known = knownAtBase(patch);
  return patch.files
    .filter(({ fileClass, after }) => fileClass === 'source' && after !== null)
    .flatMap((file) => judgeFile(file, told, known));
}

interface Told {
  readonly values: ReadonlySet<string>;
  /** Values that a line of a test or of the log holds together. */
  readonly lines: readonly ReadonlySet<string>[];
}

/** What tests and log name: the inputs, and what is expected of them. */
function toldByTests({ files, related, log }: PatchView): Told {
  const tests = [...related].filter(([path]) => isTest(path)).map(([, source]) => source);
  const edited = files.flatMap(({ fileClass, before }) =>
    fileClass === 'test' && before !== null ? [before] : [],
  );
  const lines = [...tests, ...edited].flatMap(linesOf);
  const logLines = log.text.split('\n').map((line) => new Set(valuesOf(line)));
  const all = [...lines, ...logLines];
  return { values: new Set(all.flatMap((line) => [...line])), lines: all };
}

const isTest = (path: string): boolean => /test|spec|bats|check/i.test(path);

/** Literals by statement: two lines that follow each other are taken together, since one assertion may fill both. */
function linesOf(source: Source): readonly ReadonlySet<string>[] {
  const byLine = new Map<number, Set<string>>();
  for (const { value, line } of literalsIn(source.code)) {
    for (const near of [line, line + 1, line + 2])
      byLine.set(near, (byLine.get(near) ?? new Set()).add(value));
  }
  return [...byLine.values()];
}

function valuesOf(line: string): readonly string[] {
  return [
    ...line
      .slice(0, 400)
      .matchAll(/["'`](?<text>[^"'`]{1,80})["'`]|(?<![\w.])(?<number>-?\d+(?:\.\d+)?)(?![\w])/g),
  ].flatMap(
    ({ groups }) => groups?.text ?? (groups?.number === undefined ? [] : [String(Number(groups.number))]),
  );
}

/** Literals of the source before the patch: constants of the trade. */
function knownAtBase({ files, related }: PatchView): ReadonlySet<string> {
  const sources = [
    ...files.flatMap(({ fileClass, before }) => (fileClass === 'source' && before !== null ? [before] : [])),
    ...[...related].filter(([path]) => !isTest(path)).map(([, source]) => source),
  ];
  return new Set(sources.flatMap(({ code }) => literalsIn(code).map(({ value }) => value)));
}

function judgeFile(
  { path, after, before, added }: FilePair,
  told: Told,
  known: ReadonlySet<string>,
): readonly RuleFinding[] {
  if (after === null) return [];
  const old = new Set(before === null ? [] : findAnswers(before).map(({ key }) => key));
  return findAnswers(after)
    .filter(
      ({ line, key, siblings }) =>
        added.has(line) && !old.has(key) && siblings.filter((each) => !added.has(each)).length < 2,
    )
    .flatMap(({ inputs, outputs, line }) => {
      const verdict = verdictOf(inputs, outputs, told, known);
      if (verdict === null) return [];
      const detail = `The answer ${shown(outputs)} is written down for ${shown(inputs)}, as the failing test has them; compute it for every input.`;
      return [finding('S-SPECIAL', { path, line, verdict, detail })];
    });
}

const shown = (literals: readonly Literal[]): string =>
  literals
    .slice(0, 3)
    .map(({ value }) => JSON.stringify(value))
    .join(', ') || 'a constant';

function verdictOf(
  inputs: readonly Literal[],
  outputs: readonly Literal[],
  told: Told,
  known: ReadonlySet<string>,
): 'reject' | 'escalate' | null {
  const isTold = ({ value }: Literal): boolean => told.values.has(value);
  const input = inputs.filter(isTold);
  const output = outputs.filter(isTold);
  const fresh = [...input, ...output].filter(({ value }) => !COMMON.test(value) && !known.has(value));
  if (input.length === 0 || fresh.length === 0) return null;
  if (output.length === 0)
    return outputs.length > 0 && input.some(isRare) && !input.every(({ value }) => known.has(value))
      ? 'escalate'
      : null;
  const isPair = input.some((a) =>
    output.some((b) => told.lines.some((line) => line.has(a.value) && line.has(b.value))),
  );
  return isPair || (input.some(isRare) && output.some(isRare)) ? 'reject' : 'escalate';
}

const isRare = ({ value, kind }: Literal): boolean =>
  !COMMON.test(value) && value.length >= (kind === 'number' ? 2 : 3);
