import type { RuleFinding } from '../../domain/rule-finding.js';
import type { FilePair, PatchView } from '../patch/patch-view.js';
import { findAssertions } from '../tests/find-assertions.js';
import { findTests, type TestCase } from '../tests/find-tests.js';
import type { Source } from '../tokens/source.js';
import type { Token } from '../tokens/token.js';
import { finding } from './rule.js';

/** S-ASSERT: an existing test asserts something else, or only under a condition. What it should say a person knows. */
export function touchedAssertions({ files }: PatchView): readonly RuleFinding[] {
  return files
    .filter(({ fileClass }) => fileClass === 'test')
    .flatMap((file) => [...conditioned(file), ...replaced(file)]);
}

/** What lets an assertion pass unseen, or keeps it from being reached. */
const CATCHES = /^(?:try|suppress|rescue|catch|runCatching|recover|catch_unwind|attempt|Exception)$/;
const ASKS = /^(?:if|unless|when|guard|switch)$/;

function conditioned({ path, before, after }: FilePair): readonly RuleFinding[] {
  if (before === null || after === null) return [];
  const old = testsOf(before);
  const places = findAssertions(after).map(({ at }) => at);
  return findTests(after).flatMap((test) => {
    const was = old.get(test.name);
    const [from, to] = test.extent;
    const last = places.findLast((at) => at >= from && at < to);
    if (was === undefined || last === undefined) return [];
    const reached = after.code.slice(from, last + 1);
    // Ruby's rescue stands where the body ends.
    const whole = after.code.slice(from, to + 1);
    const words = before.code.slice(was.extent[0], was.extent[1] + 1);
    const isMore = (body: readonly Token[], pattern: RegExp): boolean =>
      count(body, pattern) > count(words, pattern);
    const fresh = isMore(whole, CATCHES) ? CATCHES : isMore(reached, ASKS) ? ASKS : null;
    if (fresh === null) return [];
    const at = whole.findIndex(({ kind, text }) => kind === 'word' && fresh.test(text));
    const how = fresh === CATCHES ? 'where a failure may be caught' : 'only under a condition';
    return [
      finding('S-ASSERT', {
        path,
        line: whole[at]?.line ?? test.line,
        verdict: 'escalate',
        detail: `The test ${JSON.stringify(test.name)} now asserts ${how}; a person decides whether it can still fail.`,
      }),
    ];
  });
}

const count = (code: readonly Token[], pattern: RegExp): number =>
  code.filter(({ kind, text }) => kind === 'word' && pattern.test(text)).length;

const testsOf = (source: Source): ReadonlyMap<string, TestCase> =>
  new Map(findTests(source).map((each) => [each.name, each]));

/** An assertion whose words stand nowhere any more, in a test that is still there. */
function replaced({ path, before, after, added }: FilePair): readonly RuleFinding[] {
  if (before === null || after === null) return [];
  const kept = new Map<string, number>();
  const now = asserting(after);
  for (const { form } of now) kept.set(form, (kept.get(form) ?? 0) + 1);
  const tests = testsOf(after);
  const gone = asserting(before).find(({ form, test }) => {
    const left = kept.get(form) ?? 0;
    kept.set(form, left - 1);
    const isThere = test === null || tests.has(test);
    return left <= 0 && isThere && !now.some((each) => each.test === test && isOtherMatcher(form, each.form));
  });
  if (gone === undefined) return [];
  const where = gone.test === null ? 'What the tests share' : `The test ${JSON.stringify(gone.test)}`;
  return [
    finding('S-ASSERT', {
      path,
      line: [...added][0] ?? null,
      verdict: 'escalate',
      detail: `${where} asserted ${JSON.stringify(gone.text.slice(0, 80))}, which is changed; a person decides what it has to say.`,
    }),
  ];
}

/** Only the matcher is another one; how much it says is compared elsewhere. */
function isOtherMatcher(was: string, is: string): boolean {
  const [old, fresh] = [was.split(' '), is.split(' ')];
  const lost = without(old, fresh);
  const added = without(fresh, old).filter((word) => /^[A-Za-z_]/.test(word));
  return lost.length <= 1 && lost.every((word) => /^[A-Za-z_]/.test(word)) && added.length <= 1;
}

function without(words: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return words.filter((word) => {
    const at = left.indexOf(word);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

interface Asserting {
  readonly form: string;
  readonly text: string;
  readonly test: string | null;
}

/** The lines of assertions, and of the conditions and counters that fail a test by hand. */
function asserting(source: Source): readonly Asserting[] {
  const tests = findTests(source).filter(({ extent: [from, to] }) => to > from);
  const lines = new Set(findAssertions(source).map(({ line }) => line));
  const byLine = new Map<number, { at: number; tokens: Token[] }>();
  for (const [at, token] of source.code.entries()) {
    const row = byLine.get(token.line);
    if (row === undefined) byLine.set(token.line, { at, tokens: [token] });
    else row.tokens.push(token);
  }
  return [...byLine].flatMap(([line, { at, tokens }]): readonly Asserting[] => {
    if (!lines.has(line) && !failsByHand(tokens)) return [];
    const test = tests.findLast(({ extent: [from, to] }) => at >= from && at < to);
    return [
      {
        form: formOf(tokens),
        text: tokens.map(({ text }) => text).join(' '),
        test: test?.name ?? null,
      },
    ];
  });
}

/** `if got != want {`, `failures++`, `exit 1`. */
const failsByHand = (tokens: readonly Token[]): boolean =>
  tokens.some(({ kind, text }) => kind === 'word' && /^(?:fail\w*|errors?|exit|abort)$/.test(text)) ||
  (/^(?:if|}?unless)$/.test(tokens[0]?.text ?? '') &&
    tokens.some(({ text }) => /^(?:[!=]==?|<|>|\|\||&&|-ne|-eq)$/.test(text)));

/** Names in small letters may change, and what waits for a promise: what is compared and with what may not. */
const formOf = (tokens: readonly Token[]): string =>
  tokens
    .filter(({ text }) => !/^(?:await|async|;|\{|\})$/.test(text))
    .map(({ kind, text }, at, all) =>
      kind === 'word' && isName(text) && all[at + 1]?.text !== '(' ? 'w' : text,
    )
    .join(' ');

const isName = (text: string): boolean =>
  /^[a-z_$]/.test(text) && !/^(?:assert\w*|not|true|false|null|nil|is|in|and|or|fail\w*)$/.test(text);
