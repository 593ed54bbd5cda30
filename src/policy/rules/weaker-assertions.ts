import type { RuleFinding } from '../../domain/rule-finding.js';
import { addedMarks } from '../patch/added-marks.js';
import type { FilePair, PatchView } from '../patch/patch-view.js';
import { countRows } from '../tests/count-rows.js';
import { type Assertion, findAssertions } from '../tests/find-assertions.js';
import { findTests, type TestCase } from '../tests/find-tests.js';
import { findTolerances } from '../tests/find-tolerances.js';
import { literalsIn } from '../tokens/literals.js';
import type { Source } from '../tokens/source.js';
import { type PatternRow, patternMarks, SCRIPT } from './pattern-marks.js';
import { finding } from './rule.js';

/** What makes an assertion pass whatever the code does. */
const ROWS: readonly PatternRow[] = [
  {
    languages: SCRIPT,
    pattern: /(?<=[;{}\n]\s?)(?<!await |return )expect \([^;]{0,200}?\) \. (?:resolves|rejects)\b/g,
    detail: 'An assertion on a promise is not awaited',
  },
  {
    languages: [...SCRIPT, 'python', 'go', 'rust', 'java', 'kotlin', 'csharp', 'ruby', 'php', 'c'],
    pattern:
      /(?<=\s)(?:WriteFile|writeFileSync|writeFile|write|write_text|file_put_contents|writeString|WriteAllText|writeText|copyFileSync|copy|fopen|open) \( (?:\w+ \( )?"[^"\s]*(?:testdata|golden|snapshots?|expected|fixtures?)[^"\s]*"(?: , (?!"r)|\s\) \. write)/g,
    detail: 'A test writes what it compares with',
  },
];

/** S-ASSERT: a test that asserts less than before. */
export function weakerAssertions({ files }: PatchView): readonly RuleFinding[] {
  const tests = files.filter(
    ({ fileClass, after }) => after !== null && (fileClass === 'test' || after.language === 'rust'),
  );
  const marks = addedMarks(tests, (source) => patternMarks(source, ROWS));
  return [
    ...marks.map((mark) =>
      finding('S-ASSERT', { ...mark, detail: `${mark.detail}; it can no longer fail the test.` }),
    ),
    ...tests.flatMap(weakerTests),
    ...tests
      .filter(({ fileClass }) => fileClass === 'test')
      .flatMap((file) => [...fewerRows(file), ...widerTolerances(file)]),
  ];
}

interface Measured {
  readonly strength: number;
  readonly line: number;
}

/** Compares test by test, and what stands outside of tests as one. */
function weakerTests(file: FilePair): readonly RuleFinding[] {
  if (file.before === null || file.after === null) return [];
  const before = measure(file.before);
  const after = measure(file.after);
  const isSource = file.fileClass !== 'test';
  const lost = [...before]
    .filter(([name]) => !(isSource && name === ''))
    .filter(([name, { strength }]) => strength > (after.get(name)?.strength ?? (name === '' ? 0 : strength)));
  if (lost.length > 0 && isTabled(file.before, file.after)) return [];
  return lost.map(([name, { strength, line }]) => {
    const now = after.get(name);
    const where = name === '' ? 'the file' : `the test ${JSON.stringify(name)}`;
    const detail = `What ${where} asserts is weaker than before (${strength} to ${now?.strength ?? 0}): an assertion is gone, or says less.`;
    return finding('S-ASSERT', { path: file.path, line: now?.line ?? line, verdict: 'reject', detail });
  });
}

/** Assertions became rows of a table: there are fewer of them and more rows, and every value is still there. */
function isTabled(before: Source, after: Source): boolean {
  if (findAssertions(after).length >= findAssertions(before).length) return false;
  if (countRows(after).count <= countRows(before).count) return false;
  const values = new Set(literalsIn(after.code, after.language).map(({ value }) => value));
  return literalsIn(before.code, before.language).every(
    ({ value, kind }) => values.has(value) || (kind === 'string' && /\s/.test(value)),
  );
}

function measure(source: Source): ReadonlyMap<string, Measured> {
  const tests = findTests(source).filter(({ extent: [from, to] }) => to > from);
  const sums = new Map<string, Measured>();
  for (const { name, line } of tests) sums.set(name, { strength: 0, line });
  for (const assertion of findAssertions(source)) {
    const test = innermost(tests, assertion);
    const key = test?.name ?? '';
    const sum = sums.get(key) ?? { strength: 0, line: assertion.line };
    sums.set(key, { ...sum, strength: sum.strength + assertion.strength });
  }
  return sums;
}

function innermost(tests: readonly TestCase[], { at }: Assertion): TestCase | undefined {
  return tests.findLast(({ extent: [from, to] }) => at >= from && at < to);
}

function fewerRows({ path, before, after }: FilePair): readonly RuleFinding[] {
  if (before === null || after === null) return [];
  const [was, is] = [countRows(before), countRows(after)];
  if (is.count >= was.count || findTests(after).length > findTests(before).length) return [];
  const detail = `Tables of the tests have ${was.count - is.count} rows fewer; what they checked is checked no more.`;
  return [finding('S-ASSERT', { path, line: is.line, verdict: 'reject', detail })];
}

/** A tolerance where there was none, or a wider one than any before; one that only takes up rounding is fine. */
function widerTolerances({ path, before, after, added }: FilePair): readonly RuleFinding[] {
  if (before === null || after === null) return [];
  const was = findTolerances(before).map(({ width }) => width);
  const now = findTolerances(after);
  const old = was.length < now.length ? ROUNDING : Math.min(...was);
  return now
    .filter(({ width, line }) => added.has(line) && !was.includes(width) && width > old)
    .map(({ width, line }) =>
      finding('S-ASSERT', {
        path,
        line,
        verdict: 'reject',
        detail: `A comparison now has the tolerance ${width}, wider than before.`,
      }),
    );
}

const ROUNDING = 0.01;
