import { describe, expect, test } from '@jest/globals';
import type { Look } from '../../../src/domain/look.js';
import { estimateTokens } from '../../../src/repair/model/estimate-tokens.js';
import { takeLooks } from '../../../src/repair/model/take-looks.js';
import { revisionFiles } from '../../support/revision-files.js';

const cart = 'import { tax } from "./tax";\n\nexport function total(items) {\n  return tax(items);\n}\n';
const files = () =>
  revisionFiles(
    {
      'src/cart.ts': cart,
      'src/tax.ts': 'export const tax = (items) => items.length;\nconst taxes = 1;\n',
      'src/old.unknown': 'def total():\n  pass\n',
      'logo.png': null,
      '.env': 'tax=1\ntotal=2\n',
    },
    {
      'src/cart.ts': [{ name: 'total', first: 3, last: 5 }],
      'src/tax.ts': [{ name: 'tax', first: 1, last: 1 }],
    },
  );

async function found(look: Look): Promise<string> {
  const [result] = await takeLooks([look], files());
  return result?.text ?? '';
}

describe('a look', () => {
  test('at a range shows these lines with their numbers, and no more than the file has', async () => {
    expect(await found({ kind: 'range', path: 'src/cart.ts', first: 3, last: 900 })).toBe(
      '3| export function total(items) {\n4|   return tax(items);\n5| }\n6| ',
    );
    expect(await found({ kind: 'range', path: 'src/cart.ts', first: 40, last: 50 })).toBe(
      'the file has only 5 lines',
    );
    expect(await found({ kind: 'range', path: 'src/cart.ts', first: 4, last: 2 })).toBe('no such lines');
  });

  test('for a definition shows the whole of it by its grammar, and where there is none what looks like it', async () => {
    expect(await found({ kind: 'definition', name: 'total' })).toBe(
      'file: src/cart.ts\n3| export function total(items) {\n4|   return tax(items);\n5| }\n\nfile: src/old.unknown\n1| def total():\n2|   pass\n3| ',
    );
  });

  test('for references shows every line with the name as a word', async () => {
    const text = await found({ kind: 'references', name: 'tax' });
    expect(text).toContain('file: src/tax.ts\n1| export const tax');
    expect(text).toContain('4|   return tax(items);');
    expect(text).not.toContain('taxes');
  });

  test('for a text is to the letter', async () => {
    expect(await found({ kind: 'search', text: 'items.length;' })).toBe(
      'file: src/tax.ts\n1| export const tax = (items) => items.length;',
    );
    expect(await found({ kind: 'search', text: '.*' })).toBe('nothing found');
  });
});

describe('what a look may not see (INJ-12)', () => {
  test.each([
    ['~/.ssh/id_rsa', 'not a file of this repository'],
    ['/proc/self/environ', 'not a file of this repository'],
    ['../outside.txt', 'not a file of this repository'],
    ['.git/config', 'not a file of this repository'],
    ['src', 'not a file of this repository'],
    ['.env', 'not shown: it may hold a secret'],
    ['logo.png', 'not text'],
  ])('%s', async (path, answer) => {
    const all = files();
    const [result] = await takeLooks([{ kind: 'range', path, first: 1, last: 9 }], all);
    expect(result?.text).toBe(answer);
    expect(all.wasRead).toEqual(path === 'logo.png' ? ['logo.png'] : []);
  });

  test('a search passes over files that may hold a secret, and what git does not track', async () => {
    const all = files();
    const browsing = { ...all, holding: async () => ['.env', '../outside.txt', '/etc/passwd', 'src/tax.ts'] };
    await takeLooks([{ kind: 'search', text: 'tax' }], browsing);
    expect(all.wasRead).toEqual(['src/tax.ts']);
  });
});

test('a look costs no more room than it has, however much there is to see, and says what it leaves out', async () => {
  const long = `${'const tax = compute(1, "a value of some length");\n'.repeat(3000)}`;
  const many = revisionFiles(
    Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`src/f${n}.ts`, long])),
  );
  for (const look of [
    { kind: 'search', text: 'tax' },
    { kind: 'references', name: 'tax' },
    { kind: 'definition', name: 'tax' },
    { kind: 'range', path: 'src/f0.ts', first: 1, last: 3000 },
  ] as const) {
    const [result] = await takeLooks([look], many);
    expect(estimateTokens(result?.text ?? '')).toBeLessThan(1700);
    expect(result?.text).toContain('const tax');
  }
  const [search] = await takeLooks([{ kind: 'search', text: 'tax' }], many);
  expect(search?.text).toContain('more files may hold it');
});
