import { expect, test } from '@jest/globals';
import { repairFailedCi } from '../support/failed-ci.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('action-recipes');
const start = useFakeGithub();
const model = scriptedModel();

const KEYLESS = { 'api-key': '', model: '', 'base-url': '' };

test('a failed run that a recipe repairs becomes a pull request that names it, without a key', async () => {
  const files = { 'scripts/check.sh': '#!/bin/sh\nexit 0\n', '.github/workflows/ci.yml': 'name: ci\n' };
  const github = await start({ files });
  github.person.addCollaborator('octocat', 'write');
  const { exitCode, outputs, log } = await repairFailedCi(
    { github, folder, model },
    {
      run: { jobs: [{ name: 'test', output: '/bin/sh: 1: ./scripts/check.sh: Permission denied' }] },
      inputs: { ...KEYLESS, gate: './scripts/check.sh' },
    },
  );
  expect([exitCode, outputs['stop-reason'], log.includes('::error')]).toEqual([0, 'fixed', false]);
  const [pull] = github.pulls();
  expect(pull?.body).toContain('Attempt 1 (recipe executable bit): passed');
  expect(pull?.title).toBe('fix: executable bit: check.sh');
  expect(model.prompts()).toEqual([]);
});

test('a failed run that no recipe repairs is handed over as before', async () => {
  const github = await start({ files: { 'src/a.txt': 'a\n', '.github/workflows/ci.yml': 'name: ci\n' } });
  github.person.addCollaborator('octocat', 'write');
  const { outputs } = await repairFailedCi(
    { github, folder, model },
    {
      run: { jobs: [{ name: 'test', output: 'src/a.txt:1: error: wrong' }] },
      inputs: { ...KEYLESS, gate: 'echo "src/a.txt:1: error: wrong"; exit 1' },
    },
  );
  expect(outputs).toMatchObject({
    status: 'needs-human',
    'stop-reason': 'proposals-exhausted',
    attempts: '0',
  });
});
