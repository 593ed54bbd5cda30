import { expect, test } from '@jest/globals';
import type { Finding } from '../../../src/domain/scan.js';
import { lineRecipe } from '../../../src/repair/recipes/rewrite.js';
import { didYouMean } from '../../../src/repair/recipes/rewrites/did-you-mean.js';
import { importPath } from '../../../src/repair/recipes/rewrites/import-path.js';
import { missingImport } from '../../../src/repair/recipes/rewrites/missing-import.js';
import { unusedImport } from '../../../src/repair/recipes/rewrites/unused-import.js';
import { rewritten } from '../../support/recipe-context.js';

/** A file, a finding in it, and the file as the recipe leaves it (null: the recipe does not touch it). */
type Row = readonly [before: string, finding: Partial<Finding>, after: string | null];

const RECIPES = {
  'did you mean': lineRecipe('did you mean', didYouMean),
  'unused import': lineRecipe('unused import', unusedImport),
  'missing import': lineRecipe('missing import', missingImport),
  'import path': lineRecipe('import path', importPath),
};

async function afterOf(name: keyof typeof RECIPES, [before, fields]: Row, log = ''): Promise<string | null> {
  const file = fields.file ?? 'a';
  const found = await rewritten(RECIPES[name], {
    files: { [file]: before },
    findings: [{ file, line: 1, ...fields }],
    log,
  });
  return found?.[file] ?? null;
}

const tsc = (message: string, column: number | null = null): Partial<Finding> => ({
  tool: 'tsc',
  message,
  column,
});
const python = (message: string): Partial<Finding> => ({ tool: 'python', message });

test.each<Row>([
  ['a.lenght;', tsc("Property 'lenght' does not exist on type 'A'. Did you mean 'length'?", 3), 'a.length;'],
  ['totl + 1', tsc("Cannot find name 'totl'. Did you mean 'total'?"), 'total + 1'],
  [
    "import { sun } from './m';",
    tsc(`'"./m"' has no exported member named 'sun'. Did you mean 'sum'?`),
    "import { sum } from './m';",
  ],
  [
    '{ colr: 1 }',
    tsc(
      "Object literal may only specify known properties, but 'colr' does not exist in type 'T'. Did you mean to write 'color'?",
    ),
    '{ color: 1 }',
  ],
  ['x(centz)', python("name 'centz' is not defined. Did you mean: 'cents'?"), 'x(cents)'],
  ['m.joinn()', python("module 'm' has no attribute 'joinn'. Did you mean: 'join'?"), 'm.join()'],
  [
    'from m import ab',
    python("cannot import name 'ab' from 'm' (/x/m.py). Did you mean: 'abc'?"),
    'from m import abc',
  ],
  ['f(colr=1)', python("f() got an unexpected keyword argument 'colr'. Did you mean 'color'?"), 'f(color=1)'],
  [
    'c.foo()',
    {
      tool: 'go build',
      message: 'c.foo undefined (type C has no field or method foo, but does have method Foo)',
      column: 3,
    },
    'c.Foo()',
  ],
  [
    'return countr;',
    { tool: 'cc', message: '‘countr’ undeclared (first use in this function); did you mean ‘counter’?' },
    'return counter;',
  ],
  // The word stands there twice, and nothing says which one is meant.
  ['totl + totl', tsc("Cannot find name 'totl'. Did you mean 'total'?"), null],
  ['totl + totl', tsc("Cannot find name 'totl'. Did you mean 'total'?", 8), 'totl + total'],
  // Part of another word, another line, no suggestion, another tool.
  ['subtotl + 1', tsc("Cannot find name 'totl'. Did you mean 'total'?"), null],
  ['nothing', tsc("Cannot find name 'totl'. Did you mean 'total'?"), null],
  ['totl', tsc("Cannot find name 'totl'."), null],
  ['totl', { tool: 'jest', message: "Cannot find name 'totl'. Did you mean 'total'?" }, null],
])('did you mean: %j with %j', async (...row) => {
  expect(await afterOf('did you mean', row)).toBe(row[2]);
});

