import type { Evidence } from '../domain/execution.js';
import { executed, type TestComparison } from './compare-tests.js';

/**
 * How much a pass shows. A: every test that ran before is known by name, and those that failed pass now. B: tests were
 * compared, by number, by package, or without the failure being one of them. C: the exit codes are all there is.
 */
export function gradeEvidence({ commands, reports }: TestComparison): Evidence {
  const changes = commands.flatMap(({ run, change }) =>
    change === null || run.inventory?.unit === 'package' ? [] : [change],
  );
  const counted = sum(commands.map(({ before }) => executed(before?.tests ?? null)));
  const after = sum(commands.map(({ run }) => executed(run.tests)));
  const sources = [changes, reports === null ? [] : [reports]];
  const named = Math.max(...sources.map((all) => sum(all.map(({ before }) => before))));
  const repaired = Math.max(...sources.map((all) => sum(all.map((change) => change.repaired.length))));
  if (named > 0 && named >= counted && repaired > 0) {
    const why = `All ${named} tests that ran before ran again, by name; the ${repaired} that failed pass now.`;
    return { grade: 'A', why };
  }
  if (named > 0) {
    const why = `${named} tests that ran before ran again, by name; ${repaired} of them had failed.`;
    return { grade: 'B', why };
  }
  if (counted > 0 && after > 0)
    return { grade: 'B', why: `Tests were compared by their number: ${counted} before, ${after} now.` };
  const ranNone = commands.some(({ run }) => run.tests !== null) ? 'No test ran' : 'No runner counted tests';
  const seen = after === 0 ? ranNone : `${after} tests ran, but none were seen on the base`;
  return { grade: 'C', why: `${seen}: that every command exits with 0 is all there is.` };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);
