import { expect, test } from '@jest/globals';
import {
  linkModules,
  linkOwnModules,
  nodeTool,
  pathTool,
  proveRecipe,
  runKeyless,
  standIn,
} from '../support/prove-recipe.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { toolchain } from '../support/toolchain.js';

const folder = temporaryFolder('formatters');
const gofmt = toolchain('gofmt -h 2>&1 | grep -q usage');
const goimports = toolchain(pathTool('goimports'));
const cargoFmt = toolchain('cargo fmt --version');
const prettier = toolchain(nodeTool('prettier'));
const ruff = toolchain(pathTool('ruff'));
const black = toolchain(pathTool('black'));
const isort = toolchain(pathTool('isort'));
const clangFormat = toolchain(pathTool('clang-format'));
const shfmt = toolchain(pathTool('shfmt'));
const terraform = toolchain('terraform fmt -help');

const GO_MOD = 'module example.com/shop\n\ngo 1.21\n';
const IGNORE = { '.gitignore': 'node_modules\n' };

prettier.test(
  'prettier formats every file that its check names, 40 of them and a test among them',
  async () => {
    const names = Array.from({ length: 40 }, (_, index) => `src/part-${String(index).padStart(2, '0')}.js`);
    const crooked = Object.fromEntries(
      [...names, 'test/part.test.js'].map((name) => [name, 'const a   = "1"\n']),
    );
    const straight = Object.fromEntries(Object.keys(crooked).map((name) => [name, "const a = '1';\n"]));
    const { report } = await proveRecipe(folder, {
      files: { ...IGNORE, ...crooked, 'package.json': '{}\n', '.prettierrc': 'singleQuote: true\n' },
      setup: linkModules('prettier'),
      gate: 'npx prettier --check src test',
      recipes: ['prettier'],
      after: straight,
    });
    expect(report.attempts[0]).toMatchObject({
      changeSummary: 'prettier: part-00.js, part-01.js, part-02.js and 38 more',
      diagnosis: 'prettier finds fault with 41 files.',
    });
  },
);

prettier.test('prettier leaves a workflow to a person, although it names it', async () => {
  const { report, exitCode } = await runKeyless(folder, {
    files: { ...IGNORE, '.github/workflows/ci.yml': 'on:   push\n', 'package.json': '{}\n' },
    setup: linkModules('prettier'),
    gate: 'npx prettier --check .github',
  });
  expect(report.attempts.map(({ recipe, rejection }) => [recipe, rejection?.code])).toEqual([
    ['prettier', 'protected-path'],
  ]);
  expect([report.stopReason, report.usage.executions, exitCode]).toEqual(['proposals-exhausted', 1, 1]);
});

prettier.test('prettier is found in the package of a workspace, with that package’s own rules', async () => {
  await proveRecipe(folder, {
    files: {
      ...IGNORE,
      'web/package.json': '{}\n',
      'web/.prettierrc': '{"semi": false}\n',
      'web/src/a.ts': 'export const a: number = 1;\n',
    },
    setup: `cd web && ${linkModules('prettier')}`,
    gate: 'cd web && ./node_modules/.bin/prettier --list-different src',
    recipes: ['prettier'],
    after: { 'web/src/a.ts': 'export const a: number = 1\n' },
  });
});

test('biome format formats what it names', async () => {
  await proveRecipe(folder, {
    files: {
      ...IGNORE,
      'package.json': '{}\n',
      'biome.json': '{ "formatter": { "indentStyle": "space" } }\n',
      'src/a.js': 'export   const a = {b:1};\n',
    },
    setup: linkOwnModules('@biomejs/biome'),
    gate: 'npx biome format src',
    recipes: ['biome format'],
    after: { 'src/a.js': 'export const a = { b: 1 };\n' },
  });
});

ruff.test('ruff format formats what its check names', async () => {
  await proveRecipe(folder, {
    files: { 'shop/cart.py': 'def total( a,b ):\n  return a+b\n', 'shop/tax.py': 'RATE = 1\n' },
    gate: 'ruff format --check .',
    recipes: ['ruff format'],
    after: { 'shop/cart.py': 'def total(a, b):\n    return a + b\n' },
  });
});

black.test('black formats what its check names, as the gate starts it', async () => {
  await proveRecipe(folder, {
    files: { 'cart.py': "x = 'a'\n" },
    gate: 'python3 -m black --check .',
    recipes: ['black'],
    after: { 'cart.py': 'x = "a"\n' },
  });
});

isort.test('isort sorts the imports of what its check names', async () => {
  await proveRecipe(folder, {
    files: { 'a.py': 'import sys\nimport os\n\nprint(os, sys)\n' },
    gate: 'isort --check-only .',
    recipes: ['isort'],
    after: { 'a.py': 'import os\nimport sys\n\nprint(os, sys)\n' },
  });
});

isort.test('two formatters mend the same file one after the other', async () => {
  await proveRecipe(folder, {
    files: { 'a.py': 'import sys\nimport os\n\nprint( os, sys )\n' },
    gate: 'isort --profile black --check-only . && black --check .',
    recipes: ['isort', 'black'],
    after: { 'a.py': 'import os\nimport sys\n\nprint(os, sys)\n' },
  });
});

