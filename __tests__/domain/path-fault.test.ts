import { expect, test } from '@jest/globals';
import { pathFault } from '../../src/domain/path-fault.js';

test.each([
  ['', 'empty'],
  ['/etc/passwd', 'absolute'],
  ['//host/share', 'absolute'],
  ['../outside.ts', '..'],
  ['src/../../outside.ts', '..'],
  ['src\\index.ts', 'backslash'],
  ['C:/Windows/win.ini', 'drive'],
  ['c:temp.txt', 'drive'],
  ['src//a.ts', 'empty or "."'],
  ['./a.ts', 'empty or "."'],
  ['src/', 'empty or "."'],
  ['.git/hooks/pre-commit', 'git'],
  ['.GIT/config', 'git'],
  ['sub/.Git/config', 'git'],
  ['.git./config', 'git'],
  ['.git /config', 'git'],
  ['.git. ./config', 'git'],
  ['git~1/config', 'git'],
  ['GIT~2/config', 'git'],
  ['.git::$INDEX_ALLOCATION/config', 'git'],
  ['.git', 'git'],
  ['a\0b', 'control'],
  ['a\nb', 'control'],
  ['.g\u200cit/config', 'invisible'],
  ['src/\u202ets.a', 'invisible'],
  ['src/\ud800.ts', 'invisible'],
])('%j is no safe place: %s', (path, reason) => {
  expect(pathFault(path)).toContain(reason);
});

test.each([
  'a.ts',
  'src/a.ts',
  '.github/workflows/ci.yml',
  '.gitignore',
  'src/git/a.ts',
  'ordner/größe.ts',
  'a b.ts',
  '...',
])('%j is a plain path', (path) => {
  expect(pathFault(path)).toBeNull();
});
