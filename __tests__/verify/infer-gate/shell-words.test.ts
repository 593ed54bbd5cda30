import { expect, test } from '@jest/globals';
import { shellWords } from '../../../src/verify/infer-gate/shell-words.js';

const words = (shell: string | null, system: string | null = 'Linux', script = 'x') =>
  shellWords({ shell, system, script })?.join(' ') ?? null;

test.each([
  [null, 'bash -e -c'],
  ['bash', 'bash --noprofile --norc -eo pipefail -c'],
  ['sh', 'sh -e -c'],
  ['python', 'python -c'],
  ['bash -el {0}', 'bash -el -c'],
  ['bash --login -o pipefail {0}', 'bash --login -o pipefail -c'],
  ['/bin/bash -x {0}', '/bin/bash -x -c'],
  ['pwsh', null],
  ['cmd', null],
  ['perl {0}', null],
  ['bash -c "rm -rf /; {0}"', null],
  ['constructor', null],
])('the shell %s', (shell, expected) => {
  expect(words(shell)).toBe(expected);
});

test('without a word Windows reads PowerShell, of which only plain words are the same here', () => {
  expect(words(null, 'Windows', 'npm run build\nnpm test')).toBe('bash -e -c');
  expect(words(null, 'Windows', 'Get-Item $x')).toBeNull();
});
