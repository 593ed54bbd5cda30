import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { signalOwn } from '../../../src/adapters/process/signal-own.js';
import type { Enclosed, Sandbox } from '../../../src/adapters/sandbox/sandbox.js';
import { testSandbox } from '../../../src/adapters/sandbox/test-sandbox.js';
import { trySandbox } from '../../../src/adapters/sandbox/try-sandbox.js';
import { sandboxesHere, sandboxOptions } from '../../support/sandboxes.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder('self-test');
const { sandboxes } = await sandboxesHere();

/** A sandbox that starts other words than a good one. */
function sandboxOf(words: (command: Enclosed) => readonly string[] | Promise<readonly string[]>): Sandbox {
  return {
    kind: 'bwrap',
    showsSystem: true,
    enclose: async (command) => ({
      words: await words(command),
      environment: command.environment,
      end: async () => undefined,
    }),
    signal: signalOwn,
    dispose: async () => undefined,
  };
}

/** With a home and a folder of the runner's own, so that what is left behind is seen. */
function tested(sandbox: Sandbox): Promise<string | null> {
  const home = mkdtempSync(join(folder, 'home-'));
  const environment = { ...process.env, HOME: home, RUNNER_TEMP: home };
  return testSandbox(sandbox, sandboxOptions({ environment, temporaryRoot: folder }));
}

test('a sandbox that shuts nothing in is found out on every account', async () => {
  const open = sandboxOf(({ words }) => words);
  const fault = await tested(open);
  for (const what of [
    /a listener of this machine, a way to 192\.0\.2\.1/,
    /the environment of process \d+/,
    /the pid namespace.*the net namespace.*the mnt namespace.*the ipc namespace/,
    /the file .*\.smart-fix-canary-/,
    /programs that give new privileges/,
    /it can write outside: .*\.smart-fix-break-out-/,
  ]) {
    expect(fault).toMatch(what);
  }
  const left = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  expect(left.filter((name) => /canary|break-out|self-test/.test(name))).toEqual([]);
});

test.each([
  ['that starts nothing', ['false'], /no command can be started in it/],
  ['whose program is missing', ['no-such-sandbox'], /no command can be started in it: .*no-such-sandbox/],
  ['that says nothing', ['true'], /no command can be started in it/],
])('one %s does not work', async (_, words, fault) => {
  expect(await tested(sandboxOf(() => words))).toMatch(fault);
});

const bwrap = [...sandboxes].find(([kind]) => kind === 'bwrap')?.[1];

/** The words of bubblewrap with one of its walls taken down. */
function weakened(change: (words: readonly string[]) => readonly string[]): Sandbox {
  return sandboxOf(async (command) => change((await bwrap?.enclose(command))?.words ?? []));
}
const without = (word: string, more: readonly string[]) => (words: readonly string[]) =>
  words.flatMap((each) => (each === word ? more : [each]));

const HOLES: readonly [string, readonly string[], RegExp][] = [
  [
    'the network',
    ['--unshare-all', '--share-net'],
    /a listener of this machine, a way to 192\.0\.2\.1.*net namespace/,
  ],
  [
    'other processes',
    ['--unshare-user', '--unshare-net', '--unshare-ipc'],
    /the pid namespace of the runner/,
  ],
];

if (bwrap === undefined) console.warn('no bubblewrap here: a sandbox with one hole was not tested');
else {
  test.each(HOLES)('a hole to %s alone is found', async (_, words, fault) => {
    expect(await tested(weakened(without('--unshare-all', words)))).toMatch(fault);
  });

  test('a hole to files that can be read is found', async () => {
    const home = mkdtempSync(join(folder, 'home-'));
    const environment = { ...process.env, HOME: '/', RUNNER_TEMP: home };
    const sandbox = weakened(without('--remount-ro', ['--ro-bind', home, home, '--remount-ro']));
    const fault = await testSandbox(sandbox, sandboxOptions({ environment, temporaryRoot: folder }));
    expect(fault).toMatch(/a command got at the file .*canary/);
  });

  test('a hole to files that can be written is found by looking at them', async () => {
    const home = mkdtempSync(join(folder, 'home-'));
    const environment = { ...process.env, RUNNER_TEMP: home };
    const sandbox = weakened(without('--remount-ro', ['--bind', home, home, '--remount-ro']));
    const fault = await testSandbox(sandbox, sandboxOptions({ environment, temporaryRoot: folder }));
    expect(fault).toContain(`it can write outside: ${home}`);
  });

  test('one in which ordinary work fails is none', async () => {
    const sandbox = weakened(without('--remount-ro', ['--remount-ro', '/tmp', '--remount-ro']));
    expect(await tested(sandbox)).toBe('ordinary commands do not work in it: /tmp cannot be written');
  });
}

test('one that holds is said to, and leaves nothing', async () => {
  for (const sandbox of sandboxes.values()) expect(await tested(sandbox)).toBeNull();
  expect(readdirSync(folder).filter((name) => name.startsWith('smart-fix-'))).toEqual([]);
});

test('a docker that is not there is a fault in words', async () => {
  const environment = { ...process.env, DOCKER_HOST: `unix://${folder}/none.sock` };
  const trial = await trySandbox('docker', sandboxOptions({ environment }));
  expect(trial.sandbox).toBeNull();
  expect(trial.fault).toMatch(/docker/);
  expect(existsSync(join(folder, 'none.sock'))).toBe(false);
});
