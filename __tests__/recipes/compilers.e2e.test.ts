import { expect } from '@jest/globals';
import { linkModules, nodeTool, pathTool, proveRecipe } from '../support/prove-recipe.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { toolchain } from '../support/toolchain.js';

const folder = temporaryFolder('compilers');
const typescript = toolchain(nodeTool('tsc'));
const python = toolchain('python3 -c "import sys; sys.exit(sys.version_info < (3, 10))"');
const gcc = toolchain('gcc --version');
const rustc = toolchain('rustc --version');
const go = toolchain('go version');
const ruby = toolchain('ruby --version');
const flake8 = toolchain(pathTool('ruff'));

const TYPESCRIPT = {
  '.gitignore': 'node_modules\n',
  'package.json': '{"type":"module"}\n',
  'tsconfig.json':
    '{"compilerOptions":{"strict":true,"module":"nodenext","target":"es2022","noEmit":true,"types":[]},"include":["src"]}\n',
};
const lines = (...text: readonly string[]): string => `${text.join('\n')}\n`;

typescript.test('a name that is exported next door is imported, as the language service would', async () => {
  await proveRecipe(folder, {
    files: {
      ...TYPESCRIPT,
      'src/tax.ts': lines('export function withTax(cents: number): number {', '  return cents;', '}'),
      'src/cart.ts': lines('export const total = withTax(100);'),
    },
    setup: linkModules('typescript', 'tsc'),
    gate: 'npx tsc --noEmit',
    recipes: ['TypeScript fixes'],
    after: {
      'src/cart.ts': lines('import { withTax } from "./tax.js";', '', 'export const total = withTax(100);'),
    },
  });
});

typescript.test('wrong names, a missing await and an unused import are mended in one step', async () => {
  await proveRecipe(folder, {
    files: {
      ...TYPESCRIPT,
      'tsconfig.json': TYPESCRIPT['tsconfig.json'].replace(
        '"strict":true',
        '"strict":true,"noUnusedLocals":true',
      ),
      'src/tax.ts': lines(
        'export interface Tax { readonly percent: number }',
        'export const tax: Tax = { percent: 19 };',
        'export async function load(): Promise<number> {',
        '  return tax.percnt;',
        '}',
      ),
      'src/cart.ts': lines(
        "import { load, tax } from './tax.js';",
        '',
        'export async function total(): Promise<number> {',
        '  const percent = load();',
        '  return percent + 1;',
        '}',
      ),
    },
    setup: linkModules('typescript', 'tsc'),
    gate: 'npx tsc --noEmit',
    recipes: ['TypeScript fixes'],
    after: {
      'src/tax.ts': lines(
        'export interface Tax { readonly percent: number }',
        'export const tax: Tax = { percent: 19 };',
        'export async function load(): Promise<number> {',
        '  return tax.percent;',
        '}',
      ),
      'src/cart.ts': lines(
        "import { load } from './tax.js';",
        '',
        'export async function total(): Promise<number> {',
        '  const percent = load();',
        '  return await percent + 1;',
        '}',
      ),
    },
  });
});

typescript.test('without a language service, what the compiler says is meant is taken', async () => {
  const { report } = await proveRecipe(folder, {
    files: {
      ...TYPESCRIPT,
      'src/cart.ts': lines('export const size = (names: string[]): number => names.lenght;'),
    },
    // A package of that name that is none: as where the compiler came from elsewhere.
    setup: `${linkModules('tsc')} && mkdir node_modules/typescript && echo 'exports.none = 1' > node_modules/typescript/index.js`,
    gate: 'npx tsc --noEmit',
    recipes: ['did you mean'],
    after: { 'src/cart.ts': lines('export const size = (names: string[]): number => names.length;') },
  });
  expect(report.attempts[0]?.changeSummary).toBe('did you mean: cart.ts');
});

typescript.test('an import path is written out as the compiler names it', async () => {
  await proveRecipe(folder, {
    files: {
      ...TYPESCRIPT,
      'src/tax.ts': lines('export const tax = 19;'),
      'src/cart.ts': lines("import { tax } from './tax';", 'export const total = tax;'),
    },
    setup: linkModules('typescript', 'tsc'),
    gate: 'npx tsc --noEmit',
    recipes: ['import path'],
    after: { 'src/cart.ts': lines("import { tax } from './tax.js';", 'export const total = tax;') },
  });
});

