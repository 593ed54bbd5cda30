import type { RuleFinding } from '../../domain/rule-finding.js';
import { addedMarks } from '../patch/added-marks.js';
import type { PatchView } from '../patch/patch-view.js';
import { JVM, type PatternRow, patternMarks, SCRIPT } from './pattern-marks.js';
import { finding } from './rule.js';

/** Variables that runners and CI systems set. */
const NAMES =
  'CI|GITHUB_ACTIONS|GITLAB_CI|TRAVIS|CIRCLECI|BUILDKITE|JENKINS_URL|TF_BUILD|JEST_WORKER_ID|VITEST\\w*|MOCHA\\w*|PYTEST\\w*|TOX_\\w+|BATS\\w*|RUST_TEST\\w*|NEXTEST\\w*|PHPUNIT\\w*|GTEST\\w*|CTEST\\w*|UNIT_?TEST\\w*|TESTING|IS_TEST|TEST_MODE|RUNNING_TESTS|XUNIT\\w*|SUREFIRE\\w*|DOTNET_RUNNING_IN_TEST|MAKE\\w+|MFLAGS|npm_\\w+|CARGO\\w*|GO_TEST\\w*|NX_\\w+|TURBO_\\w+';
const VARIABLE = new RegExp(`(?<=\\s)"(?:${NAMES})"(?=\\s)`, 'g');
const MODES =
  /(?<=\s)"(?:NODE_ENV|RAILS_ENV|RACK_ENV|APP_ENV|ASPNETCORE_ENVIRONMENT|DOTNET_ENVIRONMENT|FLASK_ENV|ENV|GO_ENV)"(?=\s)[^;\n]{0,60}"test\w*"/gi;

