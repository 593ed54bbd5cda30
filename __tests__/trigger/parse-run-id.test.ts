import { expect, test } from '@jest/globals';
import { parseRunId } from '../../src/trigger/parse-run-id.js';

const REPOSITORY = 'https://github.com/octo/project';

test.each([
  '42',
  `${REPOSITORY}/actions/runs/42`,
  `${REPOSITORY}/actions/runs/42/`,
  `${REPOSITORY}/actions/runs/42/attempts/3`,
  `${REPOSITORY}/actions/runs/42/job/99?pr=7`,
  `${REPOSITORY}/actions/runs/42#summary`,
  'https://GitHub.com/Octo/Project/actions/runs/42',
])('%s is run 42', (text) => {
  expect(parseRunId(text, REPOSITORY)).toBe(42);
});

test.each([
  '',
  '0',
  '-42',
  '4.2',
  '42x',
  ' 42',
  '1'.repeat(16),
  `${REPOSITORY}/actions/runs/`,
  `${REPOSITORY}/actions/runs/42x`,
  `${REPOSITORY}/actions/runs/42/../../other`,
  `${REPOSITORY}x/actions/runs/42`,
  'https://github.com/other/project/actions/runs/42',
  'https://github.com.evil.example/octo/project/actions/runs/42',
  `https://evil.example/?${REPOSITORY}/actions/runs/42`,
])('%j is no run of this repository', (text) => {
  expect(parseRunId(text, REPOSITORY)).toBeNull();
});
