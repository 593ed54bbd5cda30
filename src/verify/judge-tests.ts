import { describeTests } from '../domain/describe-execution.js';
import type { CommandRun, Execution } from '../domain/execution.js';
import type { InventoryChange } from './compare-inventories.js';
import { type CommandComparison, executed, type TestComparison, type TestsSeen } from './compare-tests.js';
import { countByPart } from './count-tests.js';
import { bad, good, type JudgedCheck, listed } from './judged-check.js';
import { hasPassed } from './run-gate.js';

/** No test that ran before is gone, is skipped, or fails now, where all of them are named. */
export function checkNames({ commands, reports, passed }: TestComparison): JudgedCheck {
  const named = [
    ...commands.map(({ run, change }) => ({
      of: run.command,
      change,
      ended: hasPassed(run),
      what: run.inventory?.unit === 'package' ? 'packages or files' : 'tests',
    })),
    { of: 'the test reports', change: reports, ended: passed, what: 'tests' },
  ].flatMap(({ change, ...rest }) => (change === null ? [] : [{ ...rest, change }]));
  for (const { of, change, ended } of named) {
    const fault = nameFault(change, ended);
    if (fault !== null) return bad('test-names', fault.code, `${of}: ${fault.detail}`);
  }
  const found = named.filter(({ change }) => change.before > 0);
  const words = found.map(({ of, change, what }) => `${of}: ${describeChange(change, what)}`);
  return good('test-names', words.join('; ') || 'no runner named every test, before and after');
}

/** A command that ended badly may not have come to its other tests. */
function nameFault(change: InventoryChange, ended: boolean) {
  const { newlyFailing, lost, newlySkipped, added } = change;
  if (newlyFailing.length > 0)
    return { code: 'regression', detail: `passed before and fail now: ${listed(newlyFailing)}` };
  if (ended && lost.length > 0) {
    const instead = added.length === 0 ? '' : ` (new: ${listed(added)})`;
    return { code: 'tests-lost', detail: `ran before and are gone: ${listed(lost)}${instead}` };
  }
  return ended && newlySkipped.length > 0
    ? { code: 'tests-skipped', detail: `ran before and are skipped now: ${listed(newlySkipped)}` }
    : null;
}

function describeChange({ before, repaired }: InventoryChange, what: string): string {
  return `all ${before} ${what} that ran before ran again, ${repaired.length} that failed pass now`;
}

/** Where names cannot be compared: no fewer tests than on the base, and some where there were some (SBX-10, FAK-15). */
export function checkCounts(
  { commands, reports, passed }: TestComparison,
  { reported }: TestsSeen,
  baseline: Execution,
): JudgedCheck {
  for (const { run, before, change } of commands) {
    const ran = [before?.tests ?? null, run.tests].map(executed);
    const [first = 0, now = 0] = ran;
    const isNamed = change !== null && run.inventory?.unit === 'test';
    if (!isNamed && hasPassed(run) && now < first)
      return bad('test-count', 'tests-lost', `${run.command}: ${now} tests ran, ${first} before`);
    const lost = isNamed || before === null || !hasPassed(run) ? null : lostPart(before, run);
    if (lost !== null) return bad('test-count', 'tests-lost', `${run.command}: ${lost}`);
  }
  const counted = commands.filter(({ run }) => run.tests !== null);
  const hadReports = baseline.reported !== null && reports === null && reported === null;
  if (hadReports && passed && counted.length === 0)
    return bad('test-count', 'tests-lost', 'the base wrote test reports, and now there are none');
  const words = counted.map(({ run }) => `${run.command}: ${describeTests(run.tests)}`);
  return good('test-count', words.join('; ') || 'no runner counted tests');
}

/**
 * A package or suite that lost tests behind others that got more. Which is which is not said, but when each has as many as
 * before, so has the largest, the second largest, and so on.
 */
function lostPart(before: CommandRun, run: CommandRun): string | null {
  if (before.omittedBytes > 0 || run.omittedBytes > 0) return null;
  const [first, now] = [countByPart(before.output), countByPart(run.output)];
  if (first === null || now === null || now.length < first.length) return null;
  const at = first.findIndex((count, index) => (now[index] ?? 0) < count);
  return at < 0
    ? null
    : `of the ${first.length} summaries, one counts fewer tests: ${now.slice(0, first.length).join(', ')}; before: ${first.join(', ')}`;
}

/** Exit code and counted tests say the same (SBX-11), unless the base has a command that passes with failed tests. */
export function checkConsistency(
  { commands, passed }: TestComparison,
  { reported }: TestsSeen,
  baseline: Execution,
): JudgedCheck {
  for (const { run, before } of commands) {
    const failed = failedInTheEnd(run);
    if (hasPassed(run) && failed > 0 && !tolerates(before, failed)) {
      const detail = `${run.command}: exit 0, yet its own summary counts ${failed} failed tests`;
      return bad('consistent-result', 'inconsistent-result', detail);
    }
  }
  const failed = reported?.failed ?? [];
  const isUsual = baseline.commands.some((run) => hasPassed(run) && (run.tests?.failed ?? 0) > 0);
  return passed && failed.length > 0 && !isUsual
    ? bad(
        'consistent-result',
        'inconsistent-result',
        `every command exits with 0, yet the test reports say that these failed: ${listed(failed)}`,
      )
    : good('consistent-result', 'exit codes and counted tests say the same');
}

/** A gate may run again what failed, which is counted twice then; by name, the later run of a test counts. */
function failedInTheEnd({ tests, inventory }: CommandRun): number {
  const ranTwice =
    inventory?.unit === 'test' && executed(tests) > inventory.passed.length + inventory.failed.length;
  return ranTwice ? inventory.failed.length : (tests?.failed ?? 0);
}

const tolerates = (before: CommandComparison['before'], failed: number): boolean =>
  before !== null && hasPassed(before) && (before.tests?.failed ?? 0) >= failed;
