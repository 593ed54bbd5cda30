// The repositories that `npm run bench:repair` repairs: files, a gate, and either the edits that the scripted model
// answers with or nothing, when a recipe has to find the repair.

const lines = (...text) => `${text.join('\n')}\n`;
const change = (path, oldText, newText) => ({ path, oldText, newText });
const numbered = (count, line) => Array.from({ length: count }, (_, n) => line(n));

const NODE_TEST = lines(
  "import assert from 'node:assert';",
  "import { test } from 'node:test';",
  "import { total } from '../src/cart.js';",
  "test('a cart adds its prices up', () => assert.strictEqual(total([1, 2]), 3));",
);
const CART = 'export const total = (prices) => prices.reduce((sum, price) => sum + price, 1);';
const CART_FILES = { 'package.json': '{"type":"module"}\n', 'test/cart.test.js': NODE_TEST };
const CART_EDITS = [change('src/cart.js', 'price, 1)', 'price, 0)')];

const LONG_JAVASCRIPT = lines(
  ...numbered(160, (n) => `export function rule${n}(order) {\n  return order.lines.length > ${n};\n}\n`),
  ...CART.split('\n'),
);
const LONG_PYTHON = lines(
  ...numbered(
    120,
    (n) =>
      `def rule_${n}(order):\n    """Whether an order has more than ${n} lines."""\n    return order > ${n}\n\n`,
  ),
  'def total(prices):',
  '    return sum(prices) + 1',
);

/** Thirty packages with sources, tests and documentation, of which one file is at fault. */
const PACKAGES = Object.fromEntries(
  numbered(4_996, (n) => [
    `packages/p${n % 30}/${['src', 'src/parts', 'docs'][n % 3]}/file${n}.js`,
    lines(`export const value${n} = ${n};`, `export const double${n} = () => value${n} * 2;`),
  ]),
);

export const SAMPLES = [
  {
    name: 'JavaScript: an assertion fails',
    files: { ...CART_FILES, 'src/cart.js': lines(CART) },
    gate: 'node --test',
    edits: CART_EDITS,
  },
  {
    name: 'JavaScript: file of 641 lines',
    files: { ...CART_FILES, 'src/cart.js': LONG_JAVASCRIPT },
    gate: 'node --test',
    edits: CART_EDITS,
  },
  {
    name: 'JavaScript: 5,000 files',
    files: { ...CART_FILES, 'src/cart.js': lines(CART), 'README.md': lines('# Cart'), ...PACKAGES },
    gate: 'node --test test/cart.test.js',
    edits: CART_EDITS,
  },
  {
    name: 'JavaScript: 5,000 files, generated',
    files: {
      'package.json': '{"scripts":{"generate":"node tools/generate.js"}}\n',
      'tools/generate.js': lines("require('fs').writeFileSync('src/list.txt', 'PEAR\\n');"),
      'src/list.txt': 'OLD\n',
      ...PACKAGES,
    },
    gate: 'npm run generate && git diff --exit-code',
  },
  {
    name: 'Python: a name is misspelt',
    tool: 'python3 -c "import sys; sys.exit(sys.version_info < (3, 10))"',
    files: {
      'shop.py': lines('def with_tax(cents):', '    return centz * 2'),
      'check.py': lines('import shop', 'assert shop.with_tax(1) == 2'),
    },
    gate: 'python3 check.py',
  },
  {
    name: 'Python: file of 482 lines',
    tool: 'python3 --version',
    files: {
      'shop.py': LONG_PYTHON,
      'test_shop.py': lines(
        ...['import unittest', 'import shop', '', 'class TotalTest(unittest.TestCase):'],
        ...['    def test_adds_up(self):', '        self.assertEqual(shop.total([1, 2]), 3)'],
      ),
    },
    gate: 'python3 -m unittest -v',
    edits: [change('shop.py', 'sum(prices) + 1', 'sum(prices)')],
  },
  {
    name: 'Go: a file is not formatted',
    tool: 'gofmt -h 2>&1 | grep -q usage',
    files: {
      'go.mod': lines('module example.com/shop', '', 'go 1.21'),
      'cart.go': lines('package shop', '', 'func Total(a,b int) int {', 'return a+b', '}'),
    },
    gate: 'out="$(gofmt -l .)"; echo "$out"; test -z "$out"',
  },
  {
    name: 'Go: a test fails',
    tool: 'go version',
    files: {
      'go.mod': lines('module example.com/shop', '', 'go 1.21'),
      'cart.go': lines('package shop', '', 'func Total(a, b int) int {', '\treturn a - b', '}'),
      'cart_test.go': lines(
        ...['package shop', '', 'import "testing"', '', 'func TestTotal(t *testing.T) {'],
        ...[
          '\tif got := Total(1, 2); got != 3 {',
          '\t\tt.Errorf("Total(1, 2) = %d, want 3", got)',
          '\t}',
          '}',
        ],
      ),
    },
    gate: 'go test -v ./...',
    edits: [change('cart.go', 'a - b', 'a + b')],
  },
  {
    name: 'Rust: a test fails',
    tool: 'cargo --version',
    files: {
      '.gitignore': 'target\nCargo.lock\n',
      'Cargo.toml': lines('[package]', 'name = "shop"', 'version = "0.1.0"', 'edition = "2021"'),
      'src/lib.rs': lines('pub fn total(a: i32, b: i32) -> i32 {', '    a - b', '}'),
      'tests/total.rs': lines('#[test]', 'fn adds_up() {', '    assert_eq!(shop::total(1, 2), 3);', '}'),
    },
    gate: 'cargo test --offline',
    edits: [change('src/lib.rs', 'a - b', 'a + b')],
  },
  {
    name: 'Rust: a name is misspelt',
    tool: 'rustc --version',
    files: { 'a.rs': lines('pub fn sum(counter: i32) -> i32 {', '    countr + 1', '}') },
    gate: 'rustc --crate-type lib --emit metadata --out-dir out a.rs',
  },
  {
    name: 'C: a name is misspelt',
    tool: 'gcc --version',
    files: { 'a.c': lines('int sum(int counter) {', '  return countr + 1;', '}') },
    gate: 'gcc -fsyntax-only a.c',
  },
  {
    name: 'Java: a check fails',
    tool: 'javac -version',
    files: {
      'Cart.java': lines(
        ...['public class Cart {', '  static int total(int a, int b) {', '    return a - b;', '  }'],
        ...['  public static void main(String[] args) {'],
        ...['    if (total(1, 2) != 3) throw new IllegalStateException("total is " + total(1, 2));'],
        ...['  }', '}'],
      ),
    },
    gate: 'javac -d out Cart.java && java -cp out Cart',
    edits: [change('Cart.java', 'a - b', 'a + b')],
  },
  {
    name: 'Ruby: a check fails',
    tool: 'ruby --version',
    files: {
      'cart.rb': lines('def total(a, b)', '  raise "no price" if a > 0', '  a + b', 'end'),
      'check.rb': lines("require_relative 'cart'", 'abort "total is wrong" unless total(1, 2) == 3'),
    },
    gate: 'ruby check.rb',
    edits: [change('cart.rb', 'if a > 0', 'if a < 0')],
  },
  {
    name: 'Shell: line ends of Windows',
    files: { 'check.sh': '#!/bin/bash\r\nset -e\r\ntrue\r\n' },
    gate: 'bash check.sh',
  },
];
