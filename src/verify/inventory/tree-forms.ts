import type { TestOutcome } from '../../domain/test-inventory.js';

/** A runner that shows its tests as a tree: groups by their names, tests below them with a mark. */
export interface TreeForm {
  readonly runner: string;
  /** A line that tells the runner; no other has it. */
  readonly sign: RegExp;
  /** Groups `indent`, `mark` and `name`, without the time that the test took. */
  readonly result: RegExp;
  readonly outcomes: Readonly<Record<string, TestOutcome>>;
  /** Groups `indent` and `name`. */
  readonly heading: RegExp;
  /** From such a line on the tree is shown. Absent: from the first line. */
  readonly start?: RegExp;
  /** From such a line on something else is shown, until the next `start`. */
  readonly end: RegExp;
}

const TIME = String.raw`(?: \([\d.]+ ?m?s\))?`;
const result = (marks: string, suffix = ''): RegExp =>
  new RegExp(`^(?<indent> *)(?<mark>${marks}) (?<name>\\S.*?)${TIME}${suffix}$`);

/** Sources: the runners' own output. */
export const TREE_FORMS: readonly TreeForm[] = [
  {
    runner: 'jest',
    sign: /^Tests: .*\btotal$/,
    result: result('✓|✕|○(?: skipped)?|✎(?: todo)?'),
    outcomes: {
      '✓': 'passed',
      '✕': 'failed',
      '○': 'skipped',
      '○ skipped': 'skipped',
      '✎': 'skipped',
      '✎ todo': 'skipped',
    },
    // The file is the outermost group.
    heading: /^(?<indent> *)(?:(?:PASS|FAIL) (?=\S))?(?<name>[^\s●✓✕○✎].*?)(?: \([\d.]+ m?s\))?$/,
    start: /^(?:PASS|FAIL) \S/,
    end: /^(?: +●|Summary of all failing tests$|Test Suites: )/,
  },
  {
    runner: 'mocha',
    sign: /^ +\d+ passing\b/,
    result: result('✓|✔|-|\\d+\\)'),
    outcomes: { '✓': 'passed', '✔': 'passed', '-': 'skipped' },
    heading: /^(?<indent>(?: {2})+)(?<name>[^\s✓✔-].*)$/,
    end: /^ +\d+ passing\b/,
  },
  {
    runner: 'node:test',
    sign: /^ℹ tests \d+$/,
    result: result('✔|✖|﹣', '(?<directive> # (?:SKIP|TODO).*)?'),
    outcomes: { '✔': 'passed', '✖': 'failed', '﹣': 'skipped' },
    heading: /^(?<indent> *)▶ (?<name>\S.*)$/,
    end: /^(?:✖ failing tests:|ℹ tests \d+)$/,
  },
  {
    runner: 'phpunit --testdox',
    sign: /^(?:OK \(\d+ tests?, |Tests: \d+, Assertions: )/,
    result: result('✔|✘|↩|∅|☢|⚠'),
    outcomes: { '✔': 'passed', '✘': 'failed', '↩': 'skipped', '∅': 'skipped', '☢': 'passed', '⚠': 'passed' },
    heading: /^(?<indent>)(?<name>[^\s✔].*)$/,
    end: /^(?:Time: |Summary of non-successful tests:|OK\b|Tests: )/,
  },
];
