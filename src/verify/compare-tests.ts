import type { CommandRun, Execution, TestCount } from '../domain/execution.js';
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

export function compareTests({ runs, reported }: TestsSeen, baseline: Execution): TestComparison {
  const commands = runs.map((run, index) => {
    const same = baseline.commands[index];
    const before = same?.command === run.command ? same : null;
    return { run, before, change: changeOf(before?.inventory ?? null, run.inventory) };
  });
  return { commands, reports: changeOf(baseline.reported, reported), passed: runs.every(hasPassed) };
}

function changeOf(before: TestInventory | null, after: TestInventory | null): InventoryChange | null {
  return before === null || after === null || before.unit !== after.unit
    ? null
    : compareInventories(before, after);
}

export const executed = (count: TestCount | null): number =>
  count === null ? 0 : count.passed + count.failed;
