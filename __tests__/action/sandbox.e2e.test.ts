import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { trySandbox } from '../../src/adapters/sandbox/try-sandbox.js';
import { CHECK, GOOD } from '../support/broken-sum.js';
import { brokenProject, type Repair, repairFailedCi } from '../support/failed-ci.js';
import { ALL_PERMISSIONS } from '../support/github/tokens.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { sandboxOptions } from '../support/sandboxes.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('action-sandbox');
const start = useFakeGithub();
const model = scriptedModel();

/** A PATH with git, node and what a plain gate needs, and nothing that could shut anything in. */
function barePath(): string {
  const place = mkdtempSync(join(folder, 'path-'));
  for (const name of ['git', 'node', 'sh', 'cat', 'env']) symlinkSync(whereIs(name), join(place, name));
  return place;
}

const whereIs = (name: string): string =>
  execFileSync('/bin/sh', ['-c', 'command -v "$1"', 'sh', name], { encoding: 'utf8' }).trim();

async function repair(given: Repair) {
  const github = await start(brokenProject());
  const environment = { PATH: barePath(), DOCKER_HOST: `unix://${folder}/none.sock` };
  const result = await repairFailedCi(
    { github, folder, model },
    { answers: [{ reply: GOOD }], ...given, start: { environment, ...given.start } },
  );
  return { github, result };
}

const NO_KEY = { 'api-key': '', model: '', 'base-url': '' };

test('SBX-07: a job with a model key and no sandbox starts nothing, says what was tried, and is not red', async () => {
  const { github, result } = await repair({ inputs: { sandbox: 'auto' } });
  expect([result.exitCode, result.outputs]).toMatchObject([
    0,
    { status: 'refused', 'stop-reason': 'sandbox-unavailable' },
  ]);
  for (const text of [result.log, result.summary.replaceAll('\\', '')]) {
    expect(text).toMatch(/docker: .*; bwrap: .*; user: /);
    expect(text).toContain('sandbox: none');
  }
  expect([github.pulls(), github.issues(), github.branches()]).toEqual([[], [], ['main']]);
  expect(model.prompts()).toEqual([]);
  expect(JSON.parse(readFileSync(result.outputs['report-path'] ?? '', 'utf8')).runs).toEqual([]);
});

test('SBX-07: nor does one with a push-token alone', async () => {
  const github = await start(brokenProject());
  const inputs = { ...NO_KEY, sandbox: 'auto', 'push-token': github.tokenWith(ALL_PERMISSIONS) };
  const { outputs } = await repairFailedCi(
    { github, folder, model },
    { inputs, start: { environment: { PATH: barePath(), DOCKER_HOST: `unix://${folder}/none.sock` } } },
  );
  expect(outputs).toMatchObject({ 'stop-reason': 'sandbox-unavailable' });
});

test('SBX-07: a sandbox that was named is never replaced by less, key or not', async () => {
  const { result } = await repair({ inputs: { ...NO_KEY, sandbox: 'bwrap' } });
  expect(result.outputs).toMatchObject({ status: 'refused', 'stop-reason': 'sandbox-unavailable' });
  expect(result.log).toContain('The sandbox bwrap does not work here');
  expect(result.log).not.toContain('docker:');
});

test('without a key the gate runs where no sandbox works, and that is said loudly', async () => {
  const { result } = await repair({ inputs: { ...NO_KEY, sandbox: 'auto' } });
  expect(result.outputs).toMatchObject({ status: 'needs-human' });
  expect(result.log).toMatch(/NO SANDBOX works here: docker: .*; bwrap: .*; user: /);
});

test('told to, it runs beside the key', async () => {
  const { result } = await repair({ inputs: { sandbox: 'none', gate: CHECK } });
  expect(result.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(result.log).toContain('it runs as this user');
});

test('an image without docker is a contradiction', async () => {
  const { result } = await repair({ inputs: { sandbox: 'user', 'sandbox-image': 'node:24' } });
  expect([result.exitCode, result.log]).toEqual([64, expect.stringContaining('sandbox-image: ')]);
});

test('a gate that needs the network is told apart from code that is wrong, with the line to add', async () => {
  const { sandbox, fault } = await trySandbox('user', sandboxOptions());
  await sandbox?.dispose();
  if (sandbox === null) return console.warn(`not tested, since this machine lacks user: ${fault}`);
  const files = {
    'fetch.mjs': [
      "import { lookup } from 'node:dns';",
      "lookup('example.org', (fault) => {",
      '  if (fault === null) return;',
      "  console.error('npm error code ' + fault.code);",
      '  process.exitCode = 1;',
      '});',
      '',
    ].join('\n'),
  };
  const github = await start(brokenProject({ files }));
  const { outputs, summary } = await repairFailedCi(
    { github, folder, model },
    { answers: [{ reply: GOOD }], inputs: { gate: 'node fetch.mjs', sandbox: 'user' } },
  );
  expect(outputs).toMatchObject({ status: 'needs-human', 'stop-reason': 'missing-dependency' });
  expect(model.prompts()).toEqual([]);
  for (const text of [summary, github.issues()[0]?.body ?? ''])
    expect(text.replaceAll('\\', '')).toContain('add the line `sandbox: none`');
});
