import { expect, test } from '@jest/globals';
import { kindOfToken } from '../../../src/adapters/github/read-token.js';

test.each([
  ["a job's own token", 'ghs_abc', 'github-actions[bot]', 'workflow'],
  ['a token of an app', 'ghs_abc', 'octo-fixer[bot]', 'app'],
  ['one of an app in another form', 'v1.0123456789', 'octo-fixer[bot]', 'app'],
  ['a fine-grained token', 'github_pat_abc', 'ann', 'fine-grained'],
  ['a classic token', 'ghp_abc', 'ann', 'classic'],
  ['a token of a login in the browser', 'gho_abc', 'ann', 'person'],
  ['a token of an old server', '0123456789abcdef', 'ann', 'person'],
])('%s is told by its prefix and its account', (_, token, login, kind) => {
  expect(kindOfToken(token, login)).toBe(kind);
});
