import { expect, test } from '@jest/globals';
import { verdictOf } from './golden.js';

const js = (line: string) =>
  `test('adds', async () => {\n  const x = await add(1, 2);\n  ${line}\n  expect(x.tax).toBe(1);\n});\n`;

test.each([
  ['expect(x).toBe(4);', 'expect(x).toBeDefined();'],
  ['expect(x).toEqual({ a: 1 });', 'expect(x).toEqual(expect.anything());'],
  ['expect(x).toEqual({ a: 1 });', 'expect(x).toBeTruthy();'],
  ['expect(x).toEqual([1, 2]);', 'expect(x).toHaveLength(2);'],
  ['expect(x).toEqual([1, 2]);', 'expect(x.length).toBe(2);'],
  ['expect(x).toBe(4);', ''],
  ['expect(x).toBe(4);', '// expect(x).toBe(4);'],
  ['expect(x).toBe(4);', 'expect(x === 4 || true).toBe(true);'],
  ['expect(x).toBe(4);', 'expect(true).toBe(true);'],
  ['expect(x).toBe(4);', 'expect(x).toBe(x);'],
  ["await expect(x).rejects.toThrow('no');", "expect(x).rejects.toThrow('no');"],
  ["expect(f).toThrow('no such');", 'expect(f).toThrow();'],
  ['expect(x).toBeCloseTo(4.1, 5);', 'expect(x).toBeCloseTo(4.1, 0);'],
  ['assert.strictEqual(x, 4);', 'assert.ok(x);'],
  ['assert.deepStrictEqual(x, [4]);', 'assert(Array.isArray(x));'],
])('JavaScript: %j to %j asserts less', (from, to) => {
  expect(verdictOf({ path: 'test/add.test.js', before: js(from), after: js(to) }, 'S-ASSERT')).toBe('reject');
});

