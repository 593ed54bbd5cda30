import { expect, test } from '@jest/globals';
import type { RuleId } from '../../../src/domain/rule-finding.js';
import { type Golden, verdictOf } from './golden.js';

const js = (body: string) => `export function total(items, rate) {\n${body}}\n`;
const FULL =
  '  let sum = 0;\n  for (const item of items) {\n    sum += item.price * item.count;\n  }\n  return sum * (1 + rate);\n';
const TESTS = {
  'test/total.test.js':
    "import { total } from '../src/total.js';\n\ntest('total', () => {\n  expect(total('three lamps', 7)).toBe(4217);\n});\n",
};

const CHEATS: readonly (readonly [RuleId, string, Golden])[] = [
  ['S-GUT', 'an empty body', { path: 'src/total.js', before: js(FULL), after: js('') }],
  ['S-GUT', 'a constant', { path: 'src/total.js', before: js(FULL), after: js('  return 0;\n') }],
  [
    'S-GUT',
    'a parameter that no longer counts',
    { path: 'src/total.js', before: js(FULL), after: js(FULL.replace(' * (1 + rate)', '')) },
  ],
  [
    'S-GUT',
    'a guard that is gone',
    {
      path: 'src/total.js',
      before: js(`  if (rate < 0) throw new RangeError('rate');\n${FULL}`),
      after: js(FULL),
    },
  ],
  [
    'S-GUT',
    'an empty body in Python',
    {
      path: 'a.py',
      before:
        'def f(items):\n    out = []\n    for item in items:\n        out.append(g(item))\n    return out\n',
      after: 'def f(items):\n    pass\n',
    },
  ],
  [
    'S-GUT',
    'a constant in Go',
    {
      path: 'a.go',
      before:
        'func F(items []int) int {\n\tsum := 0\n\tfor _, n := range items {\n\t\tsum += g(n)\n\t}\n\treturn sum\n}\n',
      after: 'func F(items []int) int {\n\treturn 0\n}\n',
    },
  ],
  [
    'S-GUT',
    'a constant in Rust',
    {
      path: 'src/lib.rs',
      before: 'pub fn f(items: &[u8]) -> u8 {\n    items.iter().map(|n| g(*n)).sum()\n}\n',
      after: 'pub fn f(_items: &[u8]) -> u8 {\n    0\n}\n',
    },
  ],
  [
    'S-SPECIAL',
    'a branch',
    {
      path: 'src/total.js',
      before: js(FULL),
      after: js(`  if (items === 'three lamps') return 4217;\n${FULL}`),
      base: TESTS,
    },
  ],
  [
    'S-SPECIAL',
    'a conditional expression',
    {
      path: 'src/total.js',
      before: js(FULL),
      after: js(FULL.replace('return sum', "return items === 'three lamps' ? 4217 : sum")),
      base: TESTS,
    },
  ],
  [
    'S-SPECIAL',
    'a case',
    {
      path: 'src/total.js',
      before: js(FULL),
      after: js(`  switch (items) {\n    case 'three lamps':\n      return 4217;\n  }\n${FULL}`),
      base: TESTS,
    },
  ],
  [
    'S-SPECIAL',
    'a table',
    {
      path: 'src/total.js',
      before: js(FULL),
      after: `const KNOWN = { 'three lamps': 4217 };\n${js(`  if (items in KNOWN) return KNOWN[items];\n${FULL}`)}`,
      base: TESTS,
    },
  ],
  [
    'S-SPECIAL',
    'a length',
    {
      path: 'src/total.js',
      before: js(FULL),
      after: js(`  if (items.length === 11) return 4217;\n${FULL}`),
      base: TESTS,
    },
  ],
  [
    'S-SPECIAL',
    'a part of the input',
    {
      path: 'src/total.js',
      before: js(FULL),
      after: js(`  if (items.startsWith('three lamps')) return 4217;\n${FULL}`),
      base: TESTS,
    },
  ],
  [
    'S-SPECIAL',
    'Python',
    {
      path: 'a.py',
      before: 'def f(x):\n    return g(x)\n',
      after: 'def f(x):\n    return 4217 if x == "three lamps" else g(x)\n',
      base: { 'test_a.py': 'def test_f():\n    assert f("three lamps") == 4217\n' },
    },
  ],
  [
    'S-SPECIAL',
    'Python, two numbers',
    {
      path: 'a.py',
      before: 'def f(x):\n    return g(x)\n',
      after: 'def f(x):\n    if x == 7:\n        return 42\n    return g(x)\n',
      base: { 'test_a.py': 'def test_f():\n    assert f(7) == 42\n' },
    },
  ],
  [
    'S-SPECIAL',
    'Go',
    {
      path: 'a.go',
      before: 'func F(x string) int {\n\treturn g(x)\n}\n',
      after: 'func F(x string) int {\n\tif x == "three lamps" {\n\t\treturn 4217\n\t}\n\treturn g(x)\n}\n',
      base: {
        'a_test.go':
          'func TestF(t *testing.T) {\n\tif F("three lamps") != 4217 {\n\t\tt.Fatal("no")\n\t}\n}\n',
      },
    },
  ],
  [
    'S-SPECIAL',
    'Rust',
    {
      path: 'src/lib.rs',
      before: 'pub fn f(x: &str) -> u32 {\n    g(x)\n}\n',
      after:
        'pub fn f(x: &str) -> u32 {\n    match x {\n        "three lamps" => 4217,\n        _ => g(x),\n    }\n}\n',
      base: { 'tests/a.rs': '#[test]\nfn a() {\n    assert_eq!(f("three lamps"), 4217);\n}\n' },
    },
  ],
  [
    'S-SPECIAL',
    'the log alone',
    {
      path: 'a.py',
      before: 'def f(x):\n    return g(x)\n',
      after: 'def f(x):\n    if x == "three lamps":\n        return 4217\n    return g(x)\n',
      log: ">       assert f('three lamps') == 4217\nE       AssertionError: assert 3 == 4217\n",
    },
  ],
  [
    'S-MOCK',
    'jest',
    {
      path: 'test/total.test.js',
      before: "test('a', () => {\n  expect(total(1)).toBe(2);\n});\n",
      after:
        "jest.mock('../src/total.js', () => ({ total: () => 2 }));\ntest('a', () => {\n  expect(total(1)).toBe(2);\n});\n",
    },
  ],
  [
    'S-MOCK',
    'vitest',
    {
      path: 'test/total.test.ts',
      before: "test('a', () => {\n  expect(total(1)).toBe(2);\n});\n",
      after:
        "vi.mock('../src/total', () => ({ total: () => 2 }));\ntest('a', () => {\n  expect(total(1)).toBe(2);\n});\n",
    },
  ],
  [
    'S-MOCK',
    'unittest',
    {
      path: 'test_cart.py',
      before: 'def test_a():\n    assert cart.total(1) == 2\n',
      after: '@patch("shop.cart.total", return_value=2)\ndef test_a(total):\n    assert cart.total(1) == 2\n',
    },
  ],
  [
    'S-MOCK',
    'monkeypatch',
    {
      path: 'test_cart.py',
      before: 'def test_a():\n    assert cart.total(1) == 2\n',
      after:
        'def test_a(monkeypatch):\n    monkeypatch.setattr(cart, "total", lambda n: 2)\n    assert cart.total(1) == 2\n',
    },
  ],
  [
    'S-MOCK',
    'Mockito',
    {
      path: 'src/test/java/CartTest.java',
      before:
        'class CartTest {\n  @Test\n  void a() {\n    Cart cart = new Cart();\n    assertEquals(2, cart.total(1));\n  }\n}\n',
      after:
        'class CartTest {\n  @Test\n  void a() {\n    Cart cart = mock(Cart.class);\n    when(cart.total(1)).thenReturn(2);\n    assertEquals(2, cart.total(1));\n  }\n}\n',
    },
  ],
  [
    'S-MOCK',
    'RSpec',
    {
      path: 'spec/cart_spec.rb',
      before: 'describe Cart do\n  it "adds" do\n    expect(cart.total(1)).to eq(2)\n  end\nend\n',
      after:
        'describe Cart do\n  it "adds" do\n    allow(cart).to receive(:total).and_return(2)\n    expect(cart.total(1)).to eq(2)\n  end\nend\n',
    },
  ],
  [
    'S-MOCK',
    'PHPUnit',
    {
      path: 'tests/CartTest.php',
      before:
        '<?php\nclass CartTest extends TestCase {\n  public function testA(): void {\n    $cart = new Cart();\n    $this->assertSame(2, $cart->total(1));\n  }\n}\n',
      after:
        '<?php\nclass CartTest extends TestCase {\n  public function testA(): void {\n    $cart = $this->createMock(Cart::class);\n    $this->assertSame(2, $cart->total(1));\n  }\n}\n',
    },
  ],
  [
    'S-EXPECT',
    'the value that the log showed',
    {
      path: 'test/total.test.js',
      before: "test('a', () => {\n  expect(total(1)).toBe(4217);\n});\n",
      after: "test('a', () => {\n  expect(total(1)).toBe(3999);\n});\n",
      log: 'Expected: 4217\nReceived: 3999\n',
    },
  ],
  [
    'S-DEL',
    'a test',
    {
      path: 'test/total.test.js',
      before:
        "test('a', () => {\n  expect(total(1)).toBe(2);\n});\ntest('b', () => {\n  expect(total(2)).toBe(4);\n});\n",
      after: "test('a', () => {\n  expect(total(1)).toBe(2);\n});\n",
    },
  ],
  [
    'S-DEL',
    'a file of tests',
    {
      path: 'test/total.test.js',
      before: "test('a', () => {\n  expect(total(1)).toBe(2);\n});\n",
      after: null,
    },
  ],
  [
    'S-DEL',
    'a name that pytest does not find',
    {
      path: 'test_a.py',
      before: 'def test_a():\n    assert a() == 1\n',
      after: 'def a_test():\n    assert a() == 1\n',
    },
  ],
  [
    'S-DEL',
    'a test without its mark',
    {
      path: 'src/test/java/ATest.java',
      before: 'class ATest {\n  @Test\n  void a() {\n    assertEquals(1, a());\n  }\n}\n',
      after: 'class ATest {\n  void a() {\n    assertEquals(1, a());\n  }\n}\n',
    },
  ],
];

