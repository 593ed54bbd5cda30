import { tokenAt } from '../tokens/flat-code.js';
import type { FunctionExtent } from '../tokens/functions.js';
import type { Language } from '../tokens/lexicons.js';
import type { Source } from '../tokens/source.js';

/** A test as its runner finds it. */
export interface TestCase {
  readonly name: string;
  readonly line: number;
  /** Its tokens, from the first to after the last; empty for what only makes the runner find tests. */
  readonly extent: readonly [number, number];
}

/** The tests that a text declares, by the conventions of the runners of its language. */
export function findTests(source: Source): readonly TestCase[] {
  const tests = (FINDERS[source.language] ?? []).flatMap((find) => find(source));
  return tests.sort((a, b) => a.extent[0] - b.extent[0]);
}

type Finder = (source: Source) => readonly TestCase[];

/** `it('adds', () => …)`, `test.each(table)('adds %i', …)`. */
const calls: Finder = (source) =>
  matches(
    source,
    /(?<=\s)(?<!\. )(?:(?:t|Deno) \. )?(?:x?it|test|specify|fit|xtest|Deno|example|scenario)(?:\s\. (?!test |match |exec )\w+)* [("]/g,
  ).flatMap((at) => {
    let open = at;
    while (source.code[open]?.text !== '(' && open < at + 12) open += 1;
    const isTable = source.code[open - 1]?.text === 'each' || source.code[open - 1]?.text === 'for';
    if (isTable) open = (source.partner[open] ?? -1) + 1;
    const name = source.code[open + 1];
    const close = source.partner[open] ?? -1;
    return name?.kind === 'string' && close > open ? [testOf(source, name.value, [at, close])] : [];
  });

const named =
  (pattern: RegExp): Finder =>
  ({ functions, code }) =>
    functions
      .filter(({ name }) => pattern.test(name))
      .map(({ name, head, body }) => ({ name, line: code[head]?.line ?? 1, extent: [head, body[1]] }));

/** Functions under a mark of the runner: `@Test`, `[Fact]`, `#[test]`. */
const marked =
  (pattern: RegExp): Finder =>
  (source) => {
    const { functions } = source;
    let next = 0;
    return matches(source, pattern).flatMap((at) => {
      while ((functions[next]?.head ?? at + 1) <= at) next += 1;
      let place = next;
      while (place < functions.length && isInsideMark(source, at, functions[place])) place += 1;
      const owner = functions[place];
      return owner === undefined ? [] : [testOf(source, owner.name, [owner.head, owner.body[1]])];
    });
  };

/** `@CsvSource({ … })` between the mark and the function looks like a function with a body. */
function isInsideMark({ code }: Source, at: number, each: FunctionExtent | undefined): boolean {
  if (each === undefined || each.head - at > FARTHEST_MARK) return false;
  return /^[@#[]$/.test(code[each.head - 1]?.text ?? '') || each.name === '';
}

/** Tokens between a mark and its function. */
const FARTHEST_MARK = 400;

/** Classes that the runner looks into. */
const suites: Finder = (source) =>
  matches(source, /(?<=\s)class (?:Test\w*|\w+(?=\s\( (?:unittest \. )?TestCase))/g).map((at) => ({
    name: `class ${source.code[at + 1]?.text ?? ''}`,
    line: source.code[at]?.line ?? 1,
    extent: [at, at],
  }));

/** Go's subtests. */
const subtests: Finder = (source) =>
  matches(source, /(?<=\s)\w+ \. Run \( "/g).map((at) => ({
    name: `run ${source.code[at + 4]?.value ?? ''}`,
    line: source.code[at]?.line ?? 1,
    extent: [at, at],
  }));

/** `TEST(Suite, Name) { … }`. */
const macros: Finder = (source) =>
  source.functions
    .filter(({ name }) =>
      /^(?:TYPED_)?(?:TEST|TEST_F|TEST_P|TEST_CASE|SCENARIO|TEST_METHOD|BOOST_AUTO_TEST_CASE|Test|TEST_SUITE)$/.test(
        name,
      ),
    )
    .map(({ head, parameters: [from, to], body }) =>
      testOf(
        source,
        source.code
          .slice(from, to)
          .map(({ value }) => value)
          .join(''),
        [head, body[1]],
      ),
    );

/** Functions that a program of tests starts by itself: each counts as long as something starts it. */
const started: Finder = ({ functions, code }) => {
  const heads = new Map(functions.map(({ head, name }) => [name, head]));
  heads.delete('main');
  const found = new Map<string, TestCase>();
  for (const [at, { text, line, kind }] of code.entries()) {
    const head = heads.get(text);
    const isStart = kind === 'word' && head !== undefined && head !== at && !isOnlyNamed(code, at);
    if (isStart && !found.has(text)) found.set(text, { name: `start of ${text}`, line, extent: [at, at] });
  }
  return [...found.values()];
};

/** A prototype, or a use that only quiets the compiler. */
const isOnlyNamed = (code: Source['code'], at: number): boolean =>
  (code[at - 1]?.kind === 'word' &&
    !/^(?:return|if|else|do|then|run)$/.test(code[at - 1]?.text ?? '') &&
    code[at]?.first === false) ||
  (code[at - 1]?.text === ')' && code[at - 2]?.text === 'void');

/** `it "adds" do … end` and `@test "adds" { … }`. */
const blocks: Finder = (source) =>
  matches(source, /(?<=\n)(?:x?it|test|specify|example|scenario|fit|should|@test) "/g).map((at) =>
    testOf(source, source.code[at + 1]?.value ?? '', [at, endOfBlock(source, at)]),
  );

/** After the line that closes a block, told by its indentation. */
function endOfBlock({ code }: Source, at: number): number {
  const column = code[at]?.column ?? 0;
  for (let next = at + 1; next < code.length; next += 1) {
    const token = code[next];
    if (token?.first && token.column <= column) return /^(?:end|\})$/.test(token.text) ? next + 1 : next;
  }
  return code.length;
}

function matches(source: Source, pattern: RegExp): readonly number[] {
  return [...source.flat.text.matchAll(pattern)].map(({ index }) => tokenAt(source.flat, index));
}

function testOf({ code }: Source, name: string, extent: readonly [number, number]): TestCase {
  return { name, line: code[extent[0]]?.line ?? 1, extent };
}

const FINDERS: Readonly<Partial<Record<Language, readonly Finder[]>>> = {
  javascript: [calls],
  typescript: [calls],
  python: [named(/^test/), suites],
  go: [named(/^(?:Test|Fuzz|Benchmark|Example)(?![a-z])/), subtests],
  rust: [marked(/(?<=\s)# \[ (?:\w+ :: )?(?:test|rstest|test_case|quickcheck)\b/g)],
  java: [marked(/(?<=\s)@ (?:\w+ \. )*(?:Test|ParameterizedTest|RepeatedTest|TestFactory|Property)\b/g)],
  kotlin: [marked(/(?<=\s)@ (?:\w+ \. )*(?:Test|ParameterizedTest|RepeatedTest|TestFactory)\b/g), calls],
  csharp: [marked(/(?<=\s)\[ (?:Fact|Theory|Test|TestMethod|DataTestMethod|TestCase)\b/g)],
  c: [macros, named(/^test/i), started],
  ruby: [blocks, named(/^test_/)],
  php: [named(/^test/), marked(/(?<=\s)# \[ Test\b/g), calls],
  shell: [blocks, named(/^test/), started],
};
