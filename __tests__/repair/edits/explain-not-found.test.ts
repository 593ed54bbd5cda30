import { expect, test } from '@jest/globals';
import { explainNotFound } from '../../../src/repair/edits/explain-not-found.js';

test('of several near places the one where most lines fit is named', () => {
  const text = 'function a() {\n  return 1;\n}\n\nfunction b() {\n  const x = 2;\n  return x;\n}\n';
  expect(explainNotFound(text, 'function b() {\n  const y = 2;\n  return x;\n}')).toBe(
    'Line 2 of the quote is "  const y = 2;"; the nearest real lines are ' +
      '6: "  const x = 2;", 7: "  return x;", 8: "}", 9: "".',
  );
});

test('without one equal line, the line nearest in letters is named', () => {
  expect(explainNotFound('alpha\nbeta\ngamma\n', 'betta')).toContain('nearest real lines are 2: "beta"');
});

test('a quote that goes on behind the end of the file is explained', () => {
  expect(explainNotFound('last', 'last\nmore\n')).toBe(
    'Line 2 of the quote is "more"; the file ends at line 1.',
  );
});

test('long lines are cut', () => {
  expect(explainNotFound('x'.repeat(10_000), 'y'.repeat(10_000)).length).toBeLessThan(500);
});

test('a large file of equal lines takes no noticeable time', () => {
  const startedAt = performance.now();
  explainNotFound('}\n'.repeat(100_000), `${'}\n'.repeat(5000)}x`);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});