/** Any other variable whose name speaks of tests. */
const SPOKEN =
  /(?<=\s)(?:getenv|secure_getenv|Getenv|LookupEnv|GetEnvironmentVariable|var|var_os|get|fetch|getProperty|environ|ENV|env) (?:\(|\[|\. get \() "[A-Z_]*(?:TEST|SPEC|MOCK|HARNESS|RUNNER|CHECK|_CI|CI_)[A-Z_]*"|(?<=\s)env \. [A-Z_]*(?:TEST|SPEC|MOCK|HARNESS|RUNNER)[A-Z_]*\b/g;

const ALL = ['python', 'go', 'java', 'kotlin', 'rust', 'c', 'csharp', 'ruby', 'php', ...SCRIPT] as const;

/** How a program finds out that it is being tested. */
const ROWS: readonly PatternRow[] = [
  { languages: ALL, pattern: VARIABLE, detail: 'reads a variable that runners or CI set' },
  { languages: ALL, pattern: SPOKEN, detail: 'reads a variable that speaks of tests' },
  { languages: ALL, pattern: MODES, detail: 'asks for the mode of tests' },
  {
    languages: SCRIPT,
    pattern: new RegExp(
      `(?<=\\s)env(?: \\?)? \\. (?:${NAMES})\\b|(?<=\\s)env \\?\\. (?:${NAMES})\\b|[{,]\\s(?:${NAMES})\\b[^=\\n]{0,40}\\} = (?:globalThis \\. )?process \\. env`,
      'g',
    ),
    detail: 'reads a variable that runners or CI set',
  },
  {
    languages: SCRIPT,
    pattern:
      /(?<=\s)NODE_ENV\b[^;\n]{0,20}"test"|(?<=\s)"test" [!=]==? [^;\n]{0,30}NODE_ENV\b|(?<=\s)typeof (?:globalThis \. )?(?:jest|vi|describe|it|test|expect|beforeEach|afterEach|mocha|before|after)\b|(?<=\s)import \. meta \. vitest\b|(?<=\s)(?:globalThis|global|window) (?:\.|\?\.) (?:jest|vi|describe|it|expect|__vitest\w*|__coverage__|mocha)\b|"(?:jest|vitest|mocha|describe|expect|__coverage__|__vitest\w*|beforeEach)" in (?:globalThis|global|window)/g,
    detail: 'asks whether a test runner is loaded',
  },
  {
    languages: SCRIPT,
    pattern:
      /(?<!\. stack = )(?<=\s)new Error \((?: "[^"]*")?\s?\) (?:\.|\?\.) stack\b|(?<=\s)process \. (?:argv|execArgv|argv0)\b[^;\n]{0,60}"[^"\s]*(?:test|jest|vitest|mocha)|(?<=\s)require \. (?:cache|main)\b[^;\n]{0,60}"[^"\s]*(?:test|jest|vitest|mocha)|(?<=\s)module \. parent\b|(?<=\s)process \. argv \[ 1 \]|(?<=\s)process \. title\b|(?<=\s)os \. (?:hostname|userInfo) \(/g,
    detail: 'looks at who called it',
  },
  {
    languages: ['python'],
    pattern:
      /(?<=\s)from (?:inspect|traceback|sys) import [^;\n]{0,80}\b(?:stack|currentframe|getouterframes|extract_stack|_getframe|gettrace)\b|(?<!__module__ in )(?<=\s)sys \. modules\b(?! (?:\[|\. get \() (?:\w+ \. )*(?:__module__|__name__)\s)|(?<=\s)sys \. (?:argv \[ 0 \]|executable|orig_argv)|(?<=\s)sys \. argv\b[^;\n]{0,40}"[^"\s]*(?:test|pytest)|(?<=\s)(?:socket \. gethostname|getpass \. getuser|platform \. node|os \. getlogin) \(|(?<=\s)inspect \. (?:stack|currentframe|getouterframes) \(|(?<!__module__ = )(?<=\s)sys \. _getframe \(|(?<=\s)traceback \. (?:extract_stack|format_stack|walk_stack) \(|(?<=\s)sys \. (?:gettrace|_called_from_test)\b/g,
    detail: 'looks at who called it or what is loaded',
  },
  {
    languages: ['go'],
    pattern:
      /(?<=\s)testing \. Testing \(|(?<=\s)flag \. Lookup \( "test\.|(?<=\s)os \. Args\b[^;\n]{0,60}"[^"\s]*test|"\.test(?:\.exe)?"|(?<=\s)os \. Args \[ 0 \]|(?<=\s)os \. Executable \(|(?<=\s)runtime \. Callers? \(|(?<=\s)debug \. (?:Stack|PrintStack) \(/g,
    detail: 'asks whether it is being tested or who called it',
  },
  {
    languages: ['rust'],
    pattern:
      /(?<=\s)cfg ! \( (?:not \( )?test\b|(?<=\s)# \[ cfg \( not \( test\b|(?<=\s)# \[ cfg \( test \) \](?!\s(?:# \[[^\]]{0,80}\]\s)*(?:pub (?:\( [^()]{1,40} \) )?)?(?:(?:const|async|unsafe) )*(?:mod|use|fn|impl|struct|enum|type|trait|static|const|extern|macro_rules) )|(?<=\s)cfg_attr \( test\b|(?<=\s)(?:env|option_env) ! \( "CARGO_|(?<=\s)args(?:_os)? \( \) \. (?:next|nth)\b|(?<=\s)args(?:_os)? \( \) \. (?:any|find|filter)\b[^\n]{0,80}"[^"\s]*(?:test|deps)|"\/?(?:target\/debug\/)?deps\/"|(?<=\s)current_exe \(|(?<=\s)Backtrace :: |thread :: current \( \) \. name\b/g,
    detail: 'asks whether it is built for tests or who called it',
  },
  {
    languages: SCRIPT,
    pattern: /\. stack (?:\.|\?\.) (?:includes|split|match|indexOf|search)\b|(?<=\s)prepareStackTrace\b/g,
    detail: 'looks into a stack of calls',
    verdict: 'escalate',
  },
  {
    languages: ['rust'],
    pattern:
      /(?<=\s)cfg ! \( (?:not \( )?debug_assertions\b|(?<=\s)# \[ cfg \( (?:not \( )?debug_assertions \)/g,
    detail: 'asks for the build that tests are run with',
    verdict: 'escalate',
  },
  {
    languages: ['csharp'],
    pattern: /(?<=\s)# if !? ?DEBUG\b/g,
    detail: 'asks for the build that tests are run with',
    verdict: 'escalate',
  },
  {
    languages: JVM,
    pattern:
      /(?<=\s)(?:StackWalker\b|Thread \. currentThread \( \) \. (?:getStackTrace|stackTrace)|getStackTrace \(|stackTrace\b)|(?<=\s)Class \. forName \( "[^"\s]*(?:junit|testng|kotlintest|kotest|mockito)|(?<=\s)"(?:surefire|org\.junit|junit)[^"\s]*"|(?<=\s)"(?:sun\.[^"\s]*|java\.class\.path|user\.[^"\s]*|org\.gradle[^"\s]*|gradle\.[^"\s]*|basedir)"|(?<=\s)ManagementFactory\b|(?<=\s)InetAddress \. getLocalHost\b/g,
    detail: 'looks at who called it or what is loaded',
  },
  {
    languages: ['csharp'],
    pattern:
      /(?<=\s)(?:Environment \. StackTrace|new StackTrace \(|new StackFrame \()|\. GetAssemblies \(|(?<=\s)Assembly \. GetEntryAssembly \(|(?<=\s)Environment \. (?:GetCommandLineArgs|ProcessPath|CommandLine)\b|(?<=\s)GetCurrentProcess \( \) \. ProcessName|AppDomain \. CurrentDomain\b|"(?=[^"\s]*")[^"\s]*(?:xunit|nunit|mstest|testhost)/gi,
    detail: 'looks at who called it or what is loaded',
  },
  {
    languages: ['c'],
    pattern:
      /(?<=\s)(?:ifdef|ifndef|defined \(?) ?(?:UNIT_?TEST\w*|TESTING|TEST|GTEST\w*|RUNNING_TESTS|TEST_BUILD|CI)\b|(?<=\s)program_invocation_(?:short_)?name\b|(?<=\s)__progname\b|(?<=\s)backtrace \(|"\/proc\/self\/[^"\s]*"/g,
    detail: 'asks whether it is built for tests, or by whom it is run',
  },
  {
    languages: ['ruby'],
    pattern:
      /(?<=\s)defined\? ?\(? ?(?:: : )?(?:RSpec|Minitest|Test|MiniTest|Spec)\b|(?<=\s)Object \. const_defined\? \( (?:: ?)?"?(?:RSpec|Minitest)|\. env \. test\?|(?<=\s)(?:caller|caller_locations)(?=[\s(])|(?<=\s)(?:\$PROGRAM_NAME|\$0|\$ 0)\b[^\n]{0,40}(?:test|spec|rake)|(?<=\s)"(?:RSpec|Minitest)"|\$LOADED_FEATURES\b/g,
    detail: 'asks whether a test runner is loaded or who called it',
  },
  {
    languages: ['php'],
    pattern:
      /(?<=\s)(?:debug_backtrace|debug_print_backtrace|get_included_files) \(|(?<=\s)(?:defined|class_exists) \( "[^"\s]*PHPUNIT|PHPUnit ?\\|runningUnitTests \(|(?<=\s)environment \( "testing"|\$_SERVER\b[^;\n]{0,30}"argv"/gi,
    detail: 'asks whether a test runner is loaded or who called it',
  },
  {
    languages: ['shell'],
    pattern: new RegExp(
      `\\$ (?:\\{ ?)?(?:${NAMES})\\b|"(?=[^"\\s]*")[^"\\s]*\\$\\{?(?:${NAMES})\\b|\\$ \\{? ?(?:BATS|BASH_SOURCE \\[ 1)|(?<=\\s)\\$ PPID\\b|(?<=\\s)caller(?=\\s)`,
      'g',
    ),
    detail: 'reads a variable that runners or CI set, or who called it',
  },
];

/** Asked so often already, a file is part of what runs tests. */
const HABIT = 5;

/** S-ENV: source that behaves in another way when it is tested. What the file asked already at the base does not count. */
export function testDetection({ files }: PatchView): readonly RuleFinding[] {
  const source = files.filter(({ fileClass }) => fileClass === 'source' || fileClass === 'generated');
  const habits = new Map(
    source.map(({ path, before }) => [path, before === null ? 0 : patternMarks(before, ROWS).length]),
  );
  return addedMarks(source, (text) => patternMarks(text, ROWS)).map((mark) =>
    finding('S-ENV', {
      ...mark,
      verdict: (habits.get(mark.path) ?? 0) >= HABIT ? 'escalate' : mark.verdict,
      detail: `The code ${mark.detail}; it has to do the same whether or not it is tested.`,
    }),
  );
}
