import { expect, test } from '@jest/globals';
import type { CheckStart, CheckState, RealCheck } from '../../src/domain/real-checks.js';
import { watchChecks } from '../../src/loop/watch-checks.js';

const check = (state: CheckState, name = 'test'): RealCheck => ({
  name,
  state,
  url: null,
  job: null,
  workflow: null,
  text: '',
});

/** The checks of a commit as they are read one after the other (the last for ever), on a clock that only pauses move. */
async function watch(
  reads: readonly (readonly RealCheck[])[],
  {
    how = 'push',
    required = [],
    waitMs = 600_000,
    deadlineMs = 1_800_000,
  }: {
    readonly how?: CheckStart['how'];
    readonly required?: readonly string[];
    readonly waitMs?: number;
    readonly deadlineMs?: number;
  } = {},
) {
  const left = [...reads];
  let now = 0;
  let count = 0;
  const { verdict, waitedMs } = await watchChecks('c', how, {
    host: {
      readChecks: async () => {
        count += 1;
        return (left.length > 1 ? left.shift() : left[0]) ?? [];
      },
    },
    measure: { required, onBase: [], ours: [], failedJobs: [] },
    waitMs,
    timeLeftMs: () => deadlineMs - now,
    pause: async (ms) => {
      now += ms;
    },
  });
  return { kind: verdict.kind, waitedMs, count };
}

test('checks are waited for until they have ended', async () => {
  const run = [check('pending')];
  expect(await watch([[], run, run, [check('passed')]])).toMatchObject({ kind: 'green', count: 4 });
  expect(await watch([run, [check('failed')]])).toMatchObject({ kind: 'red', count: 2 });
});

test('ten minutes of waiting are few requests', async () => {
  const { kind, waitedMs, count } = await watch([[check('pending')]]);
  expect(kind).toBe('pending');
  expect(count).toBeLessThanOrEqual(18);
  expect(waitedMs).toBeGreaterThan(500_000);
});

test('the deadline of the run bounds the wait, with time left for the last words', async () => {
  const { kind, waitedMs } = await watch([[check('pending')]], { deadlineMs: 100_000 });
  expect(kind).toBe('pending');
  expect(waitedMs).toBeLessThanOrEqual(80_000);
});

test('one check that is green is no verdict while an expected one may still start', async () => {
  const first = [check('passed')];
  const both = [check('passed'), check('passed', 'late')];
  expect(await watch([first, first, both], { required: ['late'] })).toMatchObject({
    kind: 'green',
    count: 3,
  });
  const never = await watch([first], { required: ['late'] });
  expect(never.kind).toBe('missing');
  expect(never.waitedMs).toBeLessThan(120_000);
});

test.each<[CheckStart['how'], number]>([
  ['push', 60_000],
  ['dispatch', 60_000],
  ['none', 8000],
])('where nothing starts after a %s, it is given up after a while', async (how, least) => {
  const { kind, waitedMs } = await watch([[]], { how });
  expect(kind).toBe('not-started');
  expect(waitedMs).toBeGreaterThanOrEqual(least);
  expect(waitedMs).toBeLessThan(least * 2);
});

test('a person who has to approve is not waited for, unless the approval comes at once', async () => {
  const waiting = [check('awaiting-approval', 'CI')];
  const short = await watch([waiting], { how: 'none' });
  expect(short.kind).toBe('awaiting-approval');
  expect(short.waitedMs).toBeLessThan(20_000);
  expect(await watch([waiting, [check('pending')], [check('passed')]], { how: 'none' })).toMatchObject({
    kind: 'green',
  });
});
