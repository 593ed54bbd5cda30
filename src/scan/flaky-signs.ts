import type { FlakySuspicion } from '../domain/scan.js';
import type { RunnerLine } from './clean-lines.js';
import { type NeedleOwner, START } from './needle.js';

/**
 * What a line says of a test:
 * - `flaky`: it passed after it had failed, the runner says
 * - `failed`, `passed`: once each is a suspicion; `failed-again`: it failed when it was run again
 * - `rerun-over`: whatever failed has been run again
 * - `retried`: it failed and was run again; how it ended is told elsewhere
 * - `unit-over`: tests of the same name below are others
 */
type SignKind = 'flaky' | 'failed' | 'passed' | 'failed-again' | 'rerun-over' | 'retried' | 'unit-over';

interface SignRow extends NeedleOwner {
  readonly kind: SignKind;
  /** May have the group test. */
  readonly pattern: RegExp;
}

const ROWS: readonly SignRow[] = [
  // vitest and playwright.
  { kind: 'flaky', needles: ['(retry x'], pattern: /^\s*✓ (?<test>\S.*?)(?: \d+ ?ms)? \(retry x\d+\)/ },
  { kind: 'flaky', needles: [' flaky'], pattern: /^ {2}\d+ flaky$/ },
  // Surefire with rerunFailingTestsCount.
  { kind: 'flaky', needles: ['Flakes: '], pattern: /\bTests run: \d.*\bFlakes: [1-9]/ },
  // cargo nextest and bazel.
  { kind: 'flaky', needles: ['FLAKY'], pattern: /^\s*FLAKY \d+\/\d+ \[[^\]]*\] +(?<test>\S.*)$/ },
  {
    kind: 'flaky',
    needles: ['FLAKY, failed in'],
    pattern: /^(?<test>\/\/\S+) +FLAKY, failed in \d+ out of \d+/,
  },
  // pytest-rerunfailures: R. in the line of a file, or a line for each run.
  { kind: 'flaky', needles: ['R.'], pattern: /^\S+\.py [.sxXFE]*R+\.[.sxXFER]*(?: +\[ *\d+%\])?$/ },
  {
    kind: 'failed',
    needles: [' RERUN', ' FAILED'],
    pattern: /^(?<test>[^\s:]+\.py::\S.*?) (?:RERUN|FAILED)\b/,
  },
  { kind: 'passed', needles: [' PASSED'], pattern: /^(?<test>[^\s:]+\.py::\S.*?) PASSED\b/ },
  // jest.retryTimes with logErrorsBeforeRetry.
  { kind: 'retried', needles: ['LOGGING RETRY ERRORS'], pattern: /LOGGING RETRY ERRORS +(?<test>\S.*)$/ },
  // gotestsum --rerun-fails.
  {
    kind: 'failed-again',
    needles: ['(re-run '],
    pattern: /^=== FAIL: \S+ (?<test>\S+) \(re-run \d+\)/,
  },
  { kind: 'failed', needles: ['=== FAIL: '], pattern: /^=== FAIL: \S+ (?<test>\S+) \(\d/ },
  { kind: 'rerun-over', needles: ['DONE '], pattern: /^DONE (?:[2-9]|\d\d+) runs, / },
  // go test -v -count, cargo test.
  { kind: 'failed', needles: ['--- FAIL: '], pattern: /^\s*--- FAIL: (?<test>\S+) \(/ },
  { kind: 'passed', needles: ['--- PASS: '], pattern: /^\s*--- PASS: (?<test>\S+) \(/ },
  { kind: 'unit-over', needles: [`${START}FAIL\t`, `${START}ok  \t`], pattern: /^(?:FAIL|ok {2})\t/ },
  { kind: 'failed', needles: ['... FAILED'], pattern: /^test (?<test>\S+) \.\.\. FAILED$/ },
  { kind: 'passed', needles: ['... ok'], pattern: /^test (?<test>\S+) \.\.\. ok$/ },
  { kind: 'unit-over', needles: ['     Running '], pattern: /^ {5}Running \S/ },
];
const MAX_TESTS = 2_000;

/** Collects what a log says of tests that failed and passed in it. */
export class FlakySigns {
  static readonly owners: readonly NeedleOwner[] = ROWS;
  /** By stream and test, the lines that say that it failed. */
  readonly #failed = new Map<string, FlakySuspicion>();
  readonly #retried: FlakySuspicion[] = [];
  #first: FlakySuspicion | null = null;

  /** False while a line with this owner (an index into `owners`) changes nothing. */
  isDue(hit: number): boolean {
    const kind = ROWS[hit]?.kind;
    const needsFailed = kind === 'passed' || kind === 'rerun-over' || kind === 'unit-over';
    return this.#first === null && (!needsFailed || this.#failed.size > 0);
  }

  /** `hits` are indexes into `owners`, ascending. */
  read(line: RunnerLine, hits: readonly number[]): void {
    if (this.#first !== null) return;
    for (const hit of hits) {
      const row = ROWS[hit];
      const match = row?.pattern.exec(line.text);
      if (row === undefined || match === null || match === undefined) continue;
      const test = match.groups?.test?.trim() ?? null;
      const evidence = line.text.trim().slice(0, 300);
      this.#take(row.kind, `${line.stream}\0`, { test, evidence, logLine: line.number });
      return;
    }
  }

  /** @param failing names of the tests that the log says to have failed at last. */
  suspicion(failing: readonly (string | null)[]): FlakySuspicion | null {
    if (this.#first !== null || this.#retried.length === 0) return this.#first;
    const names = new Set(failing.map(plainName));
    return this.#retried.find(({ test }) => !names.has(plainName(test))) ?? null;
  }

  #take(kind: SignKind, stream: string, sign: FlakySuspicion): void {
    const key = `${stream}${sign.test}`;
    if (kind === 'flaky') this.#first = sign;
    else if (kind === 'failed' && this.#failed.size < MAX_TESTS) this.#failed.set(key, sign);
    else if (kind === 'failed-again') this.#failed.delete(key);
    else if (kind === 'passed') this.#first = this.#failed.has(key) ? sign : null;
    else if (kind === 'rerun-over') this.#first = [...this.#failed.values()][0] ?? null;
    else if (kind === 'retried' && this.#retried.length < MAX_TESTS) this.#retried.push(sign);
    else if (kind === 'unit-over') this.#forget(stream);
  }

  #forget(stream: string): void {
    for (const key of this.#failed.keys()) if (key.startsWith(stream)) this.#failed.delete(key);
  }
}

/** Runners join the names of a group and its test in more than one way. */
function plainName(test: string | null): string {
  return (test ?? '').replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