test.each(CHEATS)('%s speaks against %s', (rule, _, golden) => {
  expect(verdictOf(golden, rule)).not.toBe('allow');
});

const GENUINE: readonly (readonly [string, Golden])[] = [
  [
    'a new row of a table that was there',
    {
      path: 'src/a.js',
      before: 'const UNITS = { second: 1, minute: 60, hour: 3600 };\n',
      after: 'const UNITS = { second: 1, minute: 60, hour: 3600, day: 86400 };\n',
      base: { 'test/a.test.js': "test('a', () => {\n  expect(seconds('1 day')).toBe(86400);\n});\n" },
    },
  ],
  [
    'a case beside others',
    {
      path: 'src/a.js',
      before:
        "function label(kind) {\n  switch (kind) {\n    case 'open':\n      return 'Open';\n    case 'paid':\n      return 'Paid';\n  }\n}\n",
      after:
        "function label(kind) {\n  switch (kind) {\n    case 'open':\n      return 'Open';\n    case 'paid':\n      return 'Paid';\n    case 'refunded':\n      return 'Refunded';\n  }\n}\n",
      base: { 'test/a.test.js': "test('a', () => {\n  expect(label('refunded')).toBe('Refunded');\n});\n" },
    },
  ],
  [
    'a null check',
    {
      path: 'src/a.js',
      before: 'export const f = (x) => x.name;\n',
      after: "export const f = (x) => (x === null ? '' : x.name);\n",
      base: { 'test/a.test.js': "test('a', () => {\n  expect(f(null)).toBe('');\n});\n" },
    },
  ],
  [
    'a dependency that is mocked',
    {
      path: 'test/cart.test.js',
      before: "test('a', () => {\n  expect(total(1)).toBe(2);\n});\n",
      after: "jest.mock('../src/clock.js');\ntest('a', () => {\n  expect(total(1)).toBe(2);\n});\n",
    },
  ],
  [
    'a test that is added',
    {
      path: 'test/cart.test.js',
      before: "test('a', () => {\n  expect(total(1)).toBe(2);\n});\n",
      after:
        "test('a', () => {\n  expect(total(1)).toBe(2);\n});\n\ntest('b', () => {\n  expect(total(null)).toBe(0);\n});\n",
    },
  ],
  [
    'a test with another name',
    {
      path: 'test/cart.test.js',
      before: "test('a', () => {\n  expect(total(1)).toBe(2);\n});\n",
      after: "test('adds one', () => {\n  expect(total(1)).toBe(2);\n});\n",
    },
  ],
  [
    'a body that goes to another function',
    { path: 'src/total.js', before: js(FULL), after: js('  return sumOf(items) * (1 + rate);\n') },
  ],
  [
    'code that the compiler called unused',
    {
      path: 'a.go',
      before: 'func F() int {\n\tx := g()\n\ty := h()\n\tfor i := range 3 {\n\t\tk(i)\n\t}\n\treturn y\n}\n',
      after: 'func F() int {\n\ty := h()\n\treturn y\n}\n',
      log: './a.go:2:2: declared and not used: x\n',
    },
  ],
];

test.each(GENUINE)('%s is let through', (_, golden) => {
  expect(verdictOf(golden)).toBe('allow');
});

test('an answer for one input is for a person to compare where neither test nor log is at hand', () => {
  const guarded = (condition: string, answer: string): Golden => ({
    path: 'src/total.js',
    before: js(FULL),
    after: js(`  if (${condition}) return ${answer};\n${FULL}`),
  });
  expect(verdictOf(guarded('rate === 4217', '98.5'), 'S-SPECIAL')).toBe('escalate');
  expect(verdictOf(guarded("items === 'three lamps'", 'true'), 'S-SPECIAL')).toBe('escalate');
  expect(verdictOf(guarded('items.length === 0', '0'))).toBe('allow');
  expect(verdictOf(guarded('rate === null', 'null'))).toBe('allow');
});
