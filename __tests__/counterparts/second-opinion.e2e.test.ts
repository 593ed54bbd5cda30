import { afterAll, expect } from '@jest/globals';
import { GOOD, sumPlus } from '../support/broken-sum.js';
import { ask, breakPull, soundProject } from '../support/comment-ci.js';
import { brokenProject, repairFailedCi } from '../support/failed-ci.js';
import type { FakeGithub } from '../support/github/fake-github.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { scriptedModel } from '../support/scripted-model.js';
import { STEADY, type Steady, startSteady } from '../support/steady.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { toolchain } from '../support/toolchain.js';

const { test } = toolchain(`${STEADY} --version`);
const folder = temporaryFolder('second-opinion');
const start = useFakeGithub();
const model = scriptedModel();
let steady: Promise<Steady> | null = null;

afterAll(async () => {
  await (await steady)?.close();
});

/** Not of the REST API; GraphQL is checked by the fake, with GitHub's schema and a library of others. */
const APART = /^(git-|graphql)/;

/** What the foreign checker has against the requests that a fake got. */
async function faultsIn(github: FakeGithub): Promise<readonly string[]> {
  steady ??= startSteady(folder);
  const checker = await steady;
  const faults: string[] = [];
  for (const request of github.requests) {
    if (!APART.test(request.operation)) faults.push(...(await checker.judge(request)));
  }
  return faults;
}

test('a checker that we did not write finds no fault in the requests of a repair', async () => {
  const github = await start(brokenProject());
  github.person.addCollaborator('octocat', 'write');
  const { outputs } = await repairFailedCi({ github, folder, model }, { answers: [{ reply: GOOD }] });
  expect(outputs['stop-reason']).toBe('fixed');
  expect(github.writes().length).toBeGreaterThan(1);
  expect(await faultsIn(github)).toEqual([]);
}, 120_000);

test('nor in those of an escalation', async () => {
  const github = await start(brokenProject());
  github.person.addCollaborator('octocat', 'write');
  const { outputs } = await repairFailedCi(
    { github, folder, model },
    { answers: [{ reply: sumPlus(' + 2') }], inputs: { 'max-attempts': '1' } },
  );
  expect(outputs['issue-url']).not.toBe('');
  expect(await faultsIn(github)).toEqual([]);
}, 120_000);

test('nor in those of a command under a pull request', async () => {
  const broken = breakPull(await start(soundProject()));
  const { outputs } = await ask(broken, { folder, model }, { body: '/smart-fix' });
  expect(outputs['stop-reason']).toBe('fixed');
  expect(await faultsIn(broken.github)).toEqual([]);
}, 120_000);

test('the checker does find a fault where there is one', async () => {
  steady ??= startSteady(folder);
  const request = { operation: 'pulls/create', method: 'POST', path: '/repos/octo/project/pulls' };
  const body = { title: 'no base', head: 'smart-fix/x' };
  const nothing = { login: null, at: 0, status: 0, updates: [] };
  expect(await (await steady).judge({ ...request, body, ...nothing })).toEqual([
    'POST /repos/octo/project/pulls: Missing required property: base',
  ]);
}, 120_000);
