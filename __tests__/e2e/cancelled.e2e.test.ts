import type { ChildProcess } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { brokenSum, CHECK, GOOD } from '../support/broken-sum.js';
import { type HttpStub, startHttpStub } from '../support/http-stub.js';
import { processesWith } from '../support/processes.js';
import { repair, runCli } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('cancelled');
let silent: HttpStub;
beforeAll(async () => {
  silent = await startHttpStub(() => undefined);
});
afterAll(() => silent.close());

/** Sends `signal` once standard error has said `text`. */
const signalAt = (text: string, signal: NodeJS.Signals) => (child: ChildProcess) => {
  let seen = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    if (seen.includes(text)) return;
    seen += chunk.toString();
    if (seen.includes(text)) setTimeout(() => child.kill(signal), 100);
  });
};

interface Phase {
  readonly args?: readonly string[];
  readonly gate: string;
  /** Standard error says it when the phase has begun. */
  readonly sign: string;
  /** Part of the command line of what runs in this phase. */
  readonly process: string;
}

const PHASES: Readonly<Record<string, Phase>> = {
  'the setup': { args: ['--setup', 'sleep 61.1'], gate: CHECK, sign: '$ sleep', process: 'sleep 61.1' },
  'the baseline': { gate: 'sleep 61.2', sign: '$ sleep', process: 'sleep 61.2' },
  'the call of a coding agent': {
    args: ['--provider', 'command', '--model-command', 'sleep 61.3'],
    gate: CHECK,
    sign: 'asking the model',
    process: 'sleep 61.3',
  },
  'the verification': {
    gate: `${CHECK} || exit 1; sleep 61.4`,
    sign: 'on attempt 1\n',
    process: 'sleep 61.4',
  },
};

async function cancelIn({ args = [], gate, sign, process }: Phase, signal: NodeJS.Signals) {
  const repository = brokenSum(folder);
  const before = repository.snapshot();
  const model = args.includes('--provider') ? {} : { replies: [GOOD] };
  const onStart = signalAt(sign, signal);
  const result = await repair(repository, { folder, gate, args, onStart, ...model });
  expect(result.report).toMatchObject({
    status: 'cancelled',
    stopReason: 'cancelled',
    branch: null,
    acceptedRevisionId: null,
  });
  expect(result.leftovers).toEqual([]);
  expect(repository.snapshot()).toBe(before);
  expect(processesWith(process)).toEqual([]);
  expect(JSON.parse(result.read('report.json'))).toEqual(result.report);
  expect(result.report.usage.elapsedMs).toBeLessThan(45_000);
  return result.exitCode;
}

test.each(Object.entries(PHASES))(
  'Ctrl-C in %s leaves nothing behind and exits with 130',
  async (_, phase) => {
    expect(await cancelIn(phase, 'SIGINT')).toBe(130);
  },
);

test.each(Object.entries(PHASES))(
  'SIGTERM in %s leaves nothing behind and exits with 143',
  async (_, phase) => {
    expect(await cancelIn(phase, 'SIGTERM')).toBe(143);
  },
);

test.each([
  ['the workspace is made', /smart-fix \d{8}-/],
  ['the fix branch is made', /isolate {2}fix branch/],
  ['the patch is committed', /asking the model/],
])(
  'Ctrl-C in a terminal, which reaches every process of the group, while %s cuts no git off',
  async (_, sign) => {
    const repository = brokenSum(folder);
    const before = repository.snapshot();
    const { exitCode, report, leftovers } = await repair(repository, {
      folder,
      gate: CHECK,
      replies: [GOOD],
      ownGroup: true,
      onStart: (child) => {
        let sent = false;
        child.stderr?.on('data', (chunk: Buffer) => {
          if (sent || !sign.test(chunk.toString())) return;
          sent = true;
          process.kill(-(child.pid ?? 0), 'SIGINT');
        });
      },
    });
    expect(report).toMatchObject({ stopReason: 'cancelled', errors: [] });
    expect(exitCode).toBe(130);
    expect(leftovers).toEqual([]);
    expect(repository.snapshot()).toBe(before);
  },
);

test('Ctrl-C while a provider is silent ends the run at once', async () => {
  const repository = brokenSum(folder);
  const { exitCode, report, leftovers } = await repair(repository, {
    folder,
    gate: CHECK,
    args: ['--provider', 'openai', '--model', 'm', '--base-url', silent.url],
    env: { OPENAI_API_KEY: 'canary-key-3' },
    onStart: signalAt('asking the model', 'SIGINT'),
  });
  expect(report).toMatchObject({ status: 'cancelled', usage: { modelCalls: 1 } });
  expect(report.usage.elapsedMs).toBeLessThan(45_000);
  expect(exitCode).toBe(130);
  expect(leftovers).toEqual([]);
});

test('a second Ctrl-C kills a gate that ignores the first, and the run still cleans up', async () => {
  const repository = brokenSum(folder);
  const { exitCode, report, leftovers } = await repair(repository, {
    folder,
    gate: "trap '' TERM INT; echo begun; sleep 61.5 & wait; sleep 61.5",
    onStart: (child) => {
      signalAt('$ trap', 'SIGINT')(child);
      signalAt('$ trap', 'SIGINT')(child);
    },
  });
  expect(report.status).toBe('cancelled');
  expect(exitCode).toBe(130);
  expect(leftovers).toEqual([]);
  expect(processesWith('sleep 61.5')).toEqual([]);
});

test('when smart-fix itself is killed, the repository is untouched and the next run works', async () => {
  const repository = brokenSum(folder);
  const before = repository.snapshot();
  const { exitCode } = await runCli(['run', '--gate', 'sleep 2.6', '--json'], {
    cwd: repository.folder,
    env: { TMPDIR: folder },
    onStart: signalAt('$ sleep', 'SIGKILL'),
  });
  expect(exitCode).toBeNull();
  expect(repository.snapshot()).toBe(before);
  const [killed = ''] = readdirSync(join(repository.folder, '.smart-fix/runs'));
  const state = join(repository.folder, '.smart-fix/runs', killed);
  const again = await runCli(['run', '--gate', 'true', '--state', state], { cwd: repository.folder });
  expect(again.exitCode).toBe(64);
  expect(again.stderr).toContain('holds an unfinished run of another commit, gate or settings');
  const next = await repair(repository, { folder, gate: CHECK, replies: [GOOD] });
  expect(next.report.stopReason).toBe('fixed');
});
