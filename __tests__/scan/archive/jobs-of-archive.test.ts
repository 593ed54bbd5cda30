import { expect, test } from '@jest/globals';
import { jobsOfArchive } from '../../../src/scan/archive/jobs-of-archive.js';

test("a job's own file at the root stands for the files of its steps", () => {
  const { jobs } = jobsOfArchive(['0_build (20).txt', 'build (20)/1_Set up job.txt', 'build (20)/2_Run.txt']);
  expect(jobs).toEqual([{ name: 'build (20)', files: ['0_build (20).txt'] }]);
});

test('without it, the steps are one log in the order of their numbers', () => {
  const { jobs } = jobsOfArchive([
    'build/10_Post.txt',
    'build/2_Run.txt',
    'build/system.txt',
    'lint/1_Run.txt',
  ]);
  expect(jobs).toEqual([
    { name: 'build', files: ['build/2_Run.txt', 'build/10_Post.txt'] },
    { name: 'lint', files: ['lint/1_Run.txt'] },
  ]);
});

test('files that no run names so are logs of their own', () => {
  const { jobs } = jobsOfArchive(['ci.log', 'reports/junit.xml', 'reports/more/out.txt']);
  expect(jobs.map(({ name }) => name)).toEqual(['ci.log', 'reports/junit.xml', 'reports/more/out.txt']);
});

test('archives in the archive and what is no text are no logs', () => {
  expect(jobsOfArchive(['a.zip', 'b.png', '0_c.txt'])).toEqual({
    jobs: [{ name: 'c', files: ['0_c.txt'] }],
    others: ['a.zip', 'b.png'],
  });
});

test('jobs of one name are told apart by the numbers of their files alone', () => {
  const { jobs } = jobsOfArchive(['0_test.txt', '1_test.txt']);
  expect(jobs.map(({ files }) => files)).toEqual([['0_test.txt'], ['1_test.txt']]);
});
