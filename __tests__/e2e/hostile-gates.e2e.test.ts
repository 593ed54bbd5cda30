import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { brokenSum, CHECK, GOOD } from '../support/broken-sum.js';
import { startHttpStub } from '../support/http-stub.js';
import { processesWith } from '../support/processes.js';
import { repair } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('hostile');

test('a gate that never ends and ignores SIGTERM is cut with everything it started', async () => {
  const gate = "trap '' TERM; sh -c \"trap '' TERM; sleep 62.1; sleep 62.1\" & sleep 62.1; sleep 62.1";
  const args = ['--gate-timeout', '1'];
  const { report, leftovers } = await repair(brokenSum(folder), { folder, gate, args });
  expect(report.stopReason).toBe('gate-timeout');
  expect(processesWith('sleep 62.1')).toEqual([]);
  expect(leftovers).toEqual([]);
});

test('what a gate sends to the background with setsid ends with the gate', async () => {
  const gate = '(setsid sh -c "cd /; sleep 62.2" >/dev/null 2>&1 &); setsid sleep 62.2 & node test/check.mjs';
  const { report, leftovers } = await repair(brokenSum(folder), { folder, gate, replies: [GOOD] });
  expect(report.stopReason).toBe('fixed');
  expect(processesWith('sleep 62.2')).toEqual([]);
  expect(leftovers).toEqual([]);
});

test('a child that keeps the output open does not keep the run waiting', async () => {
  const gate = 'sleep 62.3 & node test/check.mjs';
  const { report } = await repair(brokenSum(folder), { folder, gate, replies: [{ giveUp: 'no' }] });
  expect(report.stopReason).toBe('model-gave-up');
  expect(report.usage.elapsedMs).toBeLessThan(45_000);
});

test('of 100 MB of output head and tail are kept, and the failure at the end is found', async () => {
  const gate = `echo begin; yes 0123456789012345678901234567890123456789 | head -c 104857600; echo; ${CHECK}`;
  const { report, stateFolder } = await repair(brokenSum(folder), { folder, gate, replies: [GOOD] });
  const [command] = report.runs[0]?.commands ?? [];
  expect(report).toMatchObject({ stopReason: 'fixed', finding: { file: 'src/sum.mjs' } });
  expect(command?.output.startsWith('begin\n')).toBe(true);
  expect(command?.output.length).toBeLessThan(270_000);
  expect(command?.omittedBytes).toBeGreaterThan(104_000_000);
  expect(statSync(join(stateFolder, 'ledger.jsonl')).size).toBeLessThan(2_000_000);
});

test('output that is no text does no harm', async () => {
  const gate = `head -c 20000 /dev/urandom; printf '\\033[2J\\033]0;title\\007\\000\\n'; ${CHECK}`;
  const { report, stderr } = await repair(brokenSum(folder), {
    folder,
    gate,
    replies: [GOOD],
    args: ['--verbose'],
  });
  expect(report.finding?.file).toBe('src/sum.mjs');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  expect(stderr).not.toMatch(/[\u0000\u0007\u001b]/);
});

test('a gate that removes its whole worktree harms nobody', async () => {
  const repository = brokenSum(folder);
  const before = repository.snapshot();
  const gate = 'echo "src/sum.mjs:1: error: gone"; rm -rf .git ./* "$TMPDIR"; exit 1';
  const { report } = await repair(repository, {
    folder,
    gate,
    replies: [GOOD],
    args: ['--max-attempts', '1'],
  });
  expect(report.stopReason).toBe('max-attempts');
  expect(repository.snapshot()).toBe(before);
});

test("a gate's git commands cannot reach the person's repository", async () => {
  const repository = brokenSum(folder);
  const before = repository.snapshot();
  const steps = [
    'git config user.name x; git config user.email x@y',
    'git branch evil; git tag evil; git stash; git commit -q --allow-empty -m evil',
    'git update-ref refs/heads/main HEAD; git remote add evil /x; git worktree prune',
  ];
  const gate = `{ ${steps.join('; ')}; } >/dev/null 2>&1; ${CHECK}`;
  const { report } = await repair(repository, {
    folder,
    gate,
    replies: [GOOD],
    args: ['--on-success', 'patch'],
  });
  expect(report.stopReason).toBe('fixed');
  expect(repository.snapshot()).toBe(before);
});

const CANARIES = {
  OPENAI_API_KEY: 'canary-openai-1f2e3d4c',
  GITHUB_TOKEN: 'canary-github-5b6a7988',
  X_SECRET: 'canary-secret-99aabbcc',
};
const canariesIn = (text: string) => Object.values(CANARIES).filter((canary) => text.includes(canary));

/** Every file below the folder as one text. */
function allText(path: string): string {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

test('secrets of the environment reach neither the gate, nor the state, the terminal or the prompt', async () => {
  const repository = brokenSum(folder, { 'leak.txt': `${Object.values(CANARIES).join('\n')}\n` });
  const stub = await startHttpStub((response) => {
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end('{}');
  });
  try {
    const result = await repair(repository, {
      folder,
      // The gate shows its environment, and prints the values from a file as a careless test would.
      gate: 'env | sed s/^/gate-env:/; cat leak.txt; node test/check.mjs',
      args: ['--verbose', '--provider', 'openai', '--model', 'm', '--base-url', stub.url],
      env: CANARIES,
    });
    const output = result.report.runs[0]?.commands[0]?.output ?? '';
    expect(output).toContain('gate-env:PATH=');
    expect(output).not.toMatch(/gate-env:(OPENAI|GITHUB|X_SECRET)/);
    expect(canariesIn(allText(result.stateFolder))).toEqual([]);
    expect(canariesIn(result.stdout + result.stderr)).toEqual([]);
    expect(result.report.stopReason).toBe('permission');
    expect(stub.requests).toHaveLength(1);
    expect(stub.requests.map(({ body }) => body).join()).toContain('sum.mjs');
    expect(canariesIn(stub.requests.map(({ body }) => body).join())).toEqual([]);
  } finally {
    await stub.close();
  }
});

test('a variable that the person lists reaches the gate, and no other does', async () => {
  const { report } = await repair(brokenSum(folder), {
    folder,
    gate: 'echo "flag=$FEATURE_FLAG secret=$X_SECRET other=$OTHER"; exit 1',
    args: ['--gate-env', 'FEATURE_FLAG'],
    env: { ...CANARIES, FEATURE_FLAG: 'on', OTHER: 'hidden' },
  });
  expect(report.runs[0]?.commands[0]?.output).toBe('flag=on secret= other=\n');
});
