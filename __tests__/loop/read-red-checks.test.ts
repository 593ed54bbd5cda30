import { expect, test } from '@jest/globals';
import type { RealCheck } from '../../src/domain/real-checks.js';
import type { Revision } from '../../src/domain/revision.js';
import { readRedChecks } from '../../src/loop/read-red-checks.js';

const REVISION = { revisionId: 'r1', number: 1 } as Revision;
const VERDICT = { kind: 'red', detail: 'test, lint: failed.' } as const;
const LOGS: Readonly<Record<string, string>> = {
  test: '2026-11-30T10:00:00.0000000Z src/sum.mjs:1: error: sum is 5\n',
  network: 'npm error code ECONNRESET\nnpm error network aborted\n',
  silent: 'Deployment failed\n',
};

const check = (name: string, runId: number | null = 7): RealCheck => ({
  ...{ name, state: 'failed', url: null, workflow: null, text: '' },
  job: runId === null ? null : { id: 1, runId },
});

const read = (checks: readonly RealCheck[], logs = LOGS) =>
  readRedChecks(checks, VERDICT, REVISION, {
    host: { readLog: async ({ name }) => logs[name] ?? '' },
    repositoryFiles: ['src/sum.mjs'],
    matchers: [],
  });

test('red checks are one execution of the revision, each with its log as a person would read it', async () => {
  const { execution } = await read([check('test')]);
  expect(execution).toMatchObject({
    ...{ revisionId: 'r1', number: 1, status: 'failed', errorCode: 'checks-red' },
    checks: [{ name: 'real-checks', passed: false, detail: 'test, lint: failed.' }],
  });
  expect(execution.commands).toMatchObject([{ command: 'test', output: 'src/sum.mjs:1: error: sum is 5' }]);
});

test('what a change can help speaks for them all, and comes last', async () => {
  const { execution, scan } = await read([check('test'), check('network'), check('silent')]);
  expect(scan.findings[0]).toMatchObject({ file: 'src/sum.mjs', line: 1 });
  expect(execution.commands.at(-1)?.command).toBe('test');
  expect(execution.fingerprint).toBe(scan.fingerprint);
});

test('what another system says without naming a place is for a person, what a job says is not', async () => {
  const log = { cla: 'Please sign the agreement' };
  expect((await read([check('cla', null)], log)).scan.actionable).toBe(false);
  expect((await read([check('test', null)])).scan.actionable).toBe(true);
});

test('only when every red check may pass by itself do its runs deserve another go', async () => {
  expect((await read([check('network', 7), check('network', 7)])).transientRuns).toEqual([7]);
  expect((await read([check('network'), check('test')])).transientRuns).toEqual([]);
  expect((await read([check('network', null)])).transientRuns).toEqual([]);
});

test('of an endless log the head and the tail are kept', async () => {
  const log = `first\n${'some words of a line\n'.repeat(20_000)}last\n`;
  const [run] = (await read([check('long')], { long: log })).execution.commands;
  const output = run?.output ?? '';
  expect([output.length < 270_000, output.startsWith('first\n'), output.endsWith('\nlast')]).toEqual([
    true,
    true,
    true,
  ]);
  expect(output.includes('characters left out')).toBe(true);
  expect(run?.omittedBytes).toBeGreaterThan(0);
});
