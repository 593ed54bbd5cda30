import type { RuleFinding } from '../../domain/rule-finding.js';
import { addedMarks, type Mark } from '../patch/added-marks.js';
import type { FilePair, PatchView } from '../patch/patch-view.js';
import { findAssertions } from '../tests/find-assertions.js';
import { findTests, type TestCase } from '../tests/find-tests.js';
import { newTests } from '../tests/new-tests.js';
import type { Source } from '../tokens/source.js';
import { JVM, type PatternRow, patternMarks, SCRIPT } from './pattern-marks.js';
import { finding } from './rule.js';

/** How each runner is told to pass a test over, to run only others, or to take a failure for a pass. */
const ROWS: readonly PatternRow[] = [
  {
    languages: SCRIPT,
    pattern:
      /(?<=\s)(?:it|test|describe|suite|context|specify|bench)(?: \. \w+)*? \. (?:skip|todo|skipIf|runIf|fixme|fails|failing)\b/g,
    detail: 'A test is passed over',
  },
  {
    languages: SCRIPT,
    pattern:
      /(?<=\s)(?:it|test|describe|suite|context|specify)(?: \. \w+)*? \. only\b|(?<=\s)(?:fit|fdescribe|ftest) \(/g,
    detail: 'Only some tests are left to run',
  },
  {
    languages: SCRIPT,
    pattern:
      /(?<=\s)(?:xit|xdescribe|xtest|xcontext|pending) \(|(?<=\s)(?:t|this|ctx|context|test) \. (?:skip|todo) \(|[{,]\s(?:skip|todo|only) : (?!false\b)/g,
    detail: 'A test is passed over by its options or from inside',
  },
  {
    languages: ['python'],
    pattern:
      /(?<=\s)(?:pytest )?(?:\. )?mark \. (?:skip|skipif|xfail)\b|(?<=\s)pytest \. (?:skip|xfail|importorskip|exit) \(|(?<=\s)(?:unittest \. )?(?:skip|skipIf|skipUnless) \(|(?<=\s)expectedFailure\b|\. skipTest \(|(?<=\s)raise (?:unittest \. )?SkipTest\b/g,
    detail: 'A test is skipped or expected to fail',
  },
  {
    languages: ['python'],
    pattern: /(?<=\s)(?:collect_ignore(?:_glob)?|__test__|pytestmark) \+?=/g,
    detail: 'Tests are kept from being collected',
  },
  {
    languages: ['go'],
    pattern: /(?<=\s)[tbf] \. (?:Skip|Skipf|SkipNow) \(|(?<=\s)testing \. Short \(/g,
    detail: 'A test is skipped',
  },
  {
    languages: ['rust'],
    pattern:
      /(?<=\s)# \[ cfg \( (?!test \))[^\]]{0,80}\](?=(?:\s# \[[^\]]{0,80}\]){0,4}\s# \[ (?:\w+ :: )?test\b)|(?<=# \[ test \]\s)# \[ cfg \(|(?<=\s)# ! \[ cfg \(|(?<=\s)# \[ cfg \( (?!test \))[^\]]{0,40}\btest\b[^\]]{0,60}\]\s(?:pub )?mod /g,
    detail: 'Tests are built only under a condition',
  },
  {
    languages: ['rust'],
    pattern: /(?<=\s)# \[ (?:ignore\b|cfg_attr \([^\]]{0,60}\bignore\b)/g,
    detail: 'A test is ignored',
  },
  {
    languages: JVM,
    pattern:
      /(?<=\s)@ (?:\w+ \. )*(?:Disabled\w*|Ignore|EnabledIf\w*|EnabledOn\w*|IgnoreIf|Requires)\b|(?<=\s)(?:Assumptions \. |Assume \. )?(?:assumeTrue|assumeFalse|assumingThat|assumeThat) \(|(?<=\s)enabled = false\b|\. config \( enabled = false|(?<=\s)xit \(/g,
    detail: 'A test is disabled or made to depend on an assumption',
  },
  {
    languages: ['csharp'],
    pattern:
      /(?<=[[,]\s)(?:Ignore|Explicit)\b|(?<=[(,]\s)(?:Skip|Ignore|Explicit) = |(?<=\s)Assert \. (?:Ignore|Inconclusive|Skip|Pass) \(|(?<=\s)Skip \. (?:If|IfNot)\b/g,
    detail: 'A test is skipped',
  },
  {
    languages: ['c'],
    pattern:
      /(?<=\s)(?:GTEST_SKIP|TEST_IGNORE|TEST_IGNORE_MESSAGE|SKIP|BOOST_TEST_DONT_PRINT) \(|(?<=\s)DISABLED_\w+|doctest :: (?:skip|should_fail|may_fail)\b|boost :: unit_test :: disabled\b|"\[(?:\.|!mayfail|!shouldfail)[^"\s]*"/g,
    detail: 'A test is disabled',
  },
  {
    languages: ['ruby'],
    pattern:
      /(?<=\n)(?:skip|pending|omit)(?=[\s(])(?! =)|(?<=\s)(?:xit|xdescribe|xcontext|fit|fdescribe|fcontext|xspecify)\s|(?<=\s)(?:skip|pending|focus) : (?!false)|, : (?:skip|pending|focus)\b/g,
    detail: 'A test is skipped or pending',
  },
  {
    languages: ['php'],
    pattern:
      /(?:->|::) (?:markTestSkipped|markTestIncomplete|skip|todo|only|expectNotToPerformAssertions) \(|# \[ (?:Skip|DoesNotPerformAssertions|RequiresPhp|RequiresOperatingSystem)\b/g,
    detail: 'A test is skipped',
  },
  { languages: ['shell'], pattern: /(?<=\n)(?:skip|startSkipping)(?=\s)/g, detail: 'A test is skipped' },
];

const PLATFORM =
  /platform|win32|windows|darwin|linux|macos|\bunix\b|GOOS|os \. name|target_(?:os|env|arch|family|endian|pointer_width)|OperatingSystem|EnabledOnOs|DisabledOnOs/i;

/** A part of a crate that may be built without. */
const FEATURE = /^\s*#\[cfg\(feature = "/;

/** S-SKIP: a test is left out of the run, wholly or from a line on, or it alone is run. */
export function disabledTests({ files }: PatchView): readonly RuleFinding[] {
  const tests = files.filter(holdsTests);
  const marks = addedMarks(tests, (source, file) => [
    ...patternMarks(source, ROWS),
    ...endedEarly(source),
    ...leftOut(source),
    ...buildTags(source, file),
    ...expectedToFail(source, file),
  ]);
  const lines = new Map(tests.map(({ path, after }) => [path, after?.text.split('\n') ?? []]));
  const fresh = new Map(tests.map((file) => [file.path, new Set(newTests(file).map(({ line }) => line))]));
  return marks.flatMap((mark) => {
    const about = lines.get(mark.path)?.slice(mark.line - 1, mark.line + 1) ?? [];
    const isPlatform = PLATFORM.test(about.join(' '));
    // A test that comes with its condition was never run elsewhere.
    const isNew = [0, 1, 2, 3].some((below) => fresh.get(mark.path)?.has(mark.line + below));
    if ((isPlatform || FEATURE.test(about.join(' '))) && isNew) return [];
    const advice = isPlatform
      ? 'it names a platform, so a person decides whether that is where it fails'
      : 'what is not run proves nothing';
    return [
      finding('S-SKIP', {
        ...mark,
        verdict: isPlatform ? 'escalate' : 'reject',
        detail: `${mark.detail}; ${advice}.`,
      }),
    ];
  });
}

const holdsTests = ({ fileClass, after }: FilePair): boolean =>
  fileClass === 'test' || fileClass === 'runner-config' || after?.language === 'rust';

/** A test that returns before its first assertion. */
function endedEarly(source: Source): readonly Mark[] {
  const places = findAssertions(source).map(({ at }) => at);
  return [...findTests(source), ...scripts(source)].flatMap(({ extent: [from, to], name }) => {
    const before = countBelow(places, to);
    const last = places[before - 1] ?? -1;
    const first = bodyStart(source, from);
    const isFirst = first !== -1 && isReturn(source, first) && first + 2 < to - 1;
    let at = isFirst ? first : from + 1;
    while (!isFirst && at < last && !(isReturn(source, at) && !isNested(source, at, from))) at += 1;
    if (!isFirst && at >= last) return [];
    const line = source.code[at]?.line;
    return line === undefined
      ? []
      : [
          {
            key: `return ${name}`,
            line,
            verdict: 'reject' as const,
            detail: 'A test returns before it asserts',
          },
        ];
  });
}

/** How many of some ascending numbers are below another. */
function countBelow(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A script that asserts without functions is a test by itself. */
const scripts = ({ language, code, functions }: Source): readonly TestCase[] =>
  language !== 'shell'
    ? []
    : [
        { name: 'the script', line: 1, extent: [-1, code.length] },
        ...functions.map(({ name, head, body }) => ({
          name,
          line: code[head]?.line ?? 1,
          extent: [head, body[1]] as const,
        })),
      ];

/** A return without a value, or of a constant. */
function isReturn({ code }: Source, at: number): boolean {
  if (code[at]?.text !== 'return' && !(code[at]?.text === 'exit' && code[at]?.first)) return false;
  const next = code[at + 1];
  return next === undefined || next.first || /^(?:;|\}|true|True|None|null|nil|undefined|0)$/.test(next.text);
}

/** Inside a function of its own, such as a callback. */
/** The first token of what the test does; -1 when it is not known. */
const bodyStart = ({ functions }: Source, from: number): number =>
  functions.find(({ head, body }) => head >= from && head <= from + 12 && body[0] < body[1])?.body[0] ?? -1;

const isNested = ({ functions }: Source, at: number, from: number): boolean => {
  const around = functions.filter(({ body: [start, end] }) => at >= start && at < end && start > from);
  return around.length > (from < 0 ? 0 : 1);
};

/** Assertions and tests that a preprocessor takes out. */
function leftOut({ comments, language }: Source): readonly Mark[] {
  if (language !== 'c') return [];
  return comments
    .filter(({ text }) => /^#[ \t]*if/.test(text))
    .map(({ line }) => ({
      key: '#if 0',
      line,
      verdict: 'reject',
      detail: 'Code of a test is taken out by #if 0',
    }));
}

/** A test that was there and is now expected to fail. */
function expectedToFail(source: Source, { before }: FilePair): readonly Mark[] {
  const known = new Set(before === null ? [] : findTests(before).map(({ name }) => name));
  return findTests(source).flatMap(({ name, line, extent: [from] }): readonly Mark[] => {
    const above = source.code.slice(Math.max(0, from - 24), from).filter((token) => line - token.line <= 3);
    const mark = above.find(({ text }) =>
      /^(?:should_panic|expectedFailure|ShouldThrow|ExpectedException)$/.test(text),
    );
    if (mark === undefined || !known.has(name)) return [];
    return [
      { key: `fails ${name}`, line: mark.line, verdict: 'reject', detail: 'A test is expected to fail' },
    ];
  });
}

/** Go's tags keep a file out of the build. */
function buildTags({ comments, language }: Source, { path }: FilePair): readonly Mark[] {
  if (language !== 'go' || !path.endsWith('_test.go')) return [];
  return comments
    .filter(({ text }) => /^\/\/(?:go:build|\s*\+build)\b/.test(text))
    .map(({ line, text }) => ({
      key: text,
      line,
      verdict: 'reject',
      detail: 'A build tag keeps the tests out',
    }));
}
