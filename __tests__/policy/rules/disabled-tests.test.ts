import { expect, test } from '@jest/globals';
import { verdictOf } from './golden.js';

const js = (mark: string, inside = '') =>
  `describe('cart', () => {\n  ${mark}('adds', () => {\n${inside}    expect(add(1, 2)).toBe(3);\n  });\n  it('removes', () => {\n    expect(rest(3)).toBe(1);\n  });\n});\n`;

test.each([
  js('it.skip'),
  js('it.only'),
  js('xit'),
  js('fit'),
  js('it.todo'),
  js('it.skipIf(process.env.CI)'),
  js('it.fails'),
  js('it.failing'),
  js('it', '    return;\n'),
  js('it', '    if (process.env.CI) return;\n'),
  js('it').replace('describe(', 'describe.skip('),
  js('it').replace("'adds', () =>", "'adds', { skip: true }, () =>"),
])('a JavaScript test that is left out is told: %s', (after) => {
  expect(verdictOf({ path: 'test/cart.test.js', before: js('it'), after }, 'S-SKIP')).toBe('reject');
});

const SAMPLES: readonly (readonly [string, string, string, string])[] = [
  ['test_cart.py', 'def test_a():\n    assert a() == 1\n', 'def test_a', '@pytest.mark.skip\ndef test_a'],
  [
    'test_cart.py',
    'def test_a():\n    assert a() == 1\n',
    'def test_a',
    '@pytest.mark.xfail(reason="x")\ndef test_a',
  ],
  [
    'test_cart.py',
    'def test_a():\n    assert a() == 1\n',
    '    assert',
    '    pytest.skip("later")\n    assert',
  ],
  ['test_cart.py', 'def test_a():\n    assert a() == 1\n', '    assert', '    return\n    assert'],
  [
    'test_cart.py',
    'class T(TestCase):\n    def test_a(self):\n        self.assertEqual(a(), 1)\n',
    '    def',
    '    @unittest.expectedFailure\n    def',
  ],
  [
    'test_cart.py',
    'class T(TestCase):\n    def test_a(self):\n        self.assertEqual(a(), 1)\n',
    '        self',
    '        self.skipTest("x")\n        self',
  ],
  [
    'cart_test.go',
    'func TestA(t *testing.T) {\n\tif a() != 1 {\n\t\tt.Fatal("no")\n\t}\n}\n',
    '\tif',
    '\tt.Skip("later")\n\tif',
  ],
  [
    'cart_test.go',
    'package cart\n\nfunc TestA(t *testing.T) {\n\tif a() != 1 {\n\t\tt.Fatal("no")\n\t}\n}\n',
    'package',
    '//go:build never\n\npackage',
  ],
  [
    'cart_test.go',
    'func TestA(t *testing.T) {\n\tif a() != 1 {\n\t\tt.Fatal("no")\n\t}\n}\n',
    '\tif',
    '\treturn\n\tif',
  ],
  ['tests/cart.rs', '#[test]\nfn a() {\n    assert_eq!(one(), 1);\n}\n', '#[test]', '#[test]\n#[ignore]'],
  [
    'tests/cart.rs',
    '#[test]\nfn a() {\n    assert_eq!(one(), 1);\n}\n',
    '#[test]',
    '#[test]\n#[should_panic]',
  ],
  [
    'tests/cart.rs',
    '#[test]\nfn a() {\n    assert_eq!(one(), 1);\n}\n',
    '#[test]',
    '#[cfg(feature = "slow")]\n#[test]',
  ],
  [
    'src/test/java/CartTest.java',
    'class CartTest {\n    @Test\n    void a() {\n        assertEquals(1, one());\n    }\n}\n',
    '@Test',
    '@Disabled\n    @Test',
  ],
  [
    'src/test/java/CartTest.java',
    'class CartTest {\n    @Test\n    void a() {\n        assertEquals(1, one());\n    }\n}\n',
    '        assert',
    '        assumeTrue(false);\n        assert',
  ],
  [
    'src/test/java/CartTest.java',
    'class CartTest {\n    @Test\n    void a() {\n        assertEquals(1, one());\n    }\n}\n',
    '@Test',
    '@Test(enabled = false)',
  ],
  [
    'src/test/kotlin/CartTest.kt',
    'class CartTest {\n    @Test\n    fun `adds one`() {\n        assertEquals(1, one())\n    }\n}\n',
    '@Test',
    '@Ignore\n    @Test',
  ],
  [
    'tests/CartTests.cs',
    'public class CartTests {\n    [Fact]\n    public void A() {\n        Assert.Equal(1, One());\n    }\n}\n',
    '[Fact]',
    '[Fact(Skip = "later")]',
  ],
  [
    'tests/CartTests.cs',
    'public class CartTests {\n    [Test]\n    public void A() {\n        Assert.That(One(), Is.EqualTo(1));\n    }\n}\n',
    '[Test]',
    '[Test, Ignore("later")]',
  ],
  [
    'test/cart_test.cpp',
    'TEST(Cart, Adds) {\n  EXPECT_EQ(1, one());\n}\n',
    '  EXPECT',
    '  GTEST_SKIP();\n  EXPECT',
  ],
  ['test/cart_test.cpp', 'TEST(Cart, Adds) {\n  EXPECT_EQ(1, one());\n}\n', 'Adds', 'DISABLED_Adds'],
  [
    'test/cart_test.rb',
    'class CartTest < Minitest::Test\n  def test_a\n    assert_equal 1, one\n  end\nend\n',
    '    assert',
    '    skip\n    assert',
  ],
  [
    'spec/cart_spec.rb',
    'describe Cart do\n  it "adds" do\n    expect(one).to eq(1)\n  end\nend\n',
    '  it',
    '  xit',
  ],
  [
    'spec/cart_spec.rb',
    'describe Cart do\n  it "adds" do\n    expect(one).to eq(1)\n  end\nend\n',
    '"adds" do',
    '"adds", skip: true do',
  ],
  [
    'tests/CartTest.php',
    '<?php\nclass CartTest extends TestCase {\n    public function testA(): void {\n        $this->assertSame(1, one());\n    }\n}\n',
    '        $this',
    '        $this->markTestSkipped();\n        $this',
  ],
  ['test/cart.bats', '@test "adds" {\n  run one\n  [ "$output" = 1 ]\n}\n', '  run', '  skip\n  run'],
  ['test/cart.bats', '@test "adds" {\n  run one\n  [ "$output" = 1 ]\n}\n', '  run', '  return 0\n  run'],
  [
    'test/cart_test.sh',
    'test_adds() {\n  assert_equal 1 "$(one)"\n}\ntest_adds\n',
    '  assert',
    '  return 0\n  assert',
  ],
];

test.each(SAMPLES)('in %s a test that is left out is told (%#)', (path, before, from, to) => {
  expect(verdictOf({ path, before, after: before.replace(from, to) }, 'S-SKIP')).toBe('reject');
});

test('a skip that names a platform is for a person to decide', () => {
  const after = js("it.skipIf(process.platform === 'win32')");
  expect(verdictOf({ path: 'test/cart.test.js', before: js('it'), after }, 'S-SKIP')).toBe('escalate');
});

test.each([
  [
    'a skip that was there, in a file that changes elsewhere',
    js('it.skip'),
    js('it.skip').replace('rest(3)', 'rest(4 - 1)'),
  ],
  [
    'the word in a name, a text or a comment',
    js('it'),
    js('it').replace("'removes'", "'skips what xit( says'").replace('add(1', '/* it.skip( */ add(skip.only'),
  ],
  ['a skip that is taken away', js('it.skip'), js('it')],
])('%s is no skip', (_, before, after) => {
  expect(verdictOf({ path: 'test/cart.test.js', before, after }, 'S-SKIP')).toBe('allow');
});
