import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createOutlineReader } from '../../../src/adapters/syntax/read-outline.js';

const grammars = join(dirname(process.env.SMART_FIX_TEST_CLI ?? ''), 'grammars');
const readOutline = createOutlineReader(grammars);

/** `name first-last` of each declaration. */
async function outline(path: string, text: string): Promise<readonly string[] | null> {
  const found = await readOutline(path, text);
  return found?.map(({ name, first, last }) => `${name} ${first}-${last}`) ?? null;
}

describe('an outline names what a file declares, with its lines', () => {
  test.each<[path: string, text: string, expected: readonly string[]]>([
    [
      'cart.js',
      'const RATE = 2;\nexport class Cart {\n  total() {\n    const sum = 1;\n    return sum;\n  }\n}\nexport const tax = (x) => {\n  return x;\n};\nfunction* ids() {}\n',
      ['RATE 1-1', 'Cart 2-7', 'total 3-6', 'tax 8-10', 'ids 11-11'],
    ],
    [
      'cart.test.ts',
      "describe('a cart', () => {\n  test('is empty', () => {\n    expect(1).toBe(1);\n  });\n  it.skip(`is full`, () => {});\n});\n",
      ['a cart 1-6', 'is empty 2-4', 'is full 5-5'],
    ],
    [
      'cart.ts',
      'interface Item {\n  price: number;\n}\ntype Id = string;\nenum Kind {\n  A,\n}\nabstract class Base<T> {\n  abstract of(x: T): void;\n  run(): void {}\n}\nconst x = <number>y;\n',
      ['Item 1-3', 'Id 4-4', 'Kind 5-7', 'Base 8-11', 'run 10-10', 'x 12-12'],
    ],
    ['view.tsx', 'export function View() {\n  return <b>hi</b>;\n}\n', ['View 1-3']],
    [
      'cart.py',
      'import os\n\n@cached\ndef total(xs):\n    def inner():\n        pass\n    return 1\n\nclass Cart:\n    def add(self):\n        pass\n',
      ['total 3-7', 'inner 5-6', 'Cart 9-11', 'add 10-11'],
    ],
    [
      'cart.go',
      'package cart\n\ntype Item struct {\n\tPrice int\n}\n\nfunc (c *Cart) Total() int {\n\treturn 0\n}\n\nfunc New() *Cart { return nil }\n\nconst Rate = 2\n',
      ['Item 3-5', 'Total 7-9', 'New 11-11', 'Rate 13-13'],
    ],
    [
      'Cart.java',
      'class Cart {\n  private int sum = 0;\n  Cart() {}\n  int total() {\n    int local = 1;\n    return local;\n  }\n}\nrecord Item(int price) {}\n',
      ['Cart 1-8', 'sum 2-2', 'Cart 3-3', 'total 4-7', 'Item 9-9'],
    ],
    [
      'lib.rs',
      'pub struct Cart {\n    sum: u32,\n}\nimpl Cart {\n    pub fn total(&self) -> u32 {\n        0\n    }\n}\nmod tests {\n    fn works() {}\n}\n',
      ['Cart 1-3', 'Cart 4-8', 'total 5-7', 'tests 9-11', 'works 10-10'],
    ],
    [
      'cart.cpp',
      '#define RATE 2\nclass Cart {\n public:\n  int total() const { return 0; }\n};\nint *Cart::find(int x) {\n  return nullptr;\n}\ntemplate <class T>\nT twice(T x) {\n  return x;\n}\n',
      ['RATE 1-1', 'Cart 2-5', 'total 4-4', 'Cart::find 6-8', 'twice 9-12'],
    ],
    [
      'cart.h',
      'struct item {\n  int price;\n};\nint total(void) {\n  return 0;\n}\n',
      ['item 1-3', 'total 4-6'],
    ],
    [
      'Cart.cs',
      'class Cart\n{\n  public int Sum { get; set; }\n  int Total()\n  {\n    return 0;\n  }\n}\n',
      ['Cart 1-8', 'Sum 3-3', 'Total 4-7'],
    ],
    [
      'cart.rb',
      "module Shop\n  class Cart\n    def total\n      0\n    end\n  end\nend\ndescribe 'a cart' do\n  it 'is empty' do\n  end\nend\n",
      ['Shop 1-7', 'Cart 2-6', 'total 3-5', 'a cart 8-11', 'is empty 9-10'],
    ],
    [
      'cart.php',
      '<?php\nfunction total() {\n  return 0;\n}\nclass Cart {\n  public function add() {}\n}\n',
      ['total 2-4', 'Cart 5-7', 'add 6-6'],
    ],
    ['run.sh', 'total() {\n  echo 0\n}\n', ['total 1-3']],
  ])('%s', async (path, text, expected) => {
    expect(await outline(path, text)).toEqual(expected);
  });
});

test('a file that is broken in the middle still has what is whole around it', async () => {
  const text = 'def first():\n    return 1\n\ndef broken(:\n    x = (\n\ndef last():\n    return 2\n';
  expect(await outline('a.py', text)).toEqual(expect.arrayContaining(['first 1-2']));
});

test('Windows line ends and a byte order mark do not move the lines', async () => {
  expect(await outline('a.py', '\ufeffX = 1\r\ndef f():\r\n    return 1\r\n')).toEqual(['f 2-3']);
});

test.each([
  ['open brackets', 'a.js', '('.repeat(400_000)],
  ['open blocks', 'a.js', 'function f() {'.repeat(30_000)],
  ['open tags', 'a.tsx', '<a>'.repeat(150_000)],
  ['calls of calls', 'a.py', 'f('.repeat(200_000)],
  ['templates', 'a.cpp', 'a<'.repeat(200_000)],
  ['a text that never ends', 'a.rb', `"#{${'"#{'.repeat(100_000)}`],
  ['indentation', 'a.py', Array.from({ length: 900 }, (_, n) => `${' '.repeat(n)}if x:\n`).join('')],
  ['here documents', 'a.sh', 'cat <<A <<B <<C\n'.repeat(20_000)],
])('%s without end cost a bounded time, and the next file is read as ever', async (_, path, text) => {
  const startedAt = performance.now();
  await readOutline(path, text);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(await outline('a.js', 'function f() {}')).toEqual(['f 1-1']);
  expect(await outline('a.py', 'def f():\n    pass\n')).toEqual(['f 1-2']);
});

test('there is no outline of a language without a grammar, of a giant, or when the grammars are not there', async () => {
  expect(await outline('a.unknown', 'x')).toBeNull();
  expect(await outline('a.js', `f(${'1,'.repeat(260_000)}1)`)).toBeNull();
  expect(await createOutlineReader(join(grammars, 'nowhere'))('a.js', 'function f() {}')).toBeNull();
});