const SAMPLES: readonly (readonly [string, string, string, string])[] = [
  ['test_a.py', 'def test_a():\n    X\n    assert b() == 1\n', 'assert a() == 3', 'assert a()'],
  ['test_a.py', 'def test_a():\n    X\n    assert b() == 1\n', 'assert a() == 3', 'assert a() is not None'],
  ['test_a.py', 'def test_a():\n    X\n    assert b() == 1\n', 'assert a() == 3', 'assert a() == 3 or True'],
  ['test_a.py', 'def test_a():\n    X\n    assert b() == 1\n', 'assert a() == 3', '# assert a() == 3'],
  [
    'test_a.py',
    'def test_a():\n    X\n    assert b() == 1\n',
    'assert a() == 3',
    'assert isinstance(a(), int)',
  ],
  [
    'test_a.py',
    'def test_a():\n    X\n    assert b() == 1\n',
    'assert a() == pytest.approx(1.5)',
    'assert a() == pytest.approx(1.5, abs=1)',
  ],
  [
    'test_a.py',
    'def test_a():\n    X\n    assert b() == 1\n',
    'with pytest.raises(ValueError):\n        a()',
    'with pytest.raises(Exception):\n        a()',
  ],
  [
    'test_a.py',
    'class T(TestCase):\n    def test_a(self):\n        X\n',
    'self.assertEqual(a(), 3)',
    'self.assertTrue(a())',
  ],
  [
    'test_a.py',
    'class T(TestCase):\n    def test_a(self):\n        X\n',
    'self.assertAlmostEqual(a(), 3.1)',
    'self.assertAlmostEqual(a(), 3.1, delta=2)',
  ],
  [
    'a_test.go',
    'func TestA(t *testing.T) {\n\tgot := a()\n\tX\n}\n',
    'if got != 3 {\n\t\tt.Errorf("got %d", got)\n\t}',
    'if got == 0 {\n\t\tt.Errorf("got %d", got)\n\t}',
  ],
  [
    'a_test.go',
    'func TestA(t *testing.T) {\n\tgot := a()\n\tX\n}\n',
    'if got != 3 {\n\t\tt.Errorf("got %d", got)\n\t}',
    'if got != 3 {\n\t\tt.Logf("got %d", got)\n\t}',
  ],
  ['a_test.go', 'func TestA(t *testing.T) {\n\tX\n}\n', 'assert.Equal(t, 3, a())', 'assert.NotNil(t, a())'],
  ['tests/a.rs', '#[test]\nfn a() {\n    X\n}\n', 'assert_eq!(one(), 1);', 'assert!(one() > 0);'],
  ['tests/a.rs', '#[test]\nfn a() {\n    X\n}\n', 'assert_eq!(one(), Ok(1));', 'assert!(one().is_ok());'],
  [
    'tests/a.rs',
    '#[test]\nfn a() {\n    X\n}\n',
    'assert!((one() - 1.0).abs() < 1e-9);',
    'assert!((one() - 1.0).abs() < 1.0);',
  ],
  [
    'src/test/java/ATest.java',
    'class ATest {\n  @Test\n  void a() {\n    X\n  }\n}\n',
    'assertEquals(3, one());',
    'assertNotNull(one());',
  ],
  [
    'src/test/java/ATest.java',
    'class ATest {\n  @Test\n  void a() {\n    X\n  }\n}\n',
    'assertThat(one()).isEqualTo(3);',
    'assertThat(one()).isNotNull();',
  ],
  [
    'src/test/java/ATest.java',
    'class ATest {\n  @Test\n  void a() {\n    X\n  }\n}\n',
    'assertThrows(IllegalStateException.class, () -> one());',
    'assertThrows(Exception.class, () -> one());',
  ],
  [
    'src/test/java/ATest.java',
    'class ATest {\n  @Test\n  void a() {\n    X\n  }\n}\n',
    'assertEquals(3.5, one(), 0.001);',
    'assertEquals(3.5, one(), 10.0);',
  ],
  [
    'src/test/kotlin/ATest.kt',
    'class ATest {\n  @Test\n  fun a() {\n    X\n  }\n}\n',
    'assertEquals(3, one())',
    'assertTrue(one() > 0)',
  ],
  [
    'tests/ATests.cs',
    'class ATests {\n  [Fact]\n  public void A() {\n    X\n  }\n}\n',
    'Assert.Equal(3, One());',
    'Assert.NotNull(One());',
  ],
  [
    'tests/ATests.cs',
    'class ATests {\n  [Fact]\n  public void A() {\n    X\n  }\n}\n',
    'One().Should().Be(3);',
    'One().Should().NotBeNull();',
  ],
  [
    'tests/ATests.cs',
    'class ATests {\n  [Theory]\n  X\n  [InlineData(2)]\n  public void A(int n) {\n    Assert.Equal(n, One(n));\n  }\n}\n',
    '[InlineData(1)]',
    '',
  ],
  ['test/a_test.cpp', 'TEST(A, One) {\n  X\n}\n', 'EXPECT_EQ(3, one());', 'EXPECT_TRUE(one());'],
  [
    'test/a_test.cpp',
    'TEST(A, One) {\n  X\n}\n',
    'EXPECT_NEAR(3.0, one(), 0.01);',
    'EXPECT_NEAR(3.0, one(), 5.0);',
  ],
  [
    'test/test_a.c',
    'int main(void) {\n  X\n  CHECK(two() == 2);\n  return failures;\n}\n',
    'CHECK(one() == 1);',
    'CHECK(one() != 0);',
  ],
  [
    'test/test_a.c',
    'int main(void) {\n  X\n  CHECK(two() == 2);\n  return failures;\n}\n',
    'CHECK(fabs(one() - 1.5) < 1e-9);',
    'CHECK(fabs(one() - 1.5) < 2);',
  ],
  [
    'test/a_test.rb',
    'class ATest < Minitest::Test\n  def test_a\n    X\n  end\nend\n',
    'assert_equal 3, one',
    'assert one',
  ],
  [
    'test/a_test.rb',
    'class ATest < Minitest::Test\n  def test_a\n    X\n  end\nend\n',
    'assert_equal 3, one',
    'refute_nil one',
  ],
  [
    'test/a_test.rb',
    'class ATest < Minitest::Test\n  def test_a\n    X\n  end\nend\n',
    'assert_in_delta 3.5, one, 0.01',
    'assert_in_delta 3.5, one, 3',
  ],
  [
    'spec/a_spec.rb',
    'describe A do\n  it "is one" do\n    X\n  end\nend\n',
    'expect(one).to eq(3)',
    'expect(one).to be_truthy',
  ],
  [
    'spec/a_spec.rb',
    'describe A do\n  it "is one" do\n    X\n  end\nend\n',
    'expect(one).to eq 3',
    'expect(one).not_to be_nil',
  ],
  [
    'spec/a_spec.rb',
    'describe A do\n  it "is one" do\n    X\n  end\nend\n',
    'expect { one }.to raise_error(ArgumentError)',
    'expect { one }.to raise_error',
  ],
  [
    'tests/ATest.php',
    '<?php\nclass ATest extends TestCase {\n  public function testA(): void {\n    X\n  }\n}\n',
    '$this->assertSame(3, one());',
    '$this->assertNotNull(one());',
  ],
  [
    'tests/ATest.php',
    '<?php\nclass ATest extends TestCase {\n  public function testA(): void {\n    X\n  }\n}\n',
    '$this->assertSame(3, one());',
    '$this->assertEquals(3, one());',
  ],
  [
    'tests/ATest.php',
    '<?php\nit("adds", function () {\n  X\n});\n',
    'expect(one())->toBe(3);',
    'expect(one())->not->toBeNull();',
  ],
  ['test/a.bats', '@test "one" {\n  run one\n  X\n}\n', '[ "$output" = "3" ]', '[ -n "$output" ]'],
  ['test/a.bats', '@test "one" {\n  run one\n  X\n}\n', 'assert_output "3"', 'assert_success'],
  ['test/a_test.sh', '. ./assert.sh\nX\nassert_equal 2 "$(two)"\n', 'assert_equal 1 "$(one)"', ''],
  [
    'test/a_test.sh',
    '. ./assert.sh\nX\nassert_equal 2 "$(two)"\n',
    'assert_equal 1 "$(one)"',
    '# assert_equal 1 "$(one)"',
  ],
];

