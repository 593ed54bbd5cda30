import { expect, test } from '@jest/globals';
import { combineJobs, type ScannedJob } from '../../../src/scan/archive/combine-jobs.js';
import { scanLog } from '../../../src/scan/scan-log.js';

const TYPE = 'src/a.ts(3,5): error TS2322: no';
const OTHER_TYPE = 'src/b.ts(9,1): error TS2304: none';
const LOST = 'The runner has received a shutdown signal.';
const job = (name: string, log: string, hasFailed = true): ScannedJob => ({
  ...{ name, hasFailed },
  scan: scanLog({ log, repositoryFiles: null }),
});
const placesIn = ({ findings }: ReturnType<typeof combineJobs>) =>
  findings.map(({ file, line, jobs }) => [file, line, jobs]);

test('the same finding of several jobs is one that lists them', () => {
  const scan = combineJobs([job('a', TYPE), job('b', `${TYPE}\n${OTHER_TYPE}`), job('c', TYPE)]);
  expect(placesIn(scan)).toEqual([
    ['src/a.ts', 3, ['a', 'b', 'c']],
    ['src/b.ts', 9, ['b']],
  ]);
});

test('what a change can help comes before a job whose machine was lost', () => {
  const scan = combineJobs([job('lost', LOST), job('types', TYPE)]);
  expect([scan.category, scan.actionable]).toEqual(['type', true]);
  expect(scan.notes).toContainEqual(expect.stringMatching(/^Another failure, infra .*: lost\.$/));
});

test('a job that did not fail says nothing, unless none is marked', () => {
  expect(placesIn(combineJobs([job('passed', OTHER_TYPE, false), job('failed', TYPE)]))).toEqual([
    ['src/a.ts', 3, ['failed']],
  ]);
  const unmarked = combineJobs([job('a', OTHER_TYPE, false), job('b', TYPE, false)]);
  expect(placesIn(unmarked).map(([file]) => file)).toEqual(['src/b.ts', 'src/a.ts']);
  expect(unmarked.notes[0]).toContain('marked no step of them as failed');
});

test('one cause in all jobs has the fingerprint that it has in one', () => {
  expect(combineJobs([job('a', TYPE), job('b', TYPE)]).fingerprint).toBe(job('a', TYPE).scan.fingerprint);
});

test('of very many jobs ten are named', () => {
  const [first = job('0', TYPE), ...rest] = Array.from({ length: 60 }, (_, index) =>
    job(String(index), TYPE),
  );
  expect(combineJobs([first, ...rest]).notes[0]).toContain(
    'failed: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 50 more',
  );
});
