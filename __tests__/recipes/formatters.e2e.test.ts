import { proveRecipe } from '../support/prove-recipe.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { toolchain } from '../support/toolchain.js';

const folder = temporaryFolder('formatters');
const gofmt = toolchain('gofmt -h 2>&1 | grep -q usage');
const cargoFmt = toolchain('cargo fmt --version');

const GO_MOD = 'module example.com/shop\n\ngo 1.21\n';

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
