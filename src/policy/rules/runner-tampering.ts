import { posix } from 'node:path';
import type { RuleFinding } from '../../domain/rule-finding.js';
import { addedMarks, type Mark } from '../patch/added-marks.js';
import type { FilePair, PatchView } from '../patch/patch-view.js';
import type { Source } from '../tokens/source.js';
import { JVM, type PatternRow, patternMarks, SCRIPT } from './pattern-marks.js';
import { finding } from './rule.js';
import { weakerSupport } from './weaker-support.js';

/** What reaches into a runner, its assertions or its start. */
const ROWS: readonly PatternRow[] = [
  {
    languages: SCRIPT,
    pattern:
      /(?<=\s)(?:(?:globalThis|global|window) \. (?:it|test|describe|expect|assert|jest|vi|beforeEach|afterEach|console)|(?:expect|assert|jest|vi|chai|it|test|describe|sinon)(?: \. (?:prototype|Assertion|AssertionError|strict))? \. \w+(?: \. \w+)?|(?:chai \. )?(?:Assertion|AssertionError) \. prototype \. \w+) =(?![=>])/g,
    detail: 'The runner or its assertions are given another meaning',
  },
  {
    languages: SCRIPT,
    pattern:
      /(?<=\s)(?:expect \. extend|jasmine \. addMatchers|Assertion \. (?:overwriteMethod|overwriteProperty)|chai \. use|setDefaultResultOrder|Module \. _(?:load|resolveFilename)) \(|(?<=\s)Module \. _load =|(?<=\s)require \. cache \[/g,
    detail: 'The runner or module loading is extended',
  },
  {
    languages: SCRIPT,
    pattern: /(?<=\s)require \( "(?:node:)?assert(?:\/strict)?" \)(?: \. strict)? \. \w+ =(?![=>])/g,
    detail: 'The assertions are given another meaning',
  },
  {
    languages: SCRIPT,
    pattern: /(?<=\s)process \. (?:exit|emit|reallyExit|stdout \. write|stderr \. write) =(?![=>])/g,
    detail: 'What the runner uses to tell its result is replaced',
  },
  {
    languages: ['python'],
    pattern:
      /(?<=\s)(?:pytest|unittest|_pytest|nose|doctest|TestCase|AssertionError)(?: \. \w+){0,4} =(?!=)|(?<=\s)(?:setattr|delattr|mock \. patch \. object|patch \. object) \( (?:pytest|unittest|_pytest|TestCase)\b|(?<=\s)sys \. modules \[ "(?:pytest|unittest|_pytest)[^"]*" \] =|(?<=\s)sys \. (?:exit|settrace|excepthook|stdout|stderr|meta_path)(?: \. \w+)? =|(?<=\s)sys \. meta_path \. (?:insert|append) \(|(?<=\s)(?:builtins|__builtins__) \. (?:AssertionError|isinstance|all|any)\b/g,
    detail: 'The runner or its assertions are given another meaning',
  },
  {
    languages: ['python'],
    pattern:
      /(?<=\s)def pytest_\w+|(?<=\s)(?:pytest \. )?hookimpl\b|(?<=\s)(?:outcome|report|rep|result|call) \. (?:outcome|passed|failed|excinfo|longrepr|wasxfail|force_result) ?=?/g,
    detail: 'A hook of the runner is added',
  },
  {
    languages: ['go'],
    pattern:
      /(?<=\s)func TestMain \(|(?<=\s)flag \. Set \( "test\.|(?<=\s)os \. Args =|(?<=\s)\* ?testing \. T \) [A-Z]/g,
    detail: 'The start of the tests is taken over',
  },
  {
    languages: JVM,
    pattern:
      /(?<=\s)package (?:org \. (?:junit|assertj|hamcrest|mockito|testng)|kotlin \. test|io \. kotest)\b|(?<=\s)(?:implements|:) [^{]{0,80}\b(?:TestExecutionExceptionHandler|InvocationInterceptor|TestWatcher|TestExecutionListener|LauncherSessionListener|TestRule|MethodRule|IRetryAnalyzer|AfterTestExecutionCallback)\b|(?<=\s)System \. (?:setSecurityManager|setErr|setOut) \(/g,
    detail: 'The runner is extended or replaced',
  },
  {
    languages: ['csharp'],
    pattern:
      /(?<=\s)namespace (?:Xunit|NUnit|Microsoft \. VisualStudio \. TestTools)\b|(?<=\s): [^{]{0,60}\b(?:BeforeAfterTestAttribute|ITestAction|XunitTestFramework|IXunitTestCaseDiscoverer)\b/g,
    detail: 'The runner is extended or replaced',
  },
  {
    languages: ['ruby'],
    pattern:
      /(?<=\n)(?:class|module) (?:Minitest|RSpec|Test)(?: :: \w+)+|(?<=\n)(?:module|class) (?:Minitest|RSpec)\b|(?<=\s)(?:Minitest|RSpec|Test :: Unit)(?: :: \w+){0,3} \. (?:class_eval|prepend|include|define_method|autorun|configure|after_run|extensions|send)\b|(?<=\n)def (?:assert\w*|refute\w*|expect|passed\?|failures?)(?=\s)/g,
    detail: 'The runner or its assertions are given another meaning',
  },
  {
    languages: ['php'],
    pattern:
      /(?<=\s)namespace (?:PHPUnit|Pest|Mockery)\b|(?<=\s)implements [^{]{0,60}\b(?:Extension|TestListener|AfterTestHook|Subscriber|AfterTestErrorHook)\b|(?<=\s)function assert\w+ \(/g,
    detail: 'The runner or its assertions are given another meaning',
  },
  {
    languages: ['c'],
    pattern:
      /(?<=\s)# (?:define|undef) (?:assert|ASSERT\w*|EXPECT\w*|CHECK\w*|REQUIRE\w*|TEST\w*|NDEBUG)\b|(?<=\s)__(?:lsan|asan|ubsan|msan|tsan)_\w+/g,
    detail: 'Assertions are given another meaning',
  },
  {
    languages: ['rust'],
    pattern:
      /(?<=\s)macro_rules ! (?:(?:debug_)?assert(?:_eq|_ne|_matches)?|panic)\b|(?<=\s)panic :: (?:set_hook|catch_unwind)\b/g,
    detail: 'Assertions are given another meaning',
  },
  {
    languages: ['shell'],
    pattern:
      /(?<=\n)(?:function )?(?:assert\w*|refute\w*|fail|run|bats|bats_(?:load_library|require_minimum_version|test_function)|pytest|npm|node|go|cargo|test|python3?) ?\( \)|(?<=\n)alias (?:pytest|npm|node|go|cargo|test)\b/g,
    detail: 'A command or an assertion is given another meaning',
  },
];
const STARTUP =
  /(?<=\s|")(?:NODE_OPTIONS|LD_PRELOAD|PYTEST_ADDOPTS|PYTEST_PLUGINS|PYTHONSTARTUP|PYTHONPATH|RUBYOPT|JAVA_TOOL_OPTIONS|MAVEN_OPTS|GOFLAGS|RUSTC_WRAPPER|ASAN_OPTIONS|LSAN_OPTIONS|UBSAN_OPTIONS|TSAN_OPTIONS|MSAN_OPTIONS|DYLD_INSERT_LIBRARIES|BASH_ENV)(?="|\s(?:=|\]))/g;

/** Files that a runner or an interpreter loads by their name. */
const LOADED =
  /(?:^|\/)(?:sitecustomize|usercustomize|conftest)\.py$|\.pth$|(?:^|\/)(?:\.mocharc|\.taprc|\.rspec|jest\.setup|vitest\.setup|setupTests|setup-tests|jest\.config|vitest\.config|spec_helper|rails_helper|build)\.?\w*$|(?:^|\/)(?:node_modules|site-packages)\/|META-INF\/services\/org\.junit/;
/** Modules of runners and standard libraries that a file beside the tests would stand before. */
const SHADOWED = new Set(
  'pytest unittest jest vitest mocha chai assert math random json re os sys time datetime typing collections decimal functools itertools logging string struct hashlib copy enum dataclasses minitest rspec set bigdecimal'.split(
    ' ',
  ),
);

/** S-RUN: the runner, what it loads, or what the tests assert with is changed. */
export function runnerTampering(patch: PatchView): readonly RuleFinding[] {
  const code = patch.files.filter(({ fileClass }) => fileClass !== 'docs');
  const marks = addedMarks(code, (source, file) => [
    ...patternMarks(source, ROWS).map((mark) =>
      isOwn(file) ? { ...mark, verdict: 'escalate' as const } : mark,
    ),
    ...startup(source),
  ]);
  return [
    ...marks.map((mark) =>
      finding('S-RUN', { ...mark, detail: `${mark.detail}; the runner has to judge as it did.` }),
    ),
    ...code.flatMap((file) => [...loaded(file), ...shadowing(file, patch), ...weakerSupport(file)]),
  ];
}

/** A source that does so all along is an assertion library, or a runner. */
const HABIT = 5;
const isOwn = ({ before, fileClass }: FilePair): boolean =>
  fileClass === 'source' && before !== null && patternMarks(before, ROWS).length >= HABIT;

function startup({ flat, code }: Source): readonly Mark[] {
  return [...flat.text.matchAll(STARTUP)].map(({ index }) => {
    const at = flat.offsets.findIndex((offset) => offset >= index);
    return {
      key: 'startup',
      line: code[Math.max(0, at)]?.line ?? 1,
      verdict: 'reject' as const,
      detail: 'A variable that decides how runners start is set',
    };
  });
}

/** A new file that is loaded by its name, or more than plain fixtures in one that was there. */
function loaded(file: FilePair): readonly RuleFinding[] {
  const { path, before, after, added } = file;
  if (
    file.fileClass === 'ci' ||
    file.fileClass === 'git-data' ||
    after === null ||
    !(LOADED.test(path) || file.fileClass === 'runner-config')
  )
    return [];
  const line = [...added][0] ?? null;
  const isFixtures = /conftest\.py$/.test(path) && onlyFixtures(after, added);
  const verdict = (before === null || isCode(path)) && !isFixtures ? 'reject' : 'escalate';
  const detail = isFixtures
    ? 'Fixtures are added that the runner loads by itself; a person decides whether they are plain ones.'
    : 'The file is loaded by the runner or the interpreter before any test; what it does there decides the result.';
  return [finding('S-RUN', { path, line, verdict, detail })];
}

const isCode = (path: string): boolean =>
  /\.(?:py|pth|rb|rs)$|setup(?:(?!setup)\w)*\.[cm]?[jt]sx?$|bootstrap\.php$/i.test(path);

/** Imports and functions under `@pytest.fixture`, none of which works by itself. */
function onlyFixtures({ code, flat, functions }: Source, added: ReadonlySet<number>): boolean {
  if (/autouse = True|monkeypatch|setattr|sys \.|os \. _exit|atexit/.test(flat.text)) return false;
  return (
    code.every(
      ({ first, line, column, text }) =>
        !first || !added.has(line) || column > 0 || /^(?:@|def|import|from|\)|\]|async)$/.test(text),
    ) && functions.every(({ name }) => !name.startsWith('pytest_'))
  );
}

function shadowing(
  { path, before, after, fileClass }: FilePair,
  { related }: PatchView,
): readonly RuleFinding[] {
  const name = posix.basename(path).replace(/\.\w+$/, '');
  if (before !== null || after === null || fileClass === 'docs' || !/\.(?:py|js|cjs|mjs|ts|rb)$/.test(path))
    return [];
  const isTop = path.split('/').length <= 2;
  const manifest = [...related]
    .filter(([each]) => /package\.json$|requirements\S{0,100}\.txt$|pyproject\.toml$|Gemfile$/.test(each))
    .map(([, { text }]) => text)
    .join('\n');
  const isDependency =
    name.length > 2 &&
    new RegExp(`["'\\n ]${name.replaceAll(/[^\w-]/g, '')}["'\\s>=<~^\\[]`).test(manifest) &&
    /\.(?:py|rb)$/.test(path);
  if (!isTop || !(SHADOWED.has(name) || isDependency)) return [];
  return [
    finding('S-RUN', {
      path,
      line: 1,
      verdict: 'reject',
      detail: `The new file stands before the module ${name} that the tests use.`,
    }),
  ];
}