python.test('a name that Python itself suggests is taken', async () => {
  await proveRecipe(folder, {
    files: {
      'shop.py': lines('def with_tax(cents):', '    return centz * 2'),
      'check.py': lines('import shop', 'assert shop.with_tax(1) == 2'),
    },
    gate: 'python3 check.py',
    recipes: ['did you mean'],
    after: { 'shop.py': lines('def with_tax(cents):', '    return cents * 2') },
  });
});

python.test('a module of the standard library that was not imported is', async () => {
  await proveRecipe(folder, {
    files: {
      'shop.py': lines(
        '"""Paths."""',
        '',
        'import sys',
        '',
        '',
        'def here():',
        '    return os.getcwd() + sys.prefix[:0]',
      ),
      'check.py': lines('import shop', 'shop.here()'),
    },
    gate: 'python3 check.py',
    recipes: ['missing import'],
    after: {
      'shop.py': lines(
        ...['"""Paths."""', '', 'import os', 'import sys', '', ''],
        ...['def here():', '    return os.getcwd() + sys.prefix[:0]'],
      ),
    },
  });
});

gcc.test('names that gcc suggests are taken, each at its place', async () => {
  await proveRecipe(folder, {
    files: {
      'a.c': lines(
        'struct cart { int total; };',
        'int sum(struct cart c, int counter) { return c.totl + countr; }',
      ),
    },
    gate: 'gcc -fsyntax-only a.c',
    recipes: ['did you mean'],
    after: {
      'a.c': lines(
        'struct cart { int total; };',
        'int sum(struct cart c, int counter) { return c.total + counter; }',
      ),
    },
  });
});

rustc.test('a name that rustc shows in its help is taken', async () => {
  await proveRecipe(folder, {
    files: { 'a.rs': lines('pub fn sum(counter: i32) -> i32 {', '    countr + 1', '}') },
    gate: 'rustc --crate-type lib --emit metadata --out-dir out a.rs',
    recipes: ['did you mean'],
    after: { 'a.rs': lines('pub fn sum(counter: i32) -> i32 {', '    counter + 1', '}') },
  });
});

go.test('an import that Go says is not used goes, and one that is missing comes', async () => {
  await proveRecipe(folder, {
    files: {
      'go.mod': 'module example.com/a\n\ngo 1.21\n',
      'a.go': lines(
        'package a',
        '',
        'import (',
        '\t"fmt"',
        '\t"os"',
        ')',
        '',
        'func Say() { fmt.Println(strings.ToUpper("a")) }',
      ),
    },
    gate: 'go build ./...',
    recipes: ['unused import', 'missing import'],
    after: {
      'a.go': lines(
        'package a',
        '',
        'import (',
        '\t"fmt"',
        '\t"strings"',
        ')',
        '',
        'func Say() { fmt.Println(strings.ToUpper("a")) }',
      ),
    },
  });
});

ruby.test('a method that Ruby suggests is taken', async () => {
  await proveRecipe(folder, {
    files: {
      'lib/a.rb': lines('def size_of(list)', '  list.lenght', 'end'),
      'check.rb': lines("require_relative 'lib/a'", 'size_of([1])'),
    },
    gate: 'ruby check.rb',
    recipes: ['did you mean'],
    after: { 'lib/a.rb': lines('def size_of(list)', '  list.length', 'end') },
  });
});

flake8.test('a name of an import that pyflakes says is unused goes', async () => {
  await proveRecipe(folder, {
    files: {
      'a.py': lines('from os import path, sep', '', 'print(path)'),
      // What flake8 prints, by another tool that is no recipe's here.
      'check.sh':
        "ruff check --isolated --no-cache --output-format concise a.py | sed 's/ \\[\\*\\] / /; s/`/\\x27/g' | grep F401 && exit 1; exit 0\n",
    },
    gate: 'sh check.sh',
    recipes: ['unused import'],
    after: { 'a.py': lines('from os import path', '', 'print(path)') },
  });
});
