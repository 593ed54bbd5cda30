import { stripVTControlCharacters } from 'node:util';
import type { TestCount } from '../../domain/execution.js';
import { inventoryOf, type TestInventory } from '../../domain/test-inventory.js';
import type { InventoryReader, NamedTests } from './inventory-reader.js';
import { FILE_FORMS, type FileForm, GO_PACKAGE_FORMS, LINE_FORMS, OUTER_LINE_FORMS } from './line-forms.js';
import { readGoJson } from './read-go-json.js';
import { lineReader } from './read-lines.js';
import { readRspec } from './read-rspec.js';
import { readTap } from './read-tap.js';
import { treeReader } from './read-tree.js';
import { readUnittest } from './read-unittest.js';
import { TREE_FORMS } from './tree-forms.js';

/** A longer line names no test. */
const LONGEST_LINE = 1_000;
/** Ends of a line for a pattern, though not for whoever wrote the name that they stand in. */
const OTHER_LINE_ENDS = /[\r\u2028\u2029]/g;
const MAX_TESTS = 20_000;

/** What they read says by itself whether it is whole. */
const SELF_COUNTING: readonly InventoryReader[] = [readTap, readGoJson];
const READERS: readonly InventoryReader[] = [
  lineReader(LINE_FORMS),
  ...TREE_FORMS.map(treeReader),
  readUnittest,
  readRspec,
  ...SELF_COUNTING,
];
const readOuter = lineReader(OUTER_LINE_FORMS);
const readGoPackages = lineReader(GO_PACKAGE_FORMS);

/**
 * The tests that an output names, or null when it does not name all of them: most runners name only what fails, and a
 * name may be hidden by what a test prints. Hence the names must be as many as the runners counted. Else the packages or
 * files that it names have to do.
 * @param counted what the runners' own summaries count; null when they say no number, as TAP does.
 */
export function readInventory(output: string, counted: TestCount | null): TestInventory | null {
  const lines = stripVTControlCharacters(output)
    .split(/\r?\n/)
    .map((line) => (line.length > LONGEST_LINE ? '' : line.replace(OTHER_LINE_ENDS, ' ')));
  const outer = readOuter(lines);
  const readers = counted === null ? SELF_COUNTING : READERS;
  const found = outer === null ? readers.flatMap((read) => read(lines) ?? []) : [outer];
  if (isWhole(found, counted, outer !== null)) return settled(found, 'test');
  const packages = readGoPackages(lines);
  if (packages !== null && isWhole([packages], counted, true)) return settled([packages], 'package');
  const files = FILE_FORMS.map((form) => filesOf(lines, form)).find((named) => named !== null);
  return files === undefined ? null : settled([files], 'package');
}

/** The files of the tests, when all that the runner counts are named. */
function filesOf(lines: readonly string[], form: FileForm): NamedTests | null {
  const total = lines.reduce((sum, line) => {
    const [, ...numbers] = form.total.exec(line) ?? [];
    return sum + numbers.reduce((all, number) => all + Number(number ?? 0), 0);
  }, 0);
  const named = total === 0 ? null : lineReader([form])(lines);
  return named !== null && new Set(named.tests.map(({ id }) => id)).size === total ? named : null;
}

function isWhole(found: readonly NamedTests[], counted: TestCount | null, skipsCount = false): boolean {
  const tests = found.flatMap((each) => each.tests);
  if (tests.length === 0 || tests.length > MAX_TESTS) return false;
  if (counted === null) return true;
  const unnamed = found.reduce((sum, each) => sum + each.unnamed, 0);
  const executed = tests.filter(({ outcome }) => outcome !== 'skipped');
  const distinct = new Set(executed.map(({ id }) => id));
  // What fails after its test has passed is named twice and counted once; ctest and go count what they skip as passed.
  const named = [executed.length, distinct.size, ...(skipsCount ? [tests.length] : [])];
  return named.includes(counted.passed + counted.failed - unnamed);
}

/** Of what is named twice, the later outcome holds: outputs are in the order of time. */
const settled = (found: readonly NamedTests[], unit: TestInventory['unit']): TestInventory =>
  inventoryOf(
    found.flatMap((each) => each.tests),
    unit,
    (_, later) => later,
  );
