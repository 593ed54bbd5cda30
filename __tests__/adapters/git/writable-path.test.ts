import { expect, test } from '@jest/globals';
import { assertWritablePath } from '../../../src/adapters/git/writable-path.js';

test.each([
  '',
  '/x',
  '../x',
  'a/../../x',
  'a/./b',
  'a//b',
  'a/',
  'C:\\x',
  'c:x',
  'a\0b',
  '.git/hooks/pre-commit',
  '.GIT/config',
  'sub/.Git/config',
  'git~1/config',
  'GIT~2',
  '.git. /config',
  '.git::$INDEX_ALLOCATION/config',
  '.g\u200cit/config',
  '..\\x',
  'a\\.git\\config',
])('%j is refused', (path) => {
  expect(() => assertWritablePath(path)).toThrow(/no path that smart-fix writes/);
});

test.each([
  'a',
  '.gitignore',
  '.github/workflows/ci.yml',
  'a b/ü🙂',
  '-x',
  'a..b',
  'tab\tnewline\nquote"',
  'git',
  '.gitx/y',
  'ab:c',
])('%j is written', (path) => {
  expect(() => assertWritablePath(path)).not.toThrow();
});
