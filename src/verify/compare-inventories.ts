import type { TestInventory, TestOutcome } from '../domain/test-inventory.js';

/** What became of the tests that ran before, by name. */
export interface InventoryChange {
  readonly lost: readonly string[];
  readonly newlySkipped: readonly string[];
  readonly newlyFailing: readonly string[];
  /** Failed before and pass now. */
  readonly repaired: readonly string[];
  readonly added: readonly string[];
  /** Tests that ran before. */
  readonly before: number;
}

/** A test whose group alone has another name is the same test. */
export function compareInventories(before: TestInventory, after: TestInventory): InventoryChange {
  const outcomes = outcomesOf(after);
  const known = outcomesOf(before);
  const moved = byLeaf([...outcomes.keys()].filter((id) => !known.has(id)));
  const ran = [...before.passed, ...before.failed];
  const ends = ran.map((id) => ({
    id,
    as: outcomes.has(id) ? id : (moved.get(leafOf(id))?.shift() ?? null),
  }));
  const endedAs = (outcome: TestOutcome) =>
    ends.filter(({ as }) => as !== null && outcomes.get(as) === outcome).map(({ id }) => id);
  const failedBefore = new Set(before.failed);
  return {
    lost: ends.filter(({ as }) => as === null).map(({ id }) => id),
    newlySkipped: endedAs('skipped'),
    newlyFailing: endedAs('failed').filter((id) => !failedBefore.has(id)),
    repaired: endedAs('passed').filter((id) => failedBefore.has(id)),
    added: [...moved.values()].flat(),
    before: ran.length,
  };
}

function outcomesOf({ passed, failed, skipped }: TestInventory): ReadonlyMap<string, TestOutcome> {
  return new Map<string, TestOutcome>([
    ...skipped.map((id) => [id, 'skipped'] as const),
    ...failed.map((id) => [id, 'failed'] as const),
    ...passed.map((id) => [id, 'passed'] as const),
  ]);
}

function byLeaf(ids: readonly string[]): ReadonlyMap<string, string[]> {
  const leaves = new Map<string, string[]>();
  for (const id of ids) {
    const alike = leaves.get(leafOf(id));
    if (alike === undefined) leaves.set(leafOf(id), [id]);
    else alike.push(id);
  }
  return leaves;
}

/** The test's own name, without the groups that it lies in. */
const leafOf = (id: string): string => id.split(/ > |::/).at(-1) ?? id;
