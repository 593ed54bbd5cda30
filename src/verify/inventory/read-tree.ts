import type { NamedTest, TestOutcome } from '../../domain/test-inventory.js';
import { type InventoryReader, type NamedTests, stableName } from './inventory-reader.js';
import type { TreeForm } from './tree-forms.js';

interface Heading {
  readonly indent: number;
  readonly name: string;
}

interface Result extends Heading {
  readonly outcome: TestOutcome;
}

/** Below what looks like a test, it says that a file broke outside its tests (node:test). */
const BROKEN_FILE = "  'test failed'";
/** A hook that failed, which is shown like a test (mocha); one before a test is counted like it, too. */
const HOOK = /^"(?<when>before|after) (?:all|each)" hook\b/;

/** A reader for a runner that shows a tree. The name of a test is the way to it. */
export function treeReader(form: TreeForm): InventoryReader {
  return (lines) => (lines.some((line) => form.sign.test(line)) ? readTree(lines, form) : null);
}

function readTree(lines: readonly string[], form: TreeForm): NamedTests {
  const tests: NamedTest[] = [];
  const open: Heading[] = [];
  let shown = form.start === undefined;
  let closed = 0;
  let hooks = 0;
  lines.forEach((line, index) => {
    if (form.start?.test(line)) shown = true;
    else if (form.end.test(line)) shown = false;
    const result = shown ? resultOf(line, form) : null;
    const heading = shown && result === null ? headingOf(line, form) : null;
    const place = result ?? heading;
    if (place === null) return;
    const isEnd = result !== null && endsGroup(result, open);
    while ((open.at(-1)?.indent ?? -1) >= place.indent) open.pop();
    const hook = HOOK.exec(result?.name ?? '')?.groups?.when;
    if (heading !== null) open.push(heading);
    else if (isEnd) closed += 1;
    else if (hook !== undefined) hooks += hook === 'before' ? 1 : 0;
    else if (result !== null && lines[index + 1] !== BROKEN_FILE)
      tests.push({
        id: [...open.map(({ name }) => name), result.name].join(' > '),
        outcome: result.outcome,
      });
  });
  // node:test counts a test that has subtests, and counts suites apart.
  return { tests, unnamed: hooks + Math.max(0, closed - suitesIn(lines)) };
}

function resultOf(line: string, { result, outcomes }: TreeForm): Result | null {
  const groups = result.exec(line)?.groups;
  if (groups === undefined) return null;
  const { indent = '', mark = '', name = '', directive } = groups;
  const outcome = directive === undefined ? (outcomes[mark] ?? 'failed') : 'skipped';
  return { indent: indent.length, name: stableName(name), outcome };
}

function headingOf(line: string, { heading }: TreeForm): Heading | null {
  const groups = heading.exec(line)?.groups;
  if (groups === undefined) return null;
  const { indent = '', name = '' } = groups;
  return { indent: indent.length, name: stableName(name) };
}

/** node:test opens a group by its name and ends it with its result. */
const endsGroup = ({ indent, name }: Result, open: readonly Heading[]): boolean =>
  open.some((heading) => heading.indent === indent && heading.name === name);

function suitesIn(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + Number(/^ℹ suites (\d+)$/.exec(line)?.[1] ?? 0), 0);
}
