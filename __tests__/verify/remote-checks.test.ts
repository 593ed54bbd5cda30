import { expect, test } from '@jest/globals';
import type { CheckState, ChecksVerdict, RealCheck } from '../../src/domain/real-checks.js';
import { haveEnded, judgeChecks, type Measure, newlyRed } from '../../src/verify/remote-checks.js';

const check = (name: string, state: CheckState): RealCheck => ({
  name,
  state,
  url: null,
  job: null,
  workflow: null,
  text: '',
});
const measure = (fields: Partial<Measure> = {}): Measure => ({
  ...{ required: [], onBase: [], ours: [], failedJobs: ['test'] },
  ...fields,
});

/** `test failed, lint passed` as checks. */
const checks = (text: string): readonly RealCheck[] =>
  text === ''
    ? []
    : text.split(', ').map((each) => {
        const [name = '', state = ''] = each.split(' ');
        return check(name, state as CheckState);
      });

test.each<[string, ChecksVerdict['kind'], RegExp]>([
  ['test passed', 'green', /All passed: test/],
  ['test passed, docs skipped, coverage neutral', 'green', /All passed: test\./],
  ['test failed, lint passed', 'red', /^test: failed/],
  ['test failed, lint pending', 'red', /^test/],
  ['test passed, lint cancelled', 'cancelled', /^lint: was cancelled/],
  ['test passed, lint pending', 'pending', /^lint: has not ended/],
  ['test passed, CI awaiting-approval', 'awaiting-approval', /^CI: waits/],
  ['test skipped, docs neutral', 'nothing-passed', /test, docs/],
  ['', 'not-started', /has started/],
])('%j is %s, and the check that decides is named', (seen, kind, detail) => {
  expect(judgeChecks(checks(seen), measure())).toEqual({ kind, detail: expect.stringMatching(detail) });
});

test('a required check that was skipped or never came is not green', () => {
  const required = ['gate'];
  expect(judgeChecks(checks('test passed, gate skipped'), measure({ required }))).toMatchObject({
    kind: 'required-skipped',
    detail: expect.stringContaining('gate'),
  });
  expect(judgeChecks(checks('test passed'), measure({ required }))).toMatchObject({
    kind: 'missing',
    detail: expect.stringContaining('gate'),
  });
  expect(judgeChecks(checks('test passed, gate passed'), measure({ required })).kind).toBe('green');
});

test('a job of one workflow does not stand for the job of that name in another', () => {
  const of = (workflow: string | null, state: CheckState) => ({ ...check('test', state), workflow });
  const onBase = [of('ci.yml', 'failed'), of('style.yml', 'failed')];
  expect(judgeChecks([of('ci.yml', 'passed')], measure({ onBase }))).toEqual({
    kind: 'missing',
    detail: 'test of style.yml: is expected and did not start.',
  });
  const both = [of('ci.yml', 'passed'), of('style.yml', 'passed')];
  expect(judgeChecks(both, measure({ onBase })).kind).toBe('green');
  // Where the host does not say whose it is, the name is all there is.
  expect(judgeChecks([of(null, 'passed')], measure({ onBase })).kind).toBe('green');
});

test('what ran on the commit that failed is expected; what it skipped or cut short is not', () => {
  const onBase = checks('test failed, lint passed, deploy skipped, slow cancelled, late pending');
  expect(judgeChecks(checks('test passed'), measure({ onBase })).detail).toBe(
    'lint: is expected and did not start.',
  );
  expect(judgeChecks(checks('test passed, lint passed'), measure({ onBase })).kind).toBe('green');
});

test('a check that was red before, outside the failed run, is told apart from one that the fix broke or did not mend', () => {
  const before = measure({ onBase: checks('test failed, lint failed') });
  expect(judgeChecks(checks('test passed, lint failed'), before)).toMatchObject({
    kind: 'red-before',
    detail: expect.stringContaining('lint'),
  });
  const both = checks('test failed, lint failed');
  expect(judgeChecks(both, before)).toEqual({ kind: 'red', detail: 'test: failed.' });
  expect(newlyRed(both, before).map(({ name }) => name)).toEqual(['test']);
});

test('our own job says nothing', () => {
  const ours = measure({ ours: ['smart-fix'], onBase: checks('smart-fix passed') });
  expect(judgeChecks(checks('test passed, smart-fix failed'), ours).kind).toBe('green');
  expect(judgeChecks(checks('smart-fix passed'), ours).kind).toBe('not-started');
});

test('a long list of checks is cut', () => {
  const many = checks(Array.from({ length: 9 }, (_, index) => `job${index} passed`).join(', '));
  expect(judgeChecks(many, measure()).detail).toBe('All passed: job0, job1, job2, job3, job4 and 4 more.');
});

test('checks have ended when there are some and none is pending', () => {
  expect(
    [checks(''), checks('a passed, b pending'), checks('a failed, b awaiting-approval')].map(haveEnded),
  ).toEqual([false, false, true]);
});
