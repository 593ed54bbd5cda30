import { expect, test } from '@jest/globals';
import type { CommandRun, DifferentialRun, Execution } from '../../src/domain/execution.js';
import type { TestInventory } from '../../src/domain/test-inventory.js';
import { protectionOf } from '../../src/policy/protected-paths.js';
import { type JudgeInput, judge } from '../../src/verify/judge.js';
import { isReportFile, isRunnerFile } from '../../src/verify/runner-files.js';
import { commandRun } from '../support/repair-context.js';

const names = (passed: string, failed = '', skipped = ''): TestInventory => ({
  unit: 'test',
  passed: passed.split(' ').filter(Boolean),
  failed: failed.split(' ').filter(Boolean),
  skipped: skipped.split(' ').filter(Boolean),
});

/** A command with its tests by name; it exits with 0 when none failed, unless said otherwise. */
function run(inventory: TestInventory | null, exitCode = inventory?.failed.length ? 1 : 0): CommandRun {
  const tests = inventory && {
    passed: inventory.passed.length,
    failed: inventory.failed.length,
    skipped: inventory.skipped.length,
  };
  return commandRun({ end: { kind: 'exited', exitCode }, tests, inventory });
}

const base = (fields: Partial<Execution> = {}): Execution => ({
  ...{ executionId: 'e', revisionId: 'r', number: 0, status: 'failed', errorCode: 'gate-red', exitCode: 1 },
  ...{ commands: [run(names('a b', 'c'))], checks: [], reported: null, evidence: null, fingerprint: 'f' },
  ...fields,
});

const judged = (after: CommandRun, fields: Partial<JudgeInput> = {}) =>
  judge({
    ...{ commands: ['npm test'], runs: [after], baseline: base(), writes: [], gateWrites: [] },
    ...{ baselineAgain: null, reported: null, differentials: [], passes: 1, isProtected: () => false },
    ...fields,
  });

const failedChecks = (after: CommandRun, fields: Partial<JudgeInput> = {}) =>
  judged(after, fields)
    .checks.filter(({ passed }) => !passed)
    .map(({ name, detail }) => `${name}: ${detail}`);

test.each([
  ['is gone', names('a b'), 'tests-lost', 'npm test: ran before and are gone: c'],
  ['has another name', names('a b d'), 'tests-lost', 'npm test: ran before and are gone: c (new: d)'],
  ['is skipped', names('a b', '', 'c'), 'tests-skipped', 'npm test: ran before and are skipped now: c'],
])('a test that %s is red although the gate exits with 0', (_, after, errorCode, detail) => {
  expect(judged(run(after))).toMatchObject({ status: 'failed', errorCode, evidence: null });
  expect(failedChecks(run(after))).toEqual([`test-names: ${detail}`]);
});

test('a test that passed and fails now is a regression, whatever the exit code', () => {
  expect(judged(run(names('a c', 'b')))).toMatchObject({ status: 'failed', errorCode: 'regression' });
  expect(judged(run(names('a c', 'b'), 0)).errorCode).toBe('regression');
});

test('a red command may not have come to its other tests, and is not said to have lost them', () => {
  expect(judged(run(names('a', 'c'))).errorCode).toBe('gate-red');
  expect(failedChecks(run(names('a', 'c')))).toEqual(['exit-code: npm test: exit 1']);
});

test('names that differ between two runs of the base are none to compare by, and numbers are then', () => {
  const again = (inventory: TestInventory) => beside({ purpose: 'base-again', commands: [run(inventory)] });
  const renamed = run(names('a b d'));
  const steady = { baselineAgain: again(names('a b', 'c')) };
  const chance = { baselineAgain: again(names('a b', 'x')) };
  expect(judged(renamed, steady).errorCode).toBe('tests-lost');
  expect(judged(renamed, chance)).toMatchObject({ status: 'passed', evidence: { grade: 'B' } });
  expect(judged(run(names('a b')), chance)).toMatchObject({ errorCode: 'tests-lost' });
  expect(failedChecks(run(names('a b')), chance)).toEqual(['test-count: npm test: 2 tests ran, 3 before']);
});

