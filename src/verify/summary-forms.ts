import type { TestCount } from '../domain/execution.js';

type Part = keyof TestCount;

/** A runner's summary: a line that holds `line`, in which each pattern finds the number of one outcome. */
export interface SummaryForm {
  readonly runner: string;
  readonly line: RegExp;
  readonly parts: readonly (readonly [Part, RegExp])[];
}

const NODE_TEST_LINE = /^(?:ℹ|#) (?:pass|fail|skipped|todo) +\d+$/;

/**
 * How test runners say how many tests ran, one row a runner. Numbers of several summaries add up (workspaces, crates).
 * Sources: the runners' own output.
 */
export const SUMMARY_FORMS: readonly SummaryForm[] = [
  {
    runner: 'jest',
    line: /^Tests: .*\btotal$/,
    parts: [
      ['passed', /\b(\d+) passed/],
      ['failed', /\b(\d+) failed/],
      ['skipped', /\b(\d+) (?:skipped|todo)/],
    ],
  },
  {
    runner: 'vitest',
    line: /^ *Tests .*\(\d+\)$/,
    parts: [
      ['passed', /\b(\d+) passed/],
      ['failed', /\b(\d+) failed/],
      ['skipped', /\b(\d+) (?:skipped|todo)/],
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
  { runner: 'mocha', line: /^ +\d+ passing\b/, parts: [['passed', /\b(\d+) passing/]] },
  { runner: 'mocha', line: /^ +\d+ failing$/, parts: [['failed', /\b(\d+) failing/]] },
  { runner: 'mocha', line: /^ +\d+ pending$/, parts: [['skipped', /\b(\d+) pending/]] },
  {
    runner: 'pytest',
    line: /^(?:=+ )?\d+ (?:passed|failed|errors?|skipped|xfailed|deselected).* in [\d.]+s\b/,
    parts: [
      ['passed', /\b(\d+) passed/],
      ['failed', /\b(\d+) failed/],
      ['failed', /\b(\d+) errors?\b/],
      ['skipped', /\b(\d+) skipped/],
      ['skipped', /\b(\d+) xfailed/],
    ],
  },
  {
    runner: 'cargo test',
    line: /^test result: (?:ok|FAILED)\./,
    parts: [
      ['passed', /\b(\d+) passed/],
      ['failed', /\b(\d+) failed/],
      ['skipped', /\b(\d+) ignored/],
    ],
  },
  { runner: 'go test -v', line: /--- PASS: \S+ \(\d/, parts: [['passed', /--- (?=PASS)/]] },
  { runner: 'go test -v', line: /--- FAIL: \S+ \(\d/, parts: [['failed', /--- (?=FAIL)/]] },
  { runner: 'go test -v', line: /--- SKIP: \S+ \(\d/, parts: [['skipped', /--- (?=SKIP)/]] },
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
      ['failed', /\b(\d+) failures?/],
      ['skipped', /\b(\d+) pending/],
    ],
  },
  {
    runner: 'minitest',
    line: /^\d+ (?:runs|tests), \d+ assertions, /,
    parts: [
      ['passed', /^(\d+) (?:runs|tests)/],
      ['failed', /\b(\d+) failures/],
      ['failed', /\b(\d+) errors/],
      ['skipped', /\b(\d+) skips/],
    ],
  },
  {
    runner: 'jasmine',
    line: /^\d+ specs?, \d+ failures?/,
    parts: [
      ['passed', /^(\d+) specs?/],
      ['failed', /\b(\d+) failures?/],
      ['skipped', /\b(\d+) pending/],
    ],
  },
  { runner: 'ava', line: /^ +\d+ tests? passed$/, parts: [['passed', /\b(\d+) tests?/]] },
  { runner: 'ava', line: /^ +\d+ tests? failed$/, parts: [['failed', /\b(\d+) tests?/]] },
  { runner: 'ava', line: /^ +\d+ tests? (?:skipped|todo)$/, parts: [['skipped', /\b(\d+) tests?/]] },
  // The whole comes last; each file that failed says its part of it before.
  { runner: 'prove', line: /^Files=\d+, Tests=\d+,/, parts: [['passed', /Tests=(\d+)/]] },
  { runner: 'prove', line: /^\S+ +\(Wstat: \d+ .*Failed: \d+\)$/, parts: [['failed', /Failed: (\d+)/]] },
  {
    runner: 'node-tap',
    line: /^# \{ total: \d+, pass: \d+/,
    parts: [
      ['passed', /pass: (\d+)/],
      ['failed', /fail: (\d+)/],
      ['skipped', /skip: (\d+)/],
      ['skipped', /todo: (\d+)/],
    ],
  },
  {
    runner: 'bats and ExUnit',
    line: /^(?:\d+ doctests?, )?\d+ tests?, \d+ failures?\b/,
    parts: [
      ['passed', /\b(\d+) doctests?/],
      ['passed', /\b(\d+) tests?/],
      ['failed', /\b(\d+) failures?/],
      ['skipped', /\b(\d+) (?:skipped|excluded)/],
    ],
  },
  { runner: 'phpunit', line: /^OK \(\d+ tests?, /, parts: [['passed', /\b(\d+) tests?/]] },
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
  { runner: 'gtest', line: /^\[ {2}PASSED {2}\] \d+ tests?/, parts: [['passed', /\b(\d+) tests?/]] },
  { runner: 'gtest', line: /^\[ {2}FAILED {2}\] \d+ tests?, listed/, parts: [['failed', /\b(\d+) tests?/]] },
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
 * Runners of other runners, whose summaries they show only when they fail: beside their own summary those do not count,
 * or a green run would seem to have lost them.
 */
export const OUTER_FORMS: readonly SummaryForm[] = [
  {
    runner: 'ctest',
    line: /^\d+% tests passed, \d+ tests failed out of \d+$/,
    parts: [
      ['passed', /out of (\d+)$/],
      ['failed', /\b(\d+) tests failed/],
    ],
  },
  {
    runner: 'meson',
    line: /^(?:Ok|Fail|Timeout|Skipped): {2,}\d+ *$/,
    parts: [
      ['passed', /^Ok: +(\d+)/],
      ['failed', /^(?:Fail|Timeout): +(\d+)/],
      ['skipped', /^Skipped: +(\d+)/],
    ],
  },
  {
    runner: 'nextest',
    line: /^ +Summary \[ *[\d.]+s\] .*\btests? run: /,
    parts: [
      ['passed', /\b(\d+) passed/],
      ['failed', /\b(\d+) failed/],
      ['failed', /\b(\d+) timed out/],
      ['skipped', /\b(\d+) skipped/],
    ],
  },
  {
    runner: 'bazel',
    line: /^Executed \d+ out of \d+ tests?: /,
    parts: [
      ['passed', /\b(\d+) tests? pass/],
      ['failed', /\b(\d+) (?:tests? )?fails?\b/],
    ],
  },
];

/** Runners whose first number is the total: their failures and skips are inside it. */
export const TOTAL_FIRST = new Set([
  ...['ctest', 'jasmine', 'surefire', 'rspec', 'minitest', 'phpunit'],
  ...['prove', 'bats and ExUnit'],
]);
