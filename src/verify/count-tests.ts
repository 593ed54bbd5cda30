import { stripVTControlCharacters } from 'node:util';
import type { TestCount } from '../domain/execution.js';

type Part = keyof TestCount;

/** A runner's summary: a line that holds `line`, in which each pattern finds the number of one outcome. */
interface SummaryForm {
  readonly runner: string;
  readonly line: RegExp;
  readonly parts: readonly (readonly [Part, RegExp])[];
}

const NODE_TEST_LINE = /^(?:ℹ|#) (?:pass|fail|skipped|todo) +\d+$/;

/**
 * How test runners say how many tests ran, one row a runner. Numbers of several summaries add up (workspaces, crates).
 * Sources: the runners' own output.
 */
const SUMMARY_FORMS: readonly SummaryForm[] = [
  {
    runner: 'jest',
    line: /^Tests: .*\btotal$/,
    parts: [
      ['passed', /(\d+) passed/],
      ['failed', /(\d+) failed/],
      ['skipped', /(\d+) (?:skipped|todo)/],
    ],
  },
  {
    runner: 'vitest',
    line: /^ *Tests +.*\(\d+\)$/,
    parts: [
      ['passed', /(\d+) passed/],
      ['failed', /(\d+) failed/],
      ['skipped', /(\d+) (?:skipped|todo)/],
    ],
  },
  {
    runner: 'node:test and TAP',
    line: NODE_TEST_LINE,
    parts: [
      ['passed', / pass +(\d+)/],
      ['failed', / fail +(\d+)/],
      ['skipped', / (?:skipped|todo) +(\d+)/],
    ],
  },
  { runner: 'mocha', line: /^ +\d+ passing\b/, parts: [['passed', /(\d+) passing/]] },
  { runner: 'mocha', line: /^ +\d+ failing$/, parts: [['failed', /(\d+) failing/]] },
  { runner: 'mocha', line: /^ +\d+ pending$/, parts: [['skipped', /(\d+) pending/]] },
  {
    runner: 'pytest',
    line: /^(?:=+ )?\d+ (?:passed|failed|errors?|skipped|xfailed|deselected).* in [\d.]+s\b/,
    parts: [
      ['passed', /(\d+) passed/],
      ['failed', /(\d+) failed/],
      ['failed', /(\d+) errors?\b/],
      ['skipped', /(\d+) skipped/],
      ['skipped', /(\d+) xfailed/],
    ],
  },
  {
    runner: 'cargo test',
    line: /^test result: (?:ok|FAILED)\./,
    parts: [
      ['passed', /(\d+) passed/],
      ['failed', /(\d+) failed/],
      ['skipped', /(\d+) ignored/],
    ],
  },
  { runner: 'go test -v', line: /^ *--- PASS: /, parts: [['passed', /--- (?=PASS)/]] },
  { runner: 'go test -v', line: /^ *--- FAIL: /, parts: [['failed', /--- (?=FAIL)/]] },
  { runner: 'go test -v', line: /^ *--- SKIP: /, parts: [['skipped', /--- (?=SKIP)/]] },
  { runner: 'go test', line: /^ok {2}\t\S+/, parts: [['passed', /^ok/]] },
  { runner: 'go test', line: /^FAIL\t\S+/, parts: [['failed', /^FAIL/]] },
  {
    runner: 'surefire',
    line: /^(?:\[\w+\] +)?Tests run: \d+, Failures: \d+, Errors: \d+, Skipped: \d+$/,
    parts: [
      ['passed', /Tests run: (\d+)/],
      ['failed', /Failures: (\d+)/],
      ['failed', /Errors: (\d+)/],
      ['skipped', /Skipped: (\d+)/],
    ],
  },
  {
    runner: 'rspec',
    line: /^\d+ examples?, \d+ failures?/,
    parts: [
      ['passed', /^(\d+) examples?/],
      ['failed', /(\d+) failures?/],
      ['skipped', /(\d+) pending/],
    ],
  },
  {
    runner: 'minitest',
    line: /^\d+ (?:runs|tests), \d+ assertions, /,
    parts: [
      ['passed', /^(\d+) (?:runs|tests)/],
      ['failed', /(\d+) failures/],
      ['failed', /(\d+) errors/],
      ['skipped', /(\d+) skips/],
    ],
  },
  {
    runner: 'jasmine',
    line: /^\d+ specs?, \d+ failures?/,
    parts: [
      ['passed', /^(\d+) specs?/],
      ['failed', /(\d+) failures?/],
      ['skipped', /(\d+) pending/],
    ],
  },
  { runner: 'ava', line: /^ +\d+ tests? passed$/, parts: [['passed', /(\d+) tests?/]] },
  { runner: 'ava', line: /^ +\d+ tests? failed$/, parts: [['failed', /(\d+) tests?/]] },
  { runner: 'ava', line: /^ +\d+ tests? (?:skipped|todo)$/, parts: [['skipped', /(\d+) tests?/]] },
  { runner: 'phpunit', line: /^OK \(\d+ tests?, /, parts: [['passed', /(\d+) tests?/]] },
  {
    runner: 'phpunit',
    line: /^Tests: \d+, Assertions: \d+/,
    parts: [
      ['passed', /Tests: (\d+)/],
      ['failed', /Failures: (\d+)/],
      ['failed', /Errors: (\d+)/],
      ['skipped', /Skipped: (\d+)/],
    ],
  },
  { runner: 'gtest', line: /^\[ {2}PASSED {2}\] \d+ tests?/, parts: [['passed', /(\d+) tests?/]] },
  { runner: 'gtest', line: /^\[ {2}FAILED {2}\] \d+ tests?, listed/, parts: [['failed', /(\d+) tests?/]] },
  {
    runner: 'dotnet test',
    line: /^(?:Passed|Failed)! +- Failed: +\d+, Passed:/,
    parts: [
      ['passed', /Passed: +(\d+)/],
      ['failed', /Failed: +(\d+)/],
      ['skipped', /Skipped: +(\d+)/],
    ],
  },
];

/**
 * ctest runs other runners and shows their own summaries only when they fail: beside its summary those do not count, or a
 * green run would seem to have lost them.
 */
const CTEST: SummaryForm = {
  runner: 'ctest',
  line: /^\d+% tests passed, \d+ tests failed out of \d+$/,
  parts: [
    ['passed', /out of (\d+)$/],
    ['failed', /(\d+) tests failed/],
  ],
};

/** Runners whose first number is the total: their failures and skips are inside it. */
const TOTAL_FIRST = new Set(['ctest', 'jasmine', 'surefire', 'rspec', 'minitest', 'phpunit']);

/** Failures that a runner counts beside a test that it has counted already. Sources: the runners' own output. */
const FAILURES_BESIDE_TESTS: readonly RegExp[] = [
  // node:test, in TAP and in words: a file that broke outside its tests.
  /^not ok \d+ - .+\n {2}---\n(?: {2}.+\n)*? {2}error: 'test failed'$/gm,
  /^test at .+:1:1\n✖ .+\n {2}'test failed'$/gm,
  // mocha and pytest: what was to be done after a test.
  /^ +(?:\d+\) )?"after (?:each|all)" hook\b.*:$/gm,
  /^_+ ERROR at teardown of .+ _+$/gm,
];

/** Tests that the runners of an output counted, or null when no runner said a number. */
export function countTests(output: string): TestCount | null {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  let counted = false;
  const text = stripVTControlCharacters(output).replaceAll('\r\n', '\n');
  const lines = text.split('\n');
  const forms = formsFor(lines);
  for (const [index, line] of lines.entries()) {
    const verdict = forms.includes(CTEST) ? '' : (lines[index + 2] ?? '');
    const count = countLine(line, forms) ?? countUnittest(line, verdict);
    if (count === null) continue;
    counted = true;
    for (const part of ['passed', 'failed', 'skipped'] as const) sum[part] += count[part];
  }
  return counted ? eachTestOnce(sum, text) : null;
}

/** A test that passed before something beside it failed is one test, which failed: a repair must not seem to lose one. */
function eachTestOnce(sum: TestCount, text: string): TestCount {
  const beside = FAILURES_BESIDE_TESTS.reduce((all, form) => all + (text.match(form)?.length ?? 0), 0);
  const fromPassed = Math.min(sum.passed, beside);
  const fromFailed = Math.min(beside - fromPassed, Math.max(0, sum.failed - 1));
  return { ...sum, passed: sum.passed - fromPassed, failed: sum.failed - fromFailed };
}

/** go names each test only with -v (then it says `=== RUN`); without, the packages are what can be counted. */
function formsFor(lines: readonly string[]): readonly SummaryForm[] {
  if (lines.some((line) => CTEST.line.test(line))) return [CTEST];
  const otherUnit = lines.some((line) => line.startsWith('=== RUN ')) ? 'go test' : 'go test -v';
  return SUMMARY_FORMS.filter(({ runner }) => runner !== otherUnit);
}

function countLine(line: string, forms: readonly SummaryForm[]): TestCount | null {
  const form = forms.find((each) => each.line.test(line));
  if (form === undefined) return null;
  const count = { passed: 0, failed: 0, skipped: 0 };
  for (const [part, pattern] of form.parts) {
    const match = pattern.exec(line);
    if (match !== null) count[part] += match[1] === undefined ? 1 : Number(match[1]);
  }
  return TOTAL_FIRST.has(form.runner)
    ? { ...count, passed: count.passed - count.failed - count.skipped }
    : count;
}

/** unittest: `Ran 5 tests in 0.001s`, an empty line, then `FAILED (failures=1, errors=1)` or `OK (skipped=1)`. */
function countUnittest(line: string, verdict: string): TestCount | null {
  const ran = /^Ran (\d+) tests? in /.exec(line);
  if (ran === null || verdict === '') return null;
  const of = (name: string): number => Number(new RegExp(`\\b${name}=(\\d+)`).exec(verdict)?.[1] ?? 0);
  const skipped = of('skipped') + of('expected failures');
  const executed = Math.max(0, Number(ran[1]) - skipped);
  // Subtests and a tear-down fail beside their test; a class that was not set up fails without one.
  const failed = Math.min(of('failures') + of('errors'), Math.max(1, executed));
  return { passed: Math.max(0, executed - failed), failed, skipped };
}
