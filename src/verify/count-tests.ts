import { stripVTControlCharacters } from 'node:util';
import type { TestCount } from '../domain/execution.js';
import { OUTER_FORMS, SUMMARY_FORMS, type SummaryForm, TOTAL_FIRST } from './summary-forms.js';

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
  const text = plainText(output);
  const counts = countedLines(text);
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const { count } of counts) add(sum, count);
  return counts.length === 0 ? null : eachTestOnce(sum, text);
}

/**
 * Tests that ran by each summary of an output, the most first: one for each package or suite whose runner prints its own.
 * Null where something is counted beside the tests, which is nobody knows whose.
 */
export function countByPart(output: string): readonly number[] | null {
  const text = plainText(output);
  if (FAILURES_BESIDE_TESTS.some((form) => text.search(form) >= 0)) return null;
  const parts: number[] = [];
  for (const { count, runner, opens } of countedLines(text)) {
    if (COUNTS_APART.has(runner)) return null;
    const ran = count.passed + count.failed;
    const open = parts.length - 1;
    if (opens || open < 0) parts.push(ran);
    else parts[open] = (parts[open] ?? 0) + ran;
  }
  return parts.sort((a, b) => b - a);
}

/** Their lines are single tests or packages, or do not tell to which summary they belong. */
const COUNTS_APART: ReadonlySet<string> = new Set(['go test -v', 'go test', 'ava', 'prove', 'meson']);
/** Say their numbers on lines of their own, the first of them always. */
const FIRST_NUMBER = /^(?:[ℹ#] pass +\d+$| +\d+ passing\b|\[ {2}PASSED {2}\])/;
const IN_SEVERAL_LINES: ReadonlySet<string> = new Set(['node:test and TAP', 'mocha', 'gtest']);

interface CountedLine {
  readonly count: TestCount;
  readonly runner: string;
  /** The first line of a summary. */
  readonly opens: boolean;
}

function countedLines(text: string): readonly CountedLine[] {
  const lines = text.split('\n');
  const forms = formsFor(lines);
  const isOuter = OUTER_FORMS.some((form) => forms.includes(form));
  return lines.flatMap((line, index) => {
    const counted = countLine(line, forms);
    if (counted !== null || isOuter) return counted ?? [];
    const count = countUnittest(line, lines[index + 2] ?? '');
    return count === null ? [] : [{ count, runner: 'unittest', opens: true }];
  });
}

const plainText = (output: string): string => stripVTControlCharacters(output).replaceAll('\r\n', '\n');

function add(sum: Record<keyof TestCount, number>, count: TestCount): void {
  for (const part of ['passed', 'failed', 'skipped'] as const) sum[part] += count[part];
}

/** A test that passed before something beside it failed is one test, which failed: a repair must not seem to lose one. */
function eachTestOnce(sum: TestCount, text: string): TestCount {
  const beside = FAILURES_BESIDE_TESTS.reduce((all, form) => all + (text.match(form)?.length ?? 0), 0);
  const fromPassed = Math.min(sum.passed, beside);
  const fromFailed = Math.min(beside - fromPassed, Math.max(0, sum.failed - 1));
  return { ...sum, passed: sum.passed - fromPassed, failed: sum.failed - fromFailed };
}

/**
 * The forms that count in this output. go names each test only with -v (then it says `=== RUN`); without, the packages are
 * what can be counted. A quiet Maven (no INFO line) tells only of failures, so it counts nothing.
 */
function formsFor(lines: readonly string[]): readonly SummaryForm[] {
  const outer = OUTER_FORMS.filter((form) => lines.some((line) => form.line.test(line)));
  if (outer.length > 0) return outer;
  const some = (start: string): boolean => lines.some((line) => line.startsWith(start));
  const silent = new Set([some('=== RUN ') ? 'go test' : 'go test -v']);
  if (some('[ERROR] Tests run: ') && !some('[INFO] ')) silent.add('surefire');
  return SUMMARY_FORMS.filter(({ runner }) => !silent.has(runner));
}

function countLine(line: string, forms: readonly SummaryForm[]): CountedLine | null {
  const form = forms.find((each) => each.line.test(line));
  if (form === undefined) return null;
  const count = { passed: 0, failed: 0, skipped: 0 };
  for (const [part, pattern] of form.parts) {
    const match = pattern.exec(line);
    if (match !== null) count[part] += match[1] === undefined ? 1 : Number(match[1]);
  }
  if (TOTAL_FIRST.has(form.runner)) count.passed -= count.failed + count.skipped;
  const opens = !IN_SEVERAL_LINES.has(form.runner) || FIRST_NUMBER.test(line);
  return { count, runner: form.runner, opens };
}

/** unittest: `Ran 5 tests in 0.001s`, an empty line, then `FAILED (failures=1, errors=1)` or `OK (skipped=1)`. */
function countUnittest(line: string, verdict: string): TestCount | null {
  const ran = /^Ran (\d+) tests? in /.exec(line);
  if (ran === null) return null;
  const of = (name: string): number =>
    Number(new RegExp(`(?<!expected )\\b${name}=(\\d+)`).exec(verdict)?.[1] ?? 0);
  const skipped = of('skipped') + of('expected failures');
  const executed = Math.max(0, Number(ran[1]) - skipped);
  // Subtests and a tear-down fail beside their test; a class that was not set up fails without one.
  const failed = Math.min(of('failures') + of('errors'), Math.max(1, executed));
  return { passed: Math.max(0, executed - failed), failed, skipped };
}
