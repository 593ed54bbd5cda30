import { expect, test } from '@jest/globals';
import { brokenSum, CHECK, GOOD, sumPlus, WRONG } from '../support/broken-sum.js';
import { startHttpStub } from '../support/http-stub.js';
import { repair, type ScriptedReply } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('budgets');

interface Spent {
  readonly gate?: string;
  readonly replies?: readonly ScriptedReply[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A run that ends with the repository as it was. */
async function repairWithin(
  args: readonly string[],
  { gate = CHECK, replies = WRONG, env = {} }: Spent = {},
) {
  const repository = brokenSum(folder);
  const before = repository.snapshot();
  const model = args.includes('--provider') ? {} : { replies };
  const result = await repair(repository, { folder, gate, args, env, ...model });
  expect(repository.snapshot()).toBe(before);
  expect(result.leftovers).toEqual([]);
  expect(result.report.acceptedRevisionId).toBeNull();
  return result;
}

test('when the model calls are spent the run is partial and keeps what it learned', async () => {
  const { exitCode, report, read } = await repairWithin(['--max-model-calls', '2']);
  expect(report).toMatchObject({
    status: 'partial',
    stopReason: 'budget-model-calls',
    usage: { modelCalls: 2, executions: 3 },
  });
  expect(report.attempts.map(({ result }) => result)).toEqual(['gate-red', 'gate-red']);
  expect(read('LOOP.md')).toContain('attempt 2');
  expect(exitCode).toBe(1);
});

test('refused proposals spend model calls too', async () => {
  const { report } = await repairWithin(['--max-model-calls', '1'], { replies: ['no JSON', GOOD] });
  expect(report).toMatchObject({
    stopReason: 'budget-model-calls',
    usage: { modelCalls: 1, executions: 1 },
  });
});

test('when the executions are spent the run is partial, and no model is asked in vain', async () => {
  const { exitCode, report } = await repairWithin(['--max-executions', '2']);
  expect(report).toMatchObject({
    status: 'partial',
    stopReason: 'budget-executions',
    usage: { modelCalls: 1, executions: 2 },
  });
  expect(exitCode).toBe(1);
});

test('one execution is the baseline and nothing else', async () => {
  const { report } = await repairWithin(['--max-executions', '1']);
  expect(report).toMatchObject({
    stopReason: 'budget-executions',
    usage: { modelCalls: 0, executions: 1 },
  });
});

test('the last execution may still be the one that passes', async () => {
  const replies = [sumPlus(' + 2'), sumPlus('', ' + 2')];
  const args = ['--max-executions', '3', '--max-model-calls', '2', '--max-attempts', '2'];
  const { report, exitCode } = await repair(brokenSum(folder), { folder, gate: CHECK, replies, args });
  expect(report).toMatchObject({ stopReason: 'fixed', usage: { modelCalls: 2, executions: 3 } });
  expect(exitCode).toBe(0);
});

test('a gate past its own limit needs a person: time is no repairable failure', async () => {
  const { exitCode, report } = await repairWithin(['--gate-timeout', '1'], { gate: 'sleep 30' });
  expect(report).toMatchObject({
    status: 'needs-human',
    stopReason: 'gate-timeout',
    usage: { modelCalls: 0 },
  });
  expect(report.runs[0]).toMatchObject({ status: 'timed-out', errorCode: 'gate-timeout' });
  expect(report.usage.elapsedMs).toBeLessThan(30_000);
  expect(exitCode).toBe(1);
});

test('the gate limit covers all commands together', async () => {
  const repository = brokenSum(folder);
  const gate = ['sleep 4', 'sleep 30'];
  const { report } = await repair(repository, { folder, gate, args: ['--gate-timeout', '7'] });
  expect(report.runs[0]?.commands.map(({ end }) => end.kind)).toEqual(['exited', 'timed-out']);
  // What is left of 7 s after 4 s, and what a busy machine takes to stop it.
  expect(report.runs[0]?.commands[1]?.durationMs).toBeLessThan(7_000);
});

test('a gate that runs into the deadline makes the run partial', async () => {
  const { exitCode, report } = await repairWithin(['--deadline', '1'], { gate: 'sleep 30' });
  expect(report).toMatchObject({ status: 'partial', stopReason: 'deadline' });
  expect(report.runs[0]).toMatchObject({ status: 'timed-out', errorCode: 'deadline' });
  expect(exitCode).toBe(1);
});

test('the deadline bounds the setup command too', async () => {
  const { report } = await repairWithin(['--deadline', '1', '--setup', 'sleep 30']);
  expect(report).toMatchObject({ status: 'partial', stopReason: 'deadline' });
});

test('a model that answers too late does not outlive the deadline', async () => {
  const stub = await startHttpStub(() => undefined);
  try {
    const provider = ['--provider', 'openai', '--model', 'm', '--base-url', stub.url, '--deadline', '8'];
    const { exitCode, report } = await repairWithin(provider, { env: { OPENAI_API_KEY: 'canary-key-1' } });
    expect(report).toMatchObject({ status: 'partial', stopReason: 'deadline', usage: { modelCalls: 1 } });
    expect(report.usage.elapsedMs).toBeLessThan(30_000);
    expect(exitCode).toBe(1);
  } finally {
    await stub.close();
  }
});

test('a model that cannot be had defers the run, with a warning and exit code 0', async () => {
  const { exitCode, report, stderr } = await repairWithin([], { replies: [sumPlus(' + 2')] });
  expect(report).toMatchObject({ status: 'deferred', stopReason: 'model-unavailable' });
  expect(stderr).toContain('deferred (model-unavailable)');
  expect(stderr).toMatch(/warning/i);
  expect(exitCode).toBe(0);
});

test('a key that is refused needs a person', async () => {
  const stub = await startHttpStub((response) => {
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end('{"error":{"message":"bad key","code":"invalid_api_key"}}');
  });
  try {
    const provider = ['--provider', 'openai', '--model', 'm', '--base-url', stub.url];
    const { exitCode, report } = await repairWithin(provider, { env: { OPENAI_API_KEY: 'canary-key-2' } });
    expect(report).toMatchObject({ status: 'needs-human', stopReason: 'permission' });
    expect(exitCode).toBe(1);
  } finally {
    await stub.close();
  }
});

test('a red setup command is the failure that is looked at, and its gate does not run', async () => {
  const { report } = await repairWithin(['--setup', "echo 'src/sum.mjs:1: error: setup'; exit 4"], {
    replies: [{ giveUp: 'no' }],
  });
  expect(report.runs[0]).toMatchObject({ status: 'failed', exitCode: 4 });
  expect(report.runs[0]?.commands).toHaveLength(1);
  expect(report.finding).toMatchObject({ file: 'src/sum.mjs', message: 'setup' });
});
