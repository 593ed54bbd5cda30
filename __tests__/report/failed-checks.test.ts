import { expect, test } from '@jest/globals';
import { groupByCause } from '../../src/report/failed-checks.js';
import { failureContext } from '../support/hosted-failure.js';

function scanned(jobName: string, notes: readonly string[]) {
  const [check] = failureContext(jobName).checks;
  return { job: check!.jobs[0]!, scan: { ...check!.scan, notes }, excerpt: '' };
}

test('jobs with one cause are one check, with what was left out of the log of each', () => {
  const checks = groupByCause([scanned('a', ['one']), scanned('b', ['one', 'two'])]);
  expect(checks.map(({ jobs }) => jobs.map(({ name }) => name))).toEqual([['a', 'b']]);
  expect(checks.map(({ scan }) => scan.notes)).toEqual([['one', 'two']]);
});
