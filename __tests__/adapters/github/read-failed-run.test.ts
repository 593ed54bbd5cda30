import { expect, test } from '@jest/globals';
import { toFailedRun, workflowRunSchema } from '../../../src/adapters/github/read-failed-run.js';

const payload = {
  id: 1,
  html_url: 'https://github.com/octo/project/actions/runs/1',
  event: 'push',
  head_sha: 'a'.repeat(40),
};

test.each([
  ['.github/workflows/ci.yml', '.github/workflows/ci.yml'],
  ['.github/workflows/ci.yaml@refs/heads/main', '.github/workflows/ci.yaml'],
  ['octo/.github/.github/workflows/ci.yml@main', null],
  ['dynamic/pages/pages-build-deployment', null],
  ['.github/workflows/../../secret.yml', null],
  ['', null],
  [undefined, null],
])('the workflow file of the path %s is %s', (path, expected) => {
  const run = toFailedRun(workflowRunSchema.parse({ ...payload, path }), { owner: 'octo', name: 'project' });
  expect(run.workflowPath).toBe(expected);
});
