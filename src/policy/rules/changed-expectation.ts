import type { RuleFinding } from '../../domain/rule-finding.js';
import { mentions } from '../patch/log-facts.js';
import type { FilePair, PatchView } from '../patch/patch-view.js';
import { findAssertions } from '../tests/find-assertions.js';
import { findTests } from '../tests/find-tests.js';
import { literalsIn } from '../tokens/literals.js';
import type { Source } from '../tokens/source.js';
import { finding } from './rule.js';

/** S-EXPECT: a test now expects what the failing run showed. Both values are said: a person knows which one is right. */
export function changedExpectation({ files, log }: PatchView): readonly RuleFinding[] {
  return files
    .filter(
      ({ fileClass, after }) => fileClass === 'test' || fileClass === 'fixture' || after?.language === 'rust',
    )
    .flatMap((file) => changed(file, log.text !== '').map((change) => ({ file, ...change })))
    .filter(({ to, isOrder }) => isOrder === true || log.text === '' || mentions(log, to))
    .map(({ file, from, to, line }) =>
      finding('S-EXPECT', {
        path: file.path,
        line,
        verdict: 'escalate',
        detail: `An expected value was ${JSON.stringify(from)} and is now ${JSON.stringify(to)}${log.text === '' ? '' : ', which the failing run showed'}; a person decides which one is right.`,
      }),
    );
}

interface Changed {
  readonly from: string;
  readonly to: string;
  readonly isOrder?: boolean;
  readonly line: number;
}

/** Literals of assertions and of rows that stand in the place of other ones. */
function changed({ before, after, added, fileClass }: FilePair, whole: boolean): readonly Changed[] {
  if (before === null || after === null) return [];
  const isWhole = whole || fileClass === 'fixture';
  const gone = without(expected(before, isWhole), expected(after, isWhole));
  const fresh = without(expected(after, isWhole), expected(before, isWhole)).filter(({ line }) =>
    added.has(line),
  );
  if (gone.length === 0)
    return fileClass === 'fixture'
      ? []
      : [...reordered(before, after, added), ...rearranged(before, after)]
          .filter(({ line }) => line >= firstTest(after))
          .slice(0, 1);
  return fresh.map(({ value, line }, at) => ({
    from: gone[Math.min(at, gone.length - 1)]?.value ?? '',
    to: value,
    line,
  }));
}

/** A test whose values stand in another order, over several lines. */
function rearranged(before: Source, after: Source): readonly Changed[] {
  const valuesOf = (source: Source) =>
    new Map(
      findTests(source).map(({ name, line, extent }) => [
        name,
        { line, values: literalsIn(source.code.slice(...extent), source.language).map(({ value }) => value) },
      ]),
    );
  const now = valuesOf(after);
  const whole = wholeOrder(before, after);
  if (whole !== null) return [whole];
  return [...valuesOf(before)].flatMap(([name, { values }]): readonly Changed[] => {
    const is = now.get(name);
    const [from, to] = [values.join(', '), is?.values.join(', ') ?? ''];
    const isSame =
      is === undefined || from === to || [...values].sort().join() !== [...is.values].sort().join();
    return isSame ? [] : [{ from: from.slice(0, 80), to: to.slice(0, 80), line: is.line, isOrder: true }];
  });
}

/** Few values of the file that change places, wherever they stand. */
function wholeOrder(before: Source, after: Source): Changed | null {
  const [was, is] = [before, after].map(({ code, language }) => literalsIn(code, language));
  if (was === undefined || is === undefined || was.length !== is.length) return null;
  const different = is.filter(({ value }, at) => value !== was[at]?.value);
  const gone = was.filter(({ value }, at) => value !== is[at]?.value);
  const isSame =
    [...different.map(({ value }) => value)].sort().join() ===
    [...gone.map(({ value }) => value)].sort().join();
  if (different.length < 2 || different.length > 12 || !isSame) return null;
  const shown = (literals: typeof is): string =>
    literals
      .map(({ value }) => value)
      .join(', ')
      .slice(0, 80);
  return { from: shown(gone), to: shown(different), line: different[0]?.line ?? 1, isOrder: true };
}

/** The same words in another order on one line: a list that is expected differently. */
function reordered(before: Source, after: Source, added: ReadonlySet<number>): readonly Changed[] {
  const now = new Set(after.text.split('\n').map((line) => line.trim()));
  const gone = new Map(
    before.text
      .split('\n')
      .flatMap((line) => (now.has(line.trim()) ? [] : [[sortedWords(line), line.trim()] as const])),
  );
  return after.text.split('\n').flatMap((line, at): readonly Changed[] => {
    const from = added.has(at + 1) && line.length < LONGEST ? gone.get(sortedWords(line)) : undefined;
    const isList = (line.match(/["'\d]/g)?.length ?? 0) > 2;
    return from === undefined || !isList ? [] : [{ from, to: line.trim(), line: at + 1, isOrder: true }];
  });
}

const sortedWords = (line: string): string =>
  line
    .trim()
    .split(/[\s,;()[\]{}]+/)
    .sort()
    .join(' ')
    .trim();

/** Rust has its tests in a file of source, behind what they test. */
const firstTest = (source: Source): number =>
  source.language === 'rust' ? (findTests(source)[0]?.line ?? Number.POSITIVE_INFINITY) : 0;

/** All literals where the log can tell which one it showed, else those of assertions and of rows. */
function expected(source: Source, whole: boolean): readonly { value: string; line: number }[] {
  const from = firstTest(source);
  const literals = literalsIn(source.code, source.language)
    .filter(({ line }) => line >= from)
    .map(({ value, line }) => ({
      value: value.trim(),
      line,
    }));
  if (whole) return [...literals, ...namesIn(source)];
  const lines = new Set(findAssertions(source).flatMap(({ line }) => [line, line + 1, line + 2]));
  const rows = rowLines(source);
  return literals.filter(({ line }) => lines.has(line) || rows.has(line));
}

/** Values of assertions that are words: cases of a type, and `true`, `none` and the like. */
function namesIn(source: Source): readonly { value: string; line: number }[] {
  const lines = new Set(findAssertions(source).map(({ line }) => line));
  return source.code.flatMap(({ kind, text, line }) =>
    kind === 'word' && lines.has(line) && /^(?:[A-Z]\w{2,}|true|false|null|nil|undefined)$/.test(text)
      ? [{ value: text, line }]
      : [],
  );
}

/** Lines that hold nothing but literals: rows of a table. */
function rowLines({ text }: Source): ReadonlySet<number> {
  const rows = text.split('\n').map((line, at) => (ROW.test(line.slice(0, LONGEST)) ? at + 1 : 0));
  return new Set(rows);
}

const LONGEST = 1000;
const ROW = /^\s*(?:[[({].*[\])}]|["'].*["'])[,;]?\s*$/;

function without<T extends { value: string }>(from: readonly T[], others: readonly T[]): readonly T[] {
  const left = new Map<string, number>();
  for (const { value } of others) left.set(value, (left.get(value) ?? 0) + 1);
  return from.filter(({ value }) => {
    const count = left.get(value) ?? 0;
    if (count > 0) left.set(value, count - 1);
    return count === 0;
  });
}
