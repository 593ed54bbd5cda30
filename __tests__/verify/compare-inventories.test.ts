import { expect, test } from '@jest/globals';
import type { TestInventory } from '../../src/domain/test-inventory.js';
import { compareInventories } from '../../src/verify/compare-inventories.js';

const inventory = (fields: Partial<TestInventory>): TestInventory => ({
  unit: 'test',
  passed: [],
  failed: [],
  skipped: [],
  ...fields,
});

test('each test that ran before is lost, skipped, failing, repaired or as it was', () => {
  const before = inventory({ passed: ['a', 'b', 'c', 'd'], failed: ['e', 'f'], skipped: ['g'] });
  const after = inventory({ passed: ['a', 'e', 'new'], failed: ['b', 'f'], skipped: ['c'] });
  expect(compareInventories(before, after)).toEqual({
    lost: ['d'],
    newlySkipped: ['c'],
    newlyFailing: ['b'],
    repaired: ['e'],
    added: ['new'],
    before: 6,
  });
});

test('a skipped test that goes is no loss, and one that runs now is none either', () => {
  const before = inventory({ skipped: ['a', 'b'] });
  expect(compareInventories(before, inventory({ passed: ['b'] }))).toMatchObject({ lost: [], before: 0 });
});

test('a test whose group alone is called otherwise is the same test, and its end counts', () => {
  const before = inventory({ passed: ['old > adds', 'x.py::test_a'] });
  const moved = inventory({ passed: ['new > adds'], skipped: ['y.py::test_a'] });
  expect(compareInventories(before, moved)).toMatchObject({
    lost: [],
    newlySkipped: ['x.py::test_a'],
    added: [],
  });
  const one = compareInventories(inventory({ passed: ['a > x', 'b > x'] }), inventory({ passed: ['c > x'] }));
  expect(one.lost).toEqual(['b > x']);
});

test('many tests of one name in many groups are compared in good time', () => {
  const many = (group: string) => Array.from({ length: 20_000 }, (_, index) => `${group}${index} > adds`);
  const started = performance.now();
  const change = compareInventories(inventory({ passed: many('a') }), inventory({ passed: many('b') }));
  expect([change.lost, change.added]).toEqual([[], []]);
  expect(performance.now() - started).toBeLessThan(10_000);
});
