import { expect, test } from '@jest/globals';
import type { CommandRun, Execution, TestCount } from '../../src/domain/execution.js';
import { type JudgeInput, judge } from '../../src/verify/judge.js';

const run = (fields: Partial<CommandRun> = {}): CommandRun => ({
  command: 'npm test',
  end: { kind: 'exited', exitCode: 0 },
  durationMs: 5,
  output: '',
  omittedBytes: 0,
  tests: null,
  inventory: null,
  ...fields,
});

const baselineWith = (tests: TestCount | null): Execution => ({
  executionId: 'e',
  revisionId: 'r',
  number: 0,
  status: 'failed',
  errorCode: 'gate-red',
  exitCode: 1,
  commands: [run({ tests, end: { kind: 'exited', exitCode: 1 } })],
  checks: [],
  reported: null,
  evidence: null,
  fingerprint: 'f',
});

function judged(fields: Partial<JudgeInput>) {
  return judge({
    commands: ['npm test'],
    runs: [run()],
    baseline: baselineWith(null),
    writes: [],
    gateWrites: [],
    baselineAgain: null,
    reported: null,
    differentials: [],
    passes: 1,
    isProtected: (path) => path.startsWith('test/'),
    ...fields,
  });
}

const count = (passed: number, failed = 0, skipped = 0): TestCount => ({ passed, failed, skipped });

test('a gate whose every command exits with 0 passes', () => {
  expect(judged({})).toMatchObject({ status: 'passed', errorCode: null, exitCode: 0 });
});

test('a command that fails, or was never reached, is no pass', () => {
  expect(judged({ runs: [run({ end: { kind: 'exited', exitCode: 2 } })] })).toMatchObject({
    status: 'failed',
    errorCode: 'gate-red',
    exitCode: 2,
  });
  expect(judged({ commands: ['npm test', 'npm run lint'] })).toMatchObject({
    status: 'failed',
    errorCode: 'gate-red',
  });
  expect(judged({ runs: [run({ end: { kind: 'signalled', signal: 'SIGSEGV' } })] }).status).toBe('failed');
});

test('a cut command names the limit that cut it, and a cancelled one is no verdict', () => {
  expect(judged({ runs: [run({ end: { kind: 'timed-out', limit: 'gate-timeout' } })] })).toMatchObject({
    status: 'timed-out',
    errorCode: 'gate-timeout',
  });
  expect(judged({ runs: [run({ end: { kind: 'timed-out', limit: 'deadline' } })] }).errorCode).toBe(
    'deadline',
  );
  expect(judged({ runs: [run({ end: { kind: 'cancelled' } })] }).status).toBe('cancelled');
});

test.each([
  ['fewer tests than before', count(8, 1), count(8), 'tests-lost'],
  ['none where there were some', count(8, 1), null, 'tests-lost'],
  ['tests newly skipped', count(8, 1), count(8, 0, 1), 'tests-lost'],
  ['failed tests behind exit 0', count(8, 1), count(8, 1), 'inconsistent-result'],
])('%s is red although the gate exits with 0', (_, before, tests, errorCode) => {
  expect(judged({ baseline: baselineWith(before), runs: [run({ tests })] })).toMatchObject({
    status: 'failed',
    errorCode,
  });
});

test('as many tests or more are no objection, nor are counts where the base had none', () => {
  expect(judged({ baseline: baselineWith(count(8, 1)), runs: [run({ tests: count(9) })] }).status).toBe(
    'passed',
  );
  expect(judged({ baseline: baselineWith(count(8, 1)), runs: [run({ tests: count(12) })] }).status).toBe(
    'passed',
  );
  expect(judged({ baseline: baselineWith(null), runs: [run({ tests: count(3) })] }).status).toBe('passed');
});

test('a gate that rewrites protected or source files proves nothing', () => {
  expect(judged({ writes: [{ path: 'test/a.js', digest: 'a' }] })).toMatchObject({
    status: 'failed',
    errorCode: 'protected-files-changed',
  });
  expect(judged({ writes: [{ path: 'src/a.js', digest: 'a' }] })).toMatchObject({
    status: 'failed',
    errorCode: 'tree-changed',
  });
});

test('files that the gate rewrote on the untouched base already are its own outputs', () => {
  const passed = judged({
    writes: [{ path: 'out.txt', digest: 'now' }],
    gateWrites: [{ path: 'out.txt', digest: 'before' }],
  });
  expect(passed.status).toBe('passed');
  expect(passed.checks.at(-1)?.detail).toContain('out.txt');
});

test('two commands of the same words are each compared with their own count', () => {
  const commands = ['npm test', 'npm test'];
  const baseline = { ...baselineWith(null), commands: [run({ tests: count(9) }), run({ tests: count(2) })] };
  const before = judged({ commands, baseline, runs: [run({ tests: count(9) }), run({ tests: count(2) })] });
  expect(before.status).toBe('passed');
  const lost = judged({ commands, baseline, runs: [run({ tests: count(9) }), run({ tests: count(1) })] });
  expect(lost.errorCode).toBe('tests-lost');
});

test('a protected file that the gate rewrites speaks against it, unless it does just the same on the base', () => {
  const writes = [{ path: 'test/a.snap', digest: 'now' }];
  const other = [{ path: 'test/a.snap', digest: 'before' }];
  expect(judged({ writes, gateWrites: other })).toMatchObject({
    status: 'failed',
    errorCode: 'protected-files-changed',
  });
  expect(judged({ writes, gateWrites: writes }).status).toBe('passed');
});
