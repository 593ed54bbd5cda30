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

test('jobs that fail first at the very same place are one cause, whatever else they say', () => {
  const one = scanned('a', []);
  const other = { ...scanned('b', []), scan: { ...one.scan, fingerprint: 'ffffffffffff' } };
  expect(groupByCause([one, other])).toHaveLength(1);
  const elsewhere = [{ ...one.scan.findings[0]!, line: 99 }];
  expect(groupByCause([one, { ...other, scan: { ...other.scan, findings: elsewhere } }])).toHaveLength(2);
  const unlocated = { ...one.scan, findings: [] };
  expect(
    groupByCause([
      { ...one, scan: unlocated },
      { ...other, scan: { ...unlocated, fingerprint: 'f' } },
    ]),
  ).toHaveLength(2);
});
