import type { NamedTest, TestOutcome } from '../../domain/test-inventory.js';
import { type InventoryReader, stableName } from './inventory-reader.js';

/** Test Anything Protocol 13 and 14 (testanything.org); subtests are indented below the name of their test. */
const POINT =
  /^(?<indent> *)(?<failed>not )?ok (?<number>\d+)(?: - | )?(?<name>[^#]*)(?:# ?(?<directive>skip|todo)\b.*)?$/i;
const HEADING = /^(?<indent> *)# Subtest: (?<name>.*)$/;
/** In the block below a point: a file that broke outside its tests looks like a test (node:test). */
const BROKEN_FILE = /^ *error: 'test failed'$/;
/** A hook that failed, which is shown like a test (mocha). */
const HOOK = /"(?:before|after) (?:all|each)" hook\b/;

interface Open {
  readonly indent: number;
  readonly name: string;
  /** Tests that were named before. */
  readonly from: number;
}

/** TAP as it is printed, when it holds as many points as planned. A point that sums up subtests is no test of its own. */
export const readTap: InventoryReader = (lines) => {
  const planned = sumOf(lines, /^1\.\.(\d+)\b/);
  const tests: NamedTest[] = [];
  const open: Open[] = [];
  let points = 0;
  let parents = 0;
  let hooks = 0;
  for (const line of lines) {
    if (BROKEN_FILE.test(line)) tests.pop();
    const heading = HEADING.exec(line)?.groups;
    const point = POINT.exec(line)?.groups;
    const indent = (heading ?? point)?.indent?.length;
    if (indent === undefined) continue;
    const own = open.find((each) => each.indent === indent);
    while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
    if (heading !== undefined)
      open.push({ indent, name: stableName(heading.name ?? ''), from: tests.length });
    if (point === undefined) continue;
    if (indent === 0) points += 1;
    if (own !== undefined && own.from < tests.length) parents += 1;
    else if (HOOK.test(point.name ?? '')) hooks += 1;
    else tests.push({ id: idOf(open, point), outcome: outcomeOf(point) });
  }
  // node:test counts a test that has subtests, and counts suites apart.
  const unnamed = hooks + Math.max(0, parents - sumOf(lines, /^# suites (\d+)$/));
  return planned > 0 && points === planned ? { tests, unnamed } : null;
};

const sumOf = (lines: readonly string[], pattern: RegExp): number =>
  lines.reduce((sum, line) => sum + Number(pattern.exec(line)?.[1] ?? 0), 0);

type Point = Readonly<Record<string, string | undefined>>;

function idOf(open: readonly Open[], { name = '', number = '' }: Point): string {
  const own = stableName(name) || `#${number}`;
  return [...open.map((each) => each.name), own].join(' > ');
}

function outcomeOf({ directive, failed }: Point): TestOutcome {
  if (directive !== undefined) return 'skipped';
  return failed === undefined ? 'passed' : 'failed';
}
