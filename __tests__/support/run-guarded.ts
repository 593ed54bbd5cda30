import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { type RepairOptions, type RepairResult, repair } from './run-cli.js';
import type { SampleRepository } from './sample-repository.js';
import { MODEL_KEY, type ModelAnswer, type ScriptedModel } from './scripted-model.js';

/** A credential of the environment that a run starts in, beside the key of the model. */
export const CANARY = 'canary/"of+the=environment-5d41402a';
const SECRETS = [MODEL_KEY, CANARY].flatMap((secret) => [
  secret,
  Buffer.from(secret).toString('base64'),
  Buffer.from(secret).toString('hex'),
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
]);

export interface GuardedRun extends Omit<RepairOptions, 'replies'> {
  readonly model: ScriptedModel;
  readonly answers: readonly ModelAnswer[];
}

/**
 * `smart-fix run` with a model on loopback, and what holds of every run whatever it meets: no secret in any form is told
 * to anybody, no ref but the run's own is written, no process stays, there is one end, and nothing outside is changed.
 */
export async function runGuarded(repository: SampleRepository, given: GuardedRun): Promise<RepairResult> {
  const { model, answers, folder, args = [], env = {} } = given;
  const outside = join(folder, 'outside');
  mkdirSync(outside, { recursive: true });
  writeFileSync(join(outside, 'kept.txt'), 'kept\n');
  const before = stateOf(repository);
  model.script(answers);
  const result = await repair(repository, {
    ...given,
    args: [...model.args(), ...args],
    env: { ...model.env, CI_TOKEN: CANARY, ...env },
  });
  expectNoSecret(repository, result, model);
  const after = stateOf(repository, result.report.branch);
  expect(after).toEqual(before);
  expect(result.leftovers).toEqual([]);
  expect(processesBelow(folder)).toEqual([]);
  expect(textsBelow(outside)).toEqual(['kept\n']);
  const ends = result.read('ledger.jsonl').match(/"kind":"run-ended"/g);
  expect(ends).toHaveLength(1);
  return result;
}

function expectNoSecret(repository: SampleRepository, result: RepairResult, model: ScriptedModel): void {
  const told = {
    stdout: result.stdout,
    stderr: result.stderr,
    state: textsBelow(result.stateFolder).join('\n'),
    commits: repository.git('log', '--all', '--patch', '--format=raw'),
    prompts: JSON.stringify(model.mock.getRequests().map(({ body }) => body)),
  };
  for (const [place, text] of Object.entries(told)) {
    expect([place, SECRETS.filter((secret) => text.includes(secret))]).toEqual([place, []]);
  }
}

/** A person's repository without the branch of the run, hooks included. */
function stateOf({ folder, snapshot }: SampleRepository, branch: string | null = null): readonly string[] {
  if (branch !== null) expect(branch).toMatch(/^smart-fix\//);
  const hooks = join(folder, '.git', 'hooks');
  const own = ` commit\trefs/heads/${branch}`;
  return [
    ...snapshot()
      .split('\n')
      .filter((line) => branch === null || !line.endsWith(own)),
    ...(existsSync(hooks) ? readdirSync(hooks) : []),
  ];
}

function textsBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

/** Processes that work below a folder, be it removed by now. Empty where the system does not tell. */
function processesBelow(folder: string): readonly string[] {
  if (!existsSync('/proc/self/cwd')) return [];
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`).startsWith(`${folder}/`);
    } catch {
      // Gone since it was listed, or another person's.
      return false;
    }
  });
}
