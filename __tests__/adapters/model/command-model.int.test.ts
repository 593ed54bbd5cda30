import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openRepository } from '../../../src/adapters/git/open-repository.js';
import { agentEnvironment, createCommandModel } from '../../../src/adapters/model/command-model.js';
import { createCommandRunner } from '../../../src/adapters/process/create-command-runner.js';
import type { Workspace } from '../../../src/isolate/workspace.js';
import type { Answer } from '../../../src/repair/strategy.js';

const prompt = {
  system: 'Edit the files.',
  user: "It fails: $(touch injected) `touch injected` '; touch injected; '",
  binding: { baseRevisionId: 'revision-1', executionId: 'run-1' },
};

let root = '';
let temporaryDirectory = '';
let workspace: Workspace;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "smart-fix agent's-"));
  temporaryDirectory = join(root, 'temporary');
  mkdirSync(temporaryDirectory);
  const repository = join(root, 'repository');
  mkdirSync(repository);
  writeFileSync(join(repository, 'a.txt'), 'wrong\n');
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: repository, stdio: 'pipe' });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('-c', 'user.name=t', '-c', 'user.email=t@example.invalid', 'commit', '-q', '-m', 'base');
  const opened = await openRepository(repository, { environment: process.env, temporaryRoot: root });
  if (opened === null) throw new Error('the test has no repository');
  const { headCommit } = await opened.readState();
  workspace = await opened.openWorkspace(headCommit);
});

afterEach(async () => {
  await workspace.dispose();
  rmSync(root, { recursive: true, force: true });
});

async function ask(
  command: string,
  limits: { limitMs?: number; signal?: AbortSignal; timeoutMs?: number } = {},
): Promise<Answer> {
  const { timeoutMs = null } = limits;
  const model = createCommandModel({
    command,
    workspace,
    commitOf: (revisionId) => (revisionId === 'revision-1' ? workspace.baseCommit : 'unknown'),
    runner: createCommandRunner({
      baseEnvironment: {},
      agentEnvironment: agentEnvironment({ ...process.env, AGENT_API_KEY: 'agent key', OTHER: 'x' }, [
        'AGENT_API_KEY',
      ]),
      temporaryDirectory,
    }),
    temporaryDirectory,
    timeoutMs,
  });
  const { limitMs = 20_000, signal = new AbortController().signal } = limits;
  const answer = await model.ask(prompt, { limitMs, signal, maxCompletionTokens: null });
  expect(readdirSync(temporaryDirectory)).toEqual([]);
  expect(existsSync(join(workspace.directory, 'injected'))).toBe(false);
  return answer;
}

describe('the prompt', () => {
  test('is the standard input of the command, to the letter', async () => {
    expect(await ask('cat > got.txt')).toMatchObject({
      kind: 'changes',
      changes: [{ path: 'got.txt', before: null, after: `${prompt.system}\n${prompt.user}` }],
    });
  });

  test.each([
    'cp {prompt} got.txt',
    'cp "{prompt}" got.txt',
    "cp '{prompt}' got.txt",
    "true\ncp {prompt} 'got.txt'",
  ])('is a file where the command names it: %j', async (command) => {
    expect(await ask(command)).toMatchObject({ changes: [{ after: `${prompt.system}\n${prompt.user}` }] });
  });

  test('does not replace a part of a word', async () => {
    expect(await ask('echo x{prompt}y')).toMatchObject({ kind: 'changes', summary: 'x{prompt}y' });
  });
});

describe('the answer', () => {
  test('is what the command changed, with its last words', async () => {
    const answer = await ask('echo right > a.txt; echo new > b.txt; echo "Fixed a."');
    expect(answer).toEqual({
      kind: 'changes',
      changes: [
        { path: 'a.txt', before: 'wrong\n', after: 'right\n' },
        { path: 'b.txt', before: null, after: 'new\n' },
      ],
      odd: [],
      summary: 'Fixed a.',
      usage: null,
    });
  });

  test('does not hold what lay in the worktree before', async () => {
    writeFileSync(join(workspace.directory, 'left-by-gate.txt'), 'x');
    expect(await ask('true')).toMatchObject({ kind: 'changes', changes: [] });
  });

  test('names a symbolic link as odd', async () => {
    expect(await ask('ln -s /etc/passwd link')).toMatchObject({ odd: [{ path: 'link', kind: 'symlink' }] });
  });

  test('of a command that fails is unavailable with its last words, whatever it changed', async () => {
    expect(await ask('echo right > a.txt; echo "no credit left" >&2; exit 3')).toEqual({
      kind: 'unavailable',
      reason: 'model-unavailable',
      detail: 'The model command exited with 3. Its last words: no credit left',
    });
  });

  test('of a command that takes too long is unavailable', async () => {
    expect(await ask('sleep 30', { limitMs: 300 })).toMatchObject({
      kind: 'unavailable',
      detail: expect.stringContaining('did not end within'),
    });
  });

  test('of a command that is called off is cancelled', async () => {
    expect(await ask('sleep 30', { signal: AbortSignal.timeout(200) })).toEqual({ kind: 'cancelled' });
  });

  test('quotes at most the last 2,000 characters of a long output', async () => {
    const answer = await ask('for i in $(seq 5000); do echo "line $i"; done');
    expect(answer).toMatchObject({ summary: expect.stringMatching(/^…[\s\S]{1999}$/) });
    expect(answer).toMatchObject({ summary: expect.stringMatching(/line 5000$/) });
  });
});

describe('the environment', () => {
  test('is PATH, HOME and the variables that the person listed, and no others', () => {
    const all = { PATH: '/bin', HOME: '/home/me', AGENT_KEY: 'k', OPENAI_API_KEY: 's', GITHUB_TOKEN: 't' };
    expect(agentEnvironment(all, ['AGENT_KEY', 'MISSING'])).toEqual({
      PATH: '/bin',
      HOME: '/home/me',
      AGENT_KEY: 'k',
    });
  });

  test("lets a listed key through to the command, which the gate's environment never would", async () => {
    expect(await ask('echo "key $AGENT_API_KEY, other $OTHER."')).toMatchObject({
      summary: 'key agent key, other .',
    });
  });
});