test('a test that failed and passed when its command ran it again has passed', () => {
  const rerun = { ...run(names('a b c'), 0), tests: { passed: 3, failed: 1, skipped: 0 } };
  expect(judged(rerun).status).toBe('passed');
  // Said to have passed in the output, but counted once, and as failed.
  const forged = { ...rerun, tests: { passed: 2, failed: 1, skipped: 0 } };
  expect(judged(forged).errorCode).toBe('inconsistent-result');
});

test('where every test is named, names decide and not numbers: a re-run counts its tests twice', () => {
  const twice = run(names('a b c'));
  const commands = [{ ...run(names('a b', 'c')), tests: { passed: 4, failed: 2, skipped: 0 } }];
  expect(judged(twice, { baseline: base({ commands }) }).status).toBe('passed');
});

test('where files alone are named, a lost one is named, and the tests in them are counted', () => {
  const files = (inventory: TestInventory, passed: number, failed = 0) => ({
    ...run({ ...inventory, unit: 'package' }),
    tests: { passed, failed, skipped: 0 },
  });
  const before = { baseline: base({ commands: [files(names('a.js', 'b.js'), 9, 1)] }) };
  expect(judged(files(names('a.js b.js'), 10), before)).toMatchObject({
    status: 'passed',
    evidence: { grade: 'B' },
  });
  expect(failedChecks(files(names('a.js'), 10), before)).toEqual([
    'test-names: npm test: ran before and are gone: b.js',
  ]);
  expect(failedChecks(files(names('a.js b.js'), 9), before)).toEqual([
    'test-count: npm test: 9 tests ran, 10 before',
  ]);
});

test('tests that only the base names are compared by their number', () => {
  const unnamed = (passed: number) =>
    commandRun({ end: { kind: 'exited', exitCode: 0 }, tests: { passed, failed: 0, skipped: 0 } });
  expect(judged(unnamed(3))).toMatchObject({ status: 'passed', evidence: { grade: 'B' } });
  expect(judged(unnamed(2)).errorCode).toBe('tests-lost');
});

test('a command that passes with failed tests on the base already may do so again, and no more of them', () => {
  const before = base({ commands: [run(names('a', 'x y'), 0), run(null, 1)] });
  const commands = ['npm test', 'npm test'];
  const after = (inventory: TestInventory) =>
    judged(run(inventory, 0), { commands, baseline: before, runs: [run(inventory, 0), run(null, 0)] });
  expect(after(names('a', 'x y')).status).toBe('passed');
  expect(after(names('', 'a x y')).errorCode).toBe('regression');
});

test('tests in report files are compared like those of an output', () => {
  const before = base({ commands: [run(null, 1)], reported: names('a b', 'c') });
  const after = (reported: TestInventory | null) => judged(run(null, 0), { baseline: before, reported });
  expect(after(names('a b c'))).toMatchObject({ status: 'passed', evidence: { grade: 'A' } });
  expect(after(names('a b')).errorCode).toBe('tests-lost');
  expect(after(names('a b', 'c')).errorCode).toBe('inconsistent-result');
  expect(after(null).errorCode).toBe('tests-lost');
});

test('evidence is graded by what was compared', () => {
  const grade = (after: CommandRun, baseline: Execution) => judged(after, { baseline }).evidence?.grade;
  expect(grade(run(names('a b c')), base())).toBe('A');
  expect(grade(run(names('a b')), base({ commands: [run(names('a b'), 1)] }))).toBe('B');
  const packages = { ...names('a b'), unit: 'package' } as const;
  expect(grade(run(packages), base({ commands: [run({ ...packages, failed: ['c'] }, 1)] }))).toBeUndefined();
  expect(
    grade(
      run({ ...names('a b c'), unit: 'package' }),
      base({ commands: [run({ ...names('a b', 'c'), unit: 'package' })] }),
    ),
  ).toBe('B');
  expect(grade(run(names('a b')), base({ commands: [run(null, 1)] }))).toBe('C');
  expect(grade(run(null, 0), base({ commands: [run(null, 1)] }))).toBe('C');
});

const beside = (fields: Partial<DifferentialRun>): DifferentialRun => ({
  ...{ purpose: 'patch-again', revisionId: 'r1', status: 'passed', errorCode: null },
  ...{ commands: [run(names('a b c'))], reported: null, durationMs: 1, fingerprint: null },
  ...fields,
});

