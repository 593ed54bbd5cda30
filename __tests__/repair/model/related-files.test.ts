import { expect, test } from '@jest/globals';
import { relatedFiles } from '../../../src/repair/model/related-files.js';

test.each([
  ['TypeScript', 'test/a.test.ts', "import { x } from '../src/cart.js';", 'src/cart.ts'],
  ['an index file', 'src/a.ts', "import x from './cart';", 'src/cart/index.ts'],
  ['CommonJS', 'a.js', "const { x } = require('./lib/cart')", 'lib/cart.js'],
  ['Python', 'tests/b.py', 'from shop.cart import total', 'src/shop/cart.py'],
  ['a Python package', 'b.py', 'import shop', 'shop/__init__.py'],
  ['Ruby', 'spec/x.rb', "require_relative '../lib/cart'", 'lib/cart.rb'],
  ['Java', 'src/X.java', 'import com.shop.Cart;', 'app/com/shop/Cart.java'],
  ['Rust', 'src/main.rs', 'use crate::cart;\nmod cart;', 'src/cart.rs'],
  ['an item of a Rust module', 'src/order.rs', 'use crate::{cart::Cart};', 'src/cart.rs'],
  ['a Rust module of a crate', 'tests/a.rs', 'use shop::cart::total;', 'src/cart.rs'],
  ['a test of a Rust crate', 'shop/tests/total.rs', 'use shop::total;', 'shop/src/lib.rs'],
  ['another file of a Go package', 'pkg/cart_test.go', 'package pkg', 'pkg/total.go'],
  ['C', 'src/main.c', '#include "cart.h"', 'src/cart.h'],
  ['a Go test', 'pkg/cart_test.go', 'package pkg', 'pkg/cart.go'],
  ['a Python test', 'tests/test_cart.py', '', 'shop/cart.py'],
  ['a JUnit test', 'test/CartTest.java', '', 'main/Cart.java'],
])('%s names its subject', (_, path, text, subject) => {
  expect(relatedFiles(path, text, [path, 'docs/readme.md', subject])).toEqual([subject]);
});

test('a file of the same name elsewhere is not what a relative import names', () => {
  const paths = ['src/cart.ts', 'old/cart.ts'];
  expect(relatedFiles('src/a.ts', "import './cart.js';", paths)).toEqual(['src/cart.ts']);
});

test('a large repository takes no noticeable time', () => {
  const paths = Array.from({ length: 50_000 }, (_, index) => `packages/p${index % 100}/src/file-${index}.ts`);
  const text = Array.from({ length: 500 }, (_, index) => `import { x } from './file-${index}.js';`).join(
    '\n',
  );
  const startedAt = performance.now();
  relatedFiles('packages/p1/src/a.ts', text, paths);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});