const RUST = [
  'error[E0425]: cannot find value `countr` in this scope',
  ' --> a:1:1',
  '  |',
  '1 | countr + 1',
  '  | ^^^^^^',
  '  |',
];

test.each([
  [
    'in the old form',
    ['  | ^^^^^^ help: a local variable with a similar name exists: `counter`'],
    'counter + 1',
  ],
  [
    'as the whole line',
    ['help: a local variable with a similar name exists', '  |', '1 | counter + 1', '  |    +'],
    'counter + 1',
  ],
  [
    'as two lines',
    ['help: a local variable with a similar name exists', '  |', '1 - countr + 1', '1 + counter + 1'],
    'counter + 1',
  ],
  [
    'with more than one difference',
    ['help: a local variable with a similar name exists', '  |', '1 | counter + 2'],
    null,
  ],
  [
    'below the next finding',
    ['error: another', 'help: a local variable with a similar name exists: `counter`'],
    null,
  ],
])('the help of rustc is read %s', async (_, help, after) => {
  const found = await rewritten(RECIPES['did you mean'], {
    files: { a: 'countr + 1' },
    findings: [
      { file: 'a', line: 1, tool: 'rustc', message: 'cannot find value `countr` in this scope', logLine: 1 },
      ...(help[0] === 'error: another' ? [{ file: 'b', line: 1, logLine: RUST.length + 1 }] : []),
    ],
    log: [...RUST, ...help].join('\n'),
  });
  expect(found?.a ?? null).toBe(after);
});

const unusedTs = (name: string): Partial<Finding> => ({
  tool: 'tsc',
  message: `'${name}' is declared but its value is never read.`,
});
const unusedGo = (path: string, line: number): Partial<Finding> => ({
  tool: 'go build',
  message: `"${path}" imported and not used`,
  line,
});
const unusedPython = (name: string): Partial<Finding> => ({
  tool: 'flake8',
  message: `'${name}' imported but unused`,
  file: 'a.py',
});

test.each<Row>([
  ["import { a, b } from 'x';\na;", unusedTs('b'), "import { a } from 'x';\na;"],
  ["import { a as c, b } from 'x';\nb;", unusedTs('c'), "import { b } from 'x';\nb;"],
  ["import { a } from 'x';\n1;", unusedTs('a'), '1;'],
  ["import a from 'x';\n1;", unusedTs('a'), '1;'],
  ["import type { A, B } from 'x';", unusedTs('A'), "import type { B } from 'x';"],
  ["import {\n  a,\n  b,\n} from 'x';", { ...unusedTs('a'), line: 2 }, "import {\n  b,\n} from 'x';"],
  ['const a = 1;', unusedTs('a'), null],
  ['f({\n  a,\n});', { ...unusedTs('a'), line: 2 }, null],
  ['package p\n\nimport "os"\n\nfunc A() {}', unusedGo('os', 3), 'package p\n\nfunc A() {}'],
  ['import (\n\t"fmt"\n\t"os"\n)', unusedGo('os', 3), 'import (\n\t"fmt"\n)'],
  ['package p\n\nimport (\n\t"os"\n)\n\nvar A int', unusedGo('os', 4), 'package p\n\nvar A int'],
  [
    'import (\n\tx "os"\n\t"fmt"\n)',
    { tool: 'go build', message: '"os" imported as x and not used', line: 2 },
    'import (\n\t"fmt"\n)',
  ],
  ['f("os")', unusedGo('os', 1), null],
  ['import os\nx = 1', unusedPython('os'), 'x = 1'],
  ['import os, sys', unusedPython('os'), 'import sys'],
  ['from os import path, sep  # here', unusedPython('os.sep'), 'from os import path'],
  ['from os import path as p', unusedPython('os.path as p'), ''],
  ['from os import (', unusedPython('os.path'), null],
  ['import os', { ...unusedPython('os'), file: 'p/__init__.py' }, null],
  [
    'import java.util.List;\nclass A {}',
    { tool: 'checkstyle', message: 'Unused import - java.util.List.' },
    'class A {}',
  ],
])('unused import: %j with %j', async (...row) => {
  expect(await afterOf('unused import', row)).toBe(row[2]);
});