test('a pass must come again as often as is needed', () => {
  const passed = run(names('a b c'));
  expect(judged(passed, { passes: 3, differentials: [beside({}), beside({})] }).status).toBe('passed');
  const red = beside({ status: 'failed', commands: [run(names('a b', 'c'))] });
  expect(judged(passed, { passes: 3, differentials: [beside({}), red] })).toMatchObject({
    status: 'failed',
    errorCode: 'flaky',
  });
  expect(judged(passed, { passes: 3, differentials: [beside({})] }).errorCode).toBe('repeats-missing');
});

test('a patch whose tests pass on the source of the base is no fix', () => {
  const source = (status: DifferentialRun['status']) => [beside({ purpose: 'source-from-base', status })];
  const passed = run(names('a b c'));
  expect(judged(passed, { differentials: source('passed') }).errorCode).toBe('fix-is-in-tests');
  expect(judged(passed, { differentials: source('failed') }).status).toBe('passed');
});

test('a run beside the execution that was cut short leaves no verdict', () => {
  const cut = (end: CommandRun['end']) => [beside({ status: 'timed-out', commands: [commandRun({ end })] })];
  const verdict = (end: CommandRun['end']) =>
    judged(run(names('a b c')), { passes: 2, differentials: cut(end) });
  expect(verdict({ kind: 'cancelled' }).status).toBe('cancelled');
  expect(verdict({ kind: 'timed-out', limit: 'deadline' })).toMatchObject({
    status: 'timed-out',
    errorCode: 'deadline',
  });
  expect(verdict({ kind: 'timed-out', limit: 'gate-timeout' })).toMatchObject({
    status: 'failed',
    errorCode: 'flaky',
  });
});

test('no patch may write a file that a runner loads by its name', () => {
  const policy = { allow: [], protect: [], allowTestEdits: false, classes: [] };
  const loaded = [
    'conftest.py',
    'a/sitecustomize.py',
    'usercustomize.py',
    'pytest.ini',
    'tox.ini',
    'phpunit.xml',
  ];
  const hidden = ['.mocharc.cjs', '.babelrc', '.taprc', '.nycrc.json', '.swcrc', '.npmrc', '.rspec'];
  const configs = ['jest', 'vitest', 'babel', 'karma', 'ava'].map((tool) => `pkg/${tool}.config.mjs`);
  for (const path of [...loaded, ...hidden, ...configs]) {
    expect([path, isRunnerFile(path)]).toEqual([path, true]);
    expect([path, protectionOf(path, policy)]).toEqual([path, expect.any(String)]);
  }
});

test('files that runners load or write by themselves are told by their names', () => {
  const loaded = ['conftest.py', 'a/sitecustomize.py', 'pytest.ini', '.mocharc.cjs', 'pkg/jest.config.js'];
  const others = [
    'src/a.py',
    'jest.config.md/x',
    'coverage.xml',
    '.cache/x',
    'package.json',
    'myconftest.py',
  ];
  expect([...loaded, ...others].filter(isRunnerFile)).toEqual(loaded);
  expect(['out/junit.xml', 'ctrf/ctrf-report.json', 'a.json'].filter(isReportFile)).toHaveLength(2);
});

const jest = (...counts: readonly number[]): CommandRun =>
  commandRun({
    end: { kind: 'exited', exitCode: 0 },
    output: counts.map((count) => `Tests:       ${count} passed, ${count} total\n`).join('some words\n'),
    tests: { passed: counts.reduce((sum, count) => sum + count, 0), failed: 0, skipped: 0 },
  });

test('a package that loses tests is no fix, although another got as many', () => {
  const baseline = base({ commands: [jest(3, 5)] });
  expect(judged(jest(2, 6), { baseline }).errorCode).toBe('tests-lost');
  expect(failedChecks(jest(2, 6), { baseline })).toEqual([
    'test-count: npm test: of the 2 summaries, one counts fewer tests: 6, 2; before: 5, 3',
  ]);
});

test.each([
  ['in another order', [5, 3]],
  ['with more tests each', [4, 6]],
  ['beside a new one', [1, 3, 5]],
])('packages %s have lost nothing', (_, counts) => {
  expect(judged(jest(...counts), { baseline: base({ commands: [jest(3, 5)] }) }).status).toBe('passed');
});

test('an output of which a part was left out is not compared by its summaries', () => {
  const baseline = base({ commands: [{ ...jest(3, 5), omittedBytes: 1 }] });
  expect(judged(jest(2, 6), { baseline }).status).toBe('passed');
});
