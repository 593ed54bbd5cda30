import type { TestOutcome } from '../../domain/test-inventory.js';

/** A runner that names each test on a line of its own. */
export interface LineForm {
  readonly runner: string;
  /** Groups `name` and `outcome`. */
  readonly result: RegExp;
  readonly outcomes: Readonly<Record<string, TestOutcome>>;
  /** A line that names the group (file, crate, package) of the results before or after it. */
  readonly group?: { readonly line: RegExp; readonly follows: boolean };
}

/** Sources: the runners' own output. */
export const LINE_FORMS: readonly LineForm[] = [
  {
    runner: 'pytest -v',
    result:
      /^(?<name>\S+\.\w+::\S.*?) (?<outcome>PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)(?: \(.*\))? *(?:\[ *\d+%\])?$/,
    outcomes: {
      PASSED: 'passed',
      XPASS: 'passed',
      FAILED: 'failed',
      ERROR: 'failed',
      SKIPPED: 'skipped',
      XFAIL: 'skipped',
    },
  },
  {
    runner: 'pytest -v with xdist',
    result:
      /^\[gw\d+\] (?:\[ *\d+%\] )?(?<outcome>PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS) (?<name>\S+\.\w+::\S.*?) *$/,
    outcomes: {
      PASSED: 'passed',
      XPASS: 'passed',
      FAILED: 'failed',
      ERROR: 'failed',
      SKIPPED: 'skipped',
      XFAIL: 'skipped',
    },
  },
  {
    runner: 'cargo test',
    result: /^test (?<name>\S.*?)(?: - should panic)? \.\.\. (?<outcome>ok|FAILED|ignored)(?:, .*)?$/,
    outcomes: { ok: 'passed', FAILED: 'failed', ignored: 'skipped' },
    group: {
      line: /^ +(?:Running(?: unittests)? (?<group>\S+) \(.*?(?<crate>[\w-]+)-[0-9a-f]{16}\)$|Doc-tests (?<docs>\S+)$)/,
      follows: false,
    },
  },
  {
    runner: 'minitest -v',
    result: /^(?<name>[A-Z][\w:]*#test_.+) = \d+\.\d+ s = (?<outcome>[.FES])$/,
    outcomes: { '.': 'passed', F: 'failed', E: 'failed', S: 'skipped' },
  },
  {
    runner: 'gtest',
    result: /^\[ +(?<outcome>OK|FAILED|SKIPPED) +\] (?<name>[\w/]+\.[\w/]+)(?:, where \S+ = .*)? \(\d+ ms\)$/,
    outcomes: { OK: 'passed', FAILED: 'failed', SKIPPED: 'skipped' },
  },
  {
    runner: 'vitest verbose',
    result: /^ (?<outcome>[✓×↓□]) (?<name>\S+\.\w+ > .*?)(?: \d+m?s)?(?: \(retry x\d+\))?$/,
    outcomes: { '✓': 'passed', '×': 'failed', '↓': 'skipped', '□': 'skipped' },
  },
  {
    runner: 'dotnet test, detailed',
    result: /^ {2}(?<outcome>Passed|Failed|Skipped) (?<name>\S.*?) \[<? ?[\d.:]+ ?\w*\]$/,
    outcomes: { Passed: 'passed', Failed: 'failed', Skipped: 'skipped' },
  },
  {
    runner: 'go test -v',
    result: /--- (?<outcome>PASS|FAIL|SKIP): (?<name>\S+) \(\d+\.\d+s\)$/,
    outcomes: { PASS: 'passed', FAIL: 'failed', SKIP: 'skipped' },
    group: { line: /^(?:ok {2}|FAIL)\t(?<group>\S+)/, follows: true },
  },
];

/** A runner that names the files of its tests, and counts them. */
export interface FileForm extends LineForm {
  /** The line that counts the files; of its numbers in these groups the sum. */
  readonly total: RegExp;
}

export const FILE_FORMS: readonly FileForm[] = [
  {
    runner: 'jest',
    result: /^(?<outcome>PASS|FAIL) (?<name>\S.*?)(?: \([\d.]+ m?s\))?$/,
    outcomes: { PASS: 'passed', FAIL: 'failed' },
    total: /^Test Suites: (?:(\d+) failed, )?(?:\d+ skipped, )?(?:(\d+) passed, )?[\d of]+ total$/,
  },
  {
    runner: 'vitest',
    result: /^ (?<outcome>[✓❯↓]) (?<name>\S.*?) \(\d+ tests?\b[^)]*\)/,
    outcomes: { '✓': 'passed', '❯': 'failed', '↓': 'skipped' },
    total: /^ *Test Files .*\((\d+)\)$/,
  },
];

/** go without -v names its packages alone; one whose tests were all filtered out ran none. */
export const GO_PACKAGE_FORMS: readonly LineForm[] = [
  {
    runner: 'go test',
    result: /^(?<outcome>ok) {2}\t(?<name>\S+).*\[no tests to run\]$/,
    outcomes: { ok: 'skipped' },
  },
  {
    runner: 'go test',
    result: /^(?<outcome>ok|FAIL)(?: {2})?\t(?<name>\S+)/,
    outcomes: { ok: 'passed', FAIL: 'failed' },
  },
];

/** Runners of other runners: beside theirs, no other names count. */
export const OUTER_LINE_FORMS: readonly LineForm[] = [
  {
    runner: 'ctest',
    result:
      /^ *\d+\/\d+ Test +#\d+: (?<name>\S.*?) \.*(?<outcome> {3}Passed|\*\*\*(?:Failed|Not Run|Timeout|Exception|Skipped))/,
    outcomes: {
      '   Passed': 'passed',
      '***Failed': 'failed',
      '***Not Run': 'failed',
      '***Timeout': 'failed',
      '***Exception': 'failed',
      '***Skipped': 'skipped',
    },
  },
  {
    runner: 'nextest',
    result:
      /^ +(?<outcome>PASS|FAIL|TIMEOUT|SIGABRT|SIGSEGV) \[ *[\d.]+s\] (?:\( *\d+\/\d+\) )?(?<name>\S+ \S+)$/,
    outcomes: { PASS: 'passed', FAIL: 'failed', TIMEOUT: 'failed', SIGABRT: 'failed', SIGSEGV: 'failed' },
  },
];