gofmt.test('gofmt formats the files that its listing names', async () => {
  await proveRecipe(folder, {
    files: {
      'go.mod': GO_MOD,
      'cart.go': 'package shop\n\nfunc Total(a,b int) int {\nreturn a+b\n}\n',
      'tax.go': 'package shop\n\nfunc Tax(a int) int { return a }\n',
    },
    gate: 'out="$(gofmt -l .)"; echo "$out"; test -z "$out"',
    recipes: ['gofmt'],
    after: { 'cart.go': 'package shop\n\nfunc Total(a, b int) int {\n\treturn a + b\n}\n' },
  });
});

gofmt.test('gofmt is asked itself where the gate swallows what it says', async () => {
  await proveRecipe(folder, {
    files: { 'go.mod': GO_MOD, 'cart.go': 'package shop\nfunc Total(a,b int) int { return a+b }\n' },
    gate: 'test -z "$(gofmt -l .)"',
    recipes: ['gofmt'],
    after: { 'cart.go': 'package shop\n\nfunc Total(a, b int) int { return a + b }\n' },
  });
});

goimports.test('goimports groups and adds imports', async () => {
  await proveRecipe(folder, {
    files: {
      'go.mod': GO_MOD,
      'cart.go': 'package shop\n\nfunc Say(a int) { fmt.Println(a) }\n',
    },
    gate: 'out="$(goimports -l .)"; echo "$out"; test -z "$out"',
    recipes: ['goimports'],
    after: { 'cart.go': 'package shop\n\nimport "fmt"\n\nfunc Say(a int) { fmt.Println(a) }\n' },
  });
});

cargoFmt.test('cargo fmt formats what its check shows, in the package below the root', async () => {
  await proveRecipe(folder, {
    files: {
      'core/Cargo.toml': '[package]\nname = "core-sum"\nversion = "0.1.0"\nedition = "2021"\n',
      'core/src/lib.rs': 'pub fn sum(a:i32,b:i32)->i32{a+b}\n',
    },
    gate: 'cd core && cargo fmt --check',
    recipes: ['cargo fmt'],
    after: { 'core/src/lib.rs': 'pub fn sum(a: i32, b: i32) -> i32 {\n    a + b\n}\n' },
  });
});

cargoFmt.test('rustfmt formats a file of no package', async () => {
  await proveRecipe(folder, {
    files: { 'sum.rs': 'pub fn sum(a:i32)->i32{a}\n' },
    gate: 'rustfmt --check sum.rs',
    recipes: ['rustfmt'],
    after: { 'sum.rs': 'pub fn sum(a: i32) -> i32 {\n    a\n}\n' },
  });
});

clangFormat.test('clang-format formats what it warns of', async () => {
  await proveRecipe(folder, {
    files: { '.clang-format': 'BasedOnStyle: LLVM\n', 'src/a.c': 'int  main( void ){return 0;}\n' },
    gate: 'clang-format --dry-run --Werror src/a.c',
    recipes: ['clang-format'],
    after: { 'src/a.c': 'int main(void) { return 0; }\n' },
  });
});

shfmt.test('shfmt formats what its listing names', async () => {
  await proveRecipe(folder, {
    files: { 'bin/go.sh': '#!/bin/sh\nif true;then\necho hi\nfi\n' },
    gate: 'shfmt -l bin | tee /dev/stderr | (! grep -q .)',
    recipes: ['shfmt'],
    after: { 'bin/go.sh': '#!/bin/sh\nif true; then\n\techo hi\nfi\n' },
  });
});

terraform.test('terraform fmt formats what its check names', async () => {
  await proveRecipe(folder, {
    files: { 'infra/main.tf': 'variable "a" {\ntype = string\n}\n' },
    gate: 'terraform fmt -check -recursive',
    recipes: ['terraform fmt'],
    after: { 'infra/main.tf': 'variable "a" {\n  type = string\n}\n' },
  });
});

test('php-cs-fixer mends what its dry run lists', async () => {
  const body = `const [command, ...args] = process.argv.slice(2);
    const files = args.includes('--dry-run') ? fs.readdirSync('src').map((name) => 'src/' + name) : args.slice(args.indexOf('--') + 1);
    const bad = files.filter((file) => fs.readFileSync(file, 'utf8').includes('array('));
    if (command !== 'fix') process.exit(64);
    if (args.includes('--dry-run')) {
      bad.forEach((file, index) => console.log('   ' + (index + 1) + ') ' + file));
      process.exit(bad.length > 0 ? 8 : 0);
    }
    for (const file of bad) fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/array\\(\\)/g, '[]'));`;
  await proveRecipe(folder, {
    files: { 'src/a.php': '<?php\n$a = array();\n', 'src/b.php': '<?php\n$b = [];\n' },
    gate: 'php-cs-fixer fix --dry-run',
    env: standIn(folder, 'php-cs-fixer', body),
    recipes: ['php-cs-fixer'],
    after: { 'src/a.php': '<?php\n$a = [];\n' },
  });
});
