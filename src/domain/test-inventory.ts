export type TestOutcome = 'passed' | 'failed' | 'skipped';

/** One test by the name that its runner gave it; the same in every run of the same revision. */
export interface NamedTest {
  readonly id: string;
  readonly outcome: TestOutcome;
}

/** Every test that a command ran, by name; each name once, in order of the alphabet. */
export interface TestInventory {
  /** What the names stand for: single tests, or the packages or files that hold them. */
  readonly unit: 'test' | 'package';
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  readonly skipped: readonly string[];
}

/** The inventory of named tests, given once or more often; `settle` decides between two outcomes of one name. */
export function inventoryOf(
  tests: readonly NamedTest[],
  unit: TestInventory['unit'],
  settle: (earlier: TestOutcome, later: TestOutcome) => TestOutcome,
): TestInventory {
  const outcomes = new Map<string, TestOutcome>();
  for (const { id, outcome } of tests) {
    const earlier = outcomes.get(id);
    outcomes.set(id, earlier === undefined ? outcome : settle(earlier, outcome));
  }
  const ids = [...outcomes.keys()].sort();
  const of = (outcome: TestOutcome) => ids.filter((id) => outcomes.get(id) === outcome);
  return { unit, passed: of('passed'), failed: of('failed'), skipped: of('skipped') };
}