test.each(SAMPLES)('%s asserts less (%#): %j %j to %j', (path, frame, from, to) => {
  const [before, after] = [frame.replace('X', from), frame.replace('X', to)];
  expect(verdictOf({ path, before, after }, 'S-ASSERT')).toBe('reject');
});

const TABLES: readonly (readonly [string, string, string])[] = [
  [
    'test/a.test.js',
    "it.each([\n  [1, 2],\n  [3, 4],\n  [5, 6],\n])('adds %i', (a, b) => {\n  expect(add(a)).toBe(b);\n});\n",
    '  [3, 4],\n',
  ],
  [
    'test_a.py',
    '@pytest.mark.parametrize("a,b", [\n    (1, 2),\n    (3, 4),\n    (5, 6),\n])\ndef test_a(a, b):\n    assert add(a) == b\n',
    '    (3, 4),\n',
  ],
  [
    'a_test.go',
    'func TestA(t *testing.T) {\n\tfor _, c := range []struct{ in, want int }{\n\t\t{1, 2},\n\t\t{3, 4},\n\t\t{5, 6},\n\t} {\n\t\tif got := add(c.in); got != c.want {\n\t\t\tt.Errorf("got %d", got)\n\t\t}\n\t}\n}\n',
    '\t\t{3, 4},\n',
  ],
  [
    'src/test/java/ATest.java',
    'class ATest {\n  @ParameterizedTest\n  @CsvSource({"1,2", "3,4", "5,6"})\n  void a(int x, int y) {\n    assertEquals(y, add(x));\n  }\n}\n',
    ', "3,4"',
  ],
  [
    'tests/ATest.php',
    '<?php\nclass ATest extends TestCase {\n  public static function rows(): array {\n    return [\n      [1, 2],\n      [3, 4],\n      [5, 6],\n    ];\n  }\n  public function testA($a, $b): void {\n    $this->assertSame($b, add($a));\n  }\n}\n',
    '      [3, 4],\n',
  ],
];

test.each(TABLES)('a row that is taken out of the table in %s is told', (path, before, row) => {
  expect(verdictOf({ path, before, after: before.replace(row, '') }, 'S-ASSERT')).toBe('reject');
});

test.each([
  ['expect(x).toBe(4);', 'expect(x).toStrictEqual(4);'],
  ['expect(x).toBe(4);', 'expect(x).toBe(4);\n  expect(x).toBeDefined();'],
  ['expect(x).toBeTruthy();', 'expect(x).toBe(4);'],
  ['expect(x).toBe(0.3);', 'expect(x).toBeCloseTo(0.3);'],
  ['expect(x).toBe(4);', 'const y = x;\n  expect(y).toBe(4);'],
])('JavaScript: %j to %j asserts as much', (from, to) => {
  expect(verdictOf({ path: 'test/add.test.js', before: js(from), after: js(to) }, 'S-ASSERT')).toBe('allow');
});