const undefinedGo = (name: string, line: number): Partial<Finding> => ({
  tool: 'go build',
  message: `undefined: ${name}`,
  line,
});
const undefinedPython = (name: string, line: number): Partial<Finding> => ({
  ...python(`name '${name}' is not defined`),
  line,
});

test.each<Row>([
  ['package p\n\nvar A = os.Args', undefinedGo('os', 3), 'package p\n\nimport "os"\n\nvar A = os.Args'],
  [
    'package p\n\nimport "fmt"\n\nvar A = os.Args',
    undefinedGo('os', 5),
    'package p\n\nimport (\n\t"fmt"\n\t"os"\n)\n\nvar A = os.Args',
  ],
  [
    'package p\nimport (\n\t"fmt"\n\t"time"\n)\nvar A = os.Args',
    undefinedGo('os', 6),
    'package p\nimport (\n\t"fmt"\n\t"os"\n\t"time"\n)\nvar A = os.Args',
  ],
  [
    'package p\nvar A = json.Marshal',
    undefinedGo('json', 2),
    'package p\n\nimport "encoding/json"\nvar A = json.Marshal',
  ],
  // Not used as a package, not of the standard library, known by more than one path.
  ['package p\nvar A = os', undefinedGo('os', 2), null],
  ['package p\nvar A = left.Go', undefinedGo('left', 2), null],
  ['package p\nvar A = rand.Int()', undefinedGo('rand', 2), null],
  ['x = os.sep', undefinedPython('os', 1), 'import os\n\nx = os.sep'],
  [
    'import abc\nimport sys\nx = os.sep',
    undefinedPython('os', 3),
    'import abc\nimport os\nimport sys\nx = os.sep',
  ],
  ['import abc\nx = os.sep', undefinedPython('os', 2), 'import abc\nimport os\nx = os.sep'],
  ['from a import b\nx = os.sep', undefinedPython('os', 2), 'import os\nfrom a import b\nx = os.sep'],
  [
    '#!/usr/bin/env python3\n"""Doc."""\nx = os.sep',
    undefinedPython('os', 3),
    '#!/usr/bin/env python3\n"""Doc."""\n\nimport os\n\nx = os.sep',
  ],
  [
    '"""Doc\nmore\n"""\n\ndef f():\n    os.sep',
    undefinedPython('os', 6),
    '"""Doc\nmore\n"""\n\nimport os\n\n\ndef f():\n    os.sep',
  ],
  [
    'from __future__ import annotations\nx = os.sep',
    undefinedPython('os', 2),
    'from __future__ import annotations\n\nimport os\n\nx = os.sep',
  ],
  ['x = numpy.sep', undefinedPython('numpy', 1), null],
  ['x = os', undefinedPython('os', 1), null],
])('missing import: %j with %j', async (...row) => {
  expect(await afterOf('missing import', row)).toBe(row[2]);
});

const extension =
  "Relative import paths need explicit file extensions in ECMAScript imports. Did you mean './b.js'?";

test.each<Row>([
  ["import { b } from './b';", tsc(extension, 19), "import { b } from './b.js';"],
  ['export * from "./b"', tsc(extension, 15), 'export * from "./b.js"'],
  ["import { b } from './c';", tsc(extension, 19), null],
  ["import { b } from './b';", tsc(extension, 5), null],
  ["import { b } from './b';", tsc(extension), null],
])('import path: %j with %j', async (...row) => {
  expect(await afterOf('import path', row)).toBe(row[2]);
});

test('line ends stay as they are, and several findings of a line are mended together', async () => {
  const message = (word: string, right: string) => `Cannot find name '${word}'. Did you mean '${right}'?`;
  const found = await rewritten(RECIPES['did you mean'], {
    files: { a: 'x;\r\naa + bb;\r\n' },
    findings: [
      { file: 'a', line: 2, column: 1, tool: 'tsc', message: message('aa', 'aaaa') },
      { file: 'a', line: 2, column: 6, tool: 'tsc', message: message('bb', 'bbbb') },
    ],
  });
  expect(found).toEqual({ a: 'x;\r\naaaa + bbbb;\r\n' });
});
