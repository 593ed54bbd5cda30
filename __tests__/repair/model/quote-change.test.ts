import { expect, test } from '@jest/globals';
import { estimateTokens } from '../../../src/repair/model/estimate-tokens.js';
import { quoteChange } from '../../../src/repair/model/quote-change.js';
import { finding, repairContext } from '../../support/repair-context.js';

const fileDiff = (path: string, lines = ['-old', '+new']): string =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n${lines.join('\n')}\n`;

function quoted(diff: string, tokens = 2000): string {
  const recentChange = { title: 'all changes since 0123456789ab', diff };
  return quoteChange(repairContext({ recentChange, findings: [finding({ file: 'src/cart.ts' })] }), tokens);
}

test('the files of the findings come first', () => {
  const text = quoted(fileDiff('a.ts') + fileDiff('src/cart.ts') + fileDiff('z.ts'));
  expect(text.startsWith('all changes since 0123456789ab\ndiff --git a/src/cart.ts')).toBe(true);
  expect(text).toContain('diff --git a/z.ts');
});

test('files that may hold secrets, lockfiles and orders to coding agents are left out', () => {
  const deleted =
    'diff --git a/.env b/.env\ndeleted file mode 100644\n--- a/.env\n+++ /dev/null\n-TOKEN=abc\n';
  const text = quoted(
    deleted +
      fileDiff('package-lock.json') +
      fileDiff('Cargo.lock') +
      fileDiff('docs/AGENTS.md') +
      fileDiff('a.ts'),
  );
  expect(text).not.toMatch(/TOKEN|lock|AGENTS/);
  expect(text).toContain('a/a.ts');
  expect(quoted(deleted)).toBe('');
});

test('a change that is too long is cut, line by line where one file is', () => {
  const long = fileDiff(
    'src/cart.ts',
    Array.from({ length: 3000 }, (_, n) => `+const value${n} = ${n};`),
  );
  const text = quoted(long + fileDiff('b.ts'), 500);
  expect(text).toContain('+const value3 = 3;');
  expect(text).toContain('more left out for length');
  expect(estimateTokens(text)).toBeLessThan(550);
});

test('without a change nothing is said', () => {
  expect(quoteChange(repairContext(), 2000)).toBe('');
});
