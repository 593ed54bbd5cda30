import { expect, test } from '@jest/globals';
import { judgePatch } from '../../src/policy/judge-patch.js';
import { readDiff } from '../../src/policy/patch/read-diff.js';

const many = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('');

/** Texts of many lines of one kind, before and after; each took quadratic time once. */
const TEXTS: readonly (readonly [string, string, (word: string) => string])[] = [
  [
    'steps',
    '.github/workflows/a.yml',
    (word) => `jobs:\n${many(5000, (at) => `  j${at}:\n    run: ${word} ${at}\n`)}`,
  ],
  [
    'tests of JavaScript',
    'a.test.ts',
    (word) => many(3000, (at) => `test('t${at}', () => {\n  expect(f(${at})).toBe('${word}');\n});\n`),
  ],
  [
    'tests of Rust',
    'tests/a.rs',
    (word) => many(3000, (at) => `#[test]\nfn f${at}() {\n    assert_eq!(g(${at}), "${word}");\n}\n`),
  ],
  [
    'tests of Python',
    'tests/test_a.py',
    (word) => many(4000, (at) => `def test_${at}():\n    assert f(${at}) == "${word}"\n`),
  ],
  [
    'handlers',
    'src/a.ts',
    (word) =>
      many(
        3000,
        (at) =>
          `export function f${at}(x) {\n  try {\n    return g(x);\n  } catch {\n    return '${word}';\n  }\n}\n`,
      ),
  ],
  [
    'functions of one name',
    'src/a.ts',
    (word) => many(3000, (at) => `function same(x) {\n  call${at}(x);\n  ${word}(x);\n}\n`),
  ],
  ['branches', 'src/a.js', (word) => many(4000, (at) => `if (a === '${word} ${at}') return ${at}00;\n`)],
  ['patterns that do not end', 'src/a.js', (word) => `${'a = /['.repeat(4000)}${word}`],
];

/** Hundreds of times what the linear way takes, and less than the other way took. */
const HANG = 50_000;

test.each(TEXTS)('%s are judged in linear time, changed, added and gone', (_, path, textOf) => {
  const [before, after] = [textOf('old'), textOf('new')];
  const started = performance.now();
  for (const file of [
    { path, before, after },
    { path, before: null, after },
    { path, before, after: null },
  ])
    judgePatch({ files: [file], related: new Map(), classes: [], log: { text: '', scan: null } });
  expect(performance.now() - started).toBeLessThan(HANG);
});

test('a patch of ten megabytes is read', () => {
  const lines = many(200_000, (at) => `+const a${at} = f(${at}, "some text of a long line");\n`);
  const [file] = readDiff(`--- a/s.js\n+++ b/s.js\n@@ -1 +1,200000 @@\n-x\n${lines}`);
  expect(file?.hunks[0]?.lines).toHaveLength(200_001);
});
