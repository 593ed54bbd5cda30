import type { CommandRun, DifferentialRun, Execution, TestCount } from '../domain/execution.js';
import type { TestInventory } from '../domain/test-inventory.js';
import { compareInventories, type InventoryChange } from './compare-inventories.js';
import { hasPassed } from './run-gate.js';

/** The tests of one command before and after. */
export interface CommandComparison {
  readonly run: CommandRun;
  /** The same command on the base; null when the base did not come that far. */
  readonly before: CommandRun | null;
  /** By name; null where not every test is named, before and after. */
  readonly change: InventoryChange | null;
}

/** The tests of an execution before and after, by what the commands printed and by what they reported in files. */
export interface TestComparison {
  readonly commands: readonly CommandComparison[];
  readonly reports: InventoryChange | null;
  readonly passed: boolean;
}

export interface TestsSeen {
  readonly runs: readonly CommandRun[];
  readonly reported: TestInventory | null;
}

/**
 * @param again the base once more, where it was run twice. Names that differ between its two runs (a random value is part
 * of one) are none to compare by.
 */
export function compareTests(
  { runs, reported }: TestsSeen,
  baseline: Execution,
  again: DifferentialRun | null,
): TestComparison {
  const commands = runs.map((run, index) => {
    const same = baseline.commands[index];
    const before = same?.command === run.command ? same : null;
    const isSteady = again === null || sameNames(before?.inventory, again.commands[index]?.inventory);
    return { run, before, change: isSteady ? changeOf(before?.inventory ?? null, run.inventory) : null };
  });
  const isSteady = again === null || sameNames(baseline.reported, again.reported);
  const reports = isSteady ? changeOf(baseline.reported, reported) : null;
  return { commands, reports, passed: runs.every(hasPassed) };
}

function sameNames(first: TestInventory | null | undefined, second: TestInventory | null | undefined) {
  const all = [first, second].map((inventory) =>
    inventory == null
      ? ''
      : [...inventory.passed, ...inventory.failed, ...inventory.skipped].sort().join('\n'),
  );
  return all[0] === all[1];
}

function changeOf(before: TestInventory | null, after: TestInventory | null): InventoryChange | null {
  return before === null || after === null || before.unit !== after.unit
    ? null
    : compareInventories(before, after);
}

export const executed = (count: TestCount | null): number =>
  count === null ? 0 : count.passed + count.failed;
