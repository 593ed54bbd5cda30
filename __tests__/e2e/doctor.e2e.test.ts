import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import * as z from 'zod';
import { brokenSum, CHECK } from '../support/broken-sum.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { runCli } from '../support/run-cli.js';
import { sandboxesHere } from '../support/sandboxes.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('doctor');
const start = useFakeGithub();
const { sandboxes } = await sandboxesHere();
for (const sandbox of sandboxes.values()) await sandbox.dispose();

const reportSchema = z.strictObject({
  healthy: z.boolean(),
  observations: z.array(
    z.strictObject({
      topic: z.string(),
      state: z.enum(['fine', 'note', 'missing']),
      text: z.string(),
      add: z.array(z.string()),
    }),
  ),
});

async function doctor(cwd: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const { exitCode, stdout, stderr } = await runCli(['doctor', '--json', ...args], { cwd, env });
  const { healthy, observations } = reportSchema.parse(JSON.parse(stdout));
  const of = (topic: string) => observations.filter((each) => each.topic === topic);
  return { exitCode, healthy, of, stdout: stdout + stderr };
}

test('where a repair could run everything is told, and the exit code is 0', async () => {
  const { exitCode, healthy, of } = await doctor(brokenSum(folder).folder, ['--gate', CHECK]);
  expect([exitCode, healthy]).toEqual([0, true]);
  expect(of('git')).toMatchObject([{ state: 'fine', text: expect.stringMatching(/^git version \d/) }]);
  expect(of('gate')).toMatchObject([{ state: 'fine', text: `\`${CHECK}\`.` }]);
  expect(of('model')).toMatchObject([
    { state: 'note', add: ['export OPENAI_API_KEY=...', expect.any(String)] },
  ]);
  expect(of('recipes')[0]?.text).toMatch(/^\d+ are on\. \d+ need no tool/);
  const held = of('sandbox').flatMap(({ text }) => /^(\w+) holds/.exec(text)?.[1] ?? []);
  expect(held).toEqual([...sandboxes.keys()]);
});

test('people read the same, with what to add', async () => {
  const { exitCode, stdout } = await runCli(['doctor'], { cwd: brokenSum(folder).folder });
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^MISSING {2}gate +no gate: say what must pass/m);
  expect(stdout).toContain('add:  smart-fix run --gate "npm test"');
  expect(stdout).toMatch(/\nNo repair can run yet: see gate above\.\n$/);
});

test('outside of a repository that is what is missing', async () => {
  const { exitCode, of } = await doctor(mkdtempSync(join(folder, 'bare-')));
  expect([exitCode, of('repository')]).toMatchObject([
    1,
    [{ state: 'missing', add: ['git init', expect.any(String), expect.any(String)] }],
  ]);
});

test('a configuration that is wrong is missing, an option that is wrong is a usage error', async () => {
  const repository = brokenSum(folder, { '.github/smart-fix.yml': 'max-atempts: 3\n' });
  const { exitCode, of } = await doctor(repository.folder, ['--gate', CHECK]);
  expect([exitCode, of('configuration')]).toMatchObject([
    1,
    [{ text: expect.stringContaining('did you mean max-attempts') }],
  ]);
  const usage = await runCli(['doctor', '--sandbx', 'auto'], { cwd: repository.folder });
  expect([usage.exitCode, usage.stdout]).toEqual([64, '']);
});

test('a model without its key and a sandbox that does not hold are missing', async () => {
  const args = ['--gate', CHECK, '--provider', 'openai', '--model', 'm', '--sandbox', 'docker'];
  const env = { DOCKER_HOST: `unix://${folder}/none.sock` };
  const { exitCode, of } = await doctor(brokenSum(folder).folder, args, env);
  expect(exitCode).toBe(1);
  expect(of('model')).toMatchObject([{ state: 'missing', text: expect.stringContaining('OPENAI_API_KEY') }]);
  expect(of('sandbox').at(-1)).toMatchObject({
    state: 'missing',
    add: expect.arrayContaining(['--sandbox none']),
  });
});

test('a token of the environment is told by kind and power, and never printed', async () => {
  const github = await start();
  const { folder: cwd, git } = brokenSum(folder);
  git('remote', 'add', 'origin', `git@github.com:${github.owner}/${github.name}.git`);
  const token = github.tokenOf('octocat');
  const env = {
    GITHUB_TOKEN: token,
    GITHUB_API_URL: github.apiUrl,
    OPENAI_API_KEY: 'sk-test-0123456789abcdef0123',
  };
  const { exitCode, of, stdout } = await doctor(cwd, ['--gate', CHECK], env);
  expect(exitCode).toBe(0);
  expect(of('token')).toMatchObject([
    { text: expect.stringMatching(/^GITHUB_TOKEN is a token of a person \(octocat\)/) },
  ]);
  expect(of('checks of a fix')).toMatchObject([{ state: 'fine' }]);
  expect(
    github.requests.filter(({ method, operation }) => method !== 'GET' && operation !== 'graphql/query'),
  ).toEqual([]);
  for (const secret of [token, env.OPENAI_API_KEY]) expect(stdout).not.toContain(secret);
  const unknown = await doctor(cwd, ['--gate', CHECK], { ...env, GITHUB_TOKEN: `ghp_${'a1'.repeat(18)}` });
  expect([unknown.exitCode, unknown.of('token')]).toMatchObject([
    0,
    [{ text: expect.stringContaining('revoked or has expired') }],
  ]);
});

test('a file in the way of a configuration is said', async () => {
  const { folder: cwd } = brokenSum(folder);
  writeFileSync(join(cwd, '.github'), '');
  const { of } = await doctor(cwd, ['--gate', CHECK]);
  expect(of('configuration')).toMatchObject([{ state: 'fine' }]);
});
