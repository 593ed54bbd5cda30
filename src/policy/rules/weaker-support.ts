import { posix } from 'node:path';
import type { RuleFinding } from '../../domain/rule-finding.js';
import type { FilePair } from '../patch/patch-view.js';
import { findTests } from '../tests/find-tests.js';
import type { FunctionExtent } from '../tokens/functions.js';
import type { Source } from '../tokens/source.js';
import type { Token } from '../tokens/token.js';
import { finding } from './rule.js';

const FAILS =
  /^(?:fail\w*|failures?|errors?|exit|throw|raise|panic|abort|assert\w*|expect\w*|return|reject|die|[!=]==?|-ne|-eq|-gt|\+\+|\+=|<|>|\+|1|-lt|-ge)$/;

/** What tests share and no test stands in: the assertions themselves, or a script that runs them. */
export function weakerSupport(file: FilePair): readonly RuleFinding[] {
  const { path, fileClass, before, after, added } = file;
  if (
    fileClass !== 'test' ||
    before === null ||
    after === null ||
    before.language === 'settings' ||
    before.language === 'other'
  )
    return [];
  if (findTests(before).some(({ extent: [from, to] }) => to > from) || isNamedAsTest(path))
    return weakerHelpers(before, after, path);
  const lost = lostTokens(before.code, after.code).filter((text) => FAILS.test(text) || /^\d/.test(text));
  if (lost.length === 0) return [];
  return [
    finding('S-RUN', {
      path,
      line: [...added][0] ?? null,
      verdict: 'reject',
      detail: `What the tests share no longer has ${JSON.stringify(lost[0])} at a place where it could fail; the tests assert with it.`,
    }),
  ];
}

function isNamedAsTest(path: string): boolean {
  if (/\w(?:[._-]test|Tests?)\.\w+$/.test(path)) return true;
  const { name, ext } = posix.parse(path);
  return ext !== '' && /(?:^|_)test_\w/.test(name.split(/[.-]/).at(-1) ?? '');
}

function lostTokens(before: readonly Token[], after: readonly Token[]): readonly string[] {
  const left = new Map<string, number>();
  for (const { text } of after) left.set(text, (left.get(text) ?? 0) + 1);
  return before.flatMap(({ text }) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count > 0 ? [] : [text];
  });
}

const COMPARES = /^(?:[!=]==?|-eq|-ne|=|fail\w*|throw|raise|panic|assert\w*)$/;

/** A function beside the tests with which they compare, and which no longer compares as it did. */
function weakerHelpers(before: Source, after: Source, path: string): readonly RuleFinding[] {
  const tests = findTests(before).map(({ name }) => name);
  const helpersOf = (source: Source): ReadonlyMap<string, FunctionExtent> =>
    new Map(
      source.functions
        .filter(({ name }) => name !== '' && name !== 'main' && !tests.includes(name))
        .map((each) => [each.name, each]),
    );
  const now = helpersOf(after);
  return [...helpersOf(before)].flatMap(([name, { body }]) => {
    const is = now.get(name);
    if (is === undefined || !fails(before.code.slice(...body))) return [];
    const lost = lostTokens(before.code.slice(...body), after.code.slice(...is.body)).find((text) =>
      COMPARES.test(text),
    );
    if (lost === undefined) return [];
    const detail = `The function ${name}, with which the tests compare, no longer has ${JSON.stringify(lost)}; it has to compare as it did.`;
    return [
      finding('S-RUN', { path, line: after.code[is.head]?.line ?? null, verdict: 'reject' as const, detail }),
    ];
  });
}

/** It counts or says a failure. */
const fails = (body: readonly Token[]): boolean =>
  body.some(
    ({ kind, text }) =>
      kind === 'word' &&
      /^(?:fail\w*|failures?|failed|errors?|assert\w*|throw|raise|panic|Errorf?|Fatalf?|exit|abort)$/.test(
        text,
      ),
  );
