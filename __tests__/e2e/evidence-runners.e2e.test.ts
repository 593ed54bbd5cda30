import { expect } from '@jest/globals';
import { replaceText } from '../support/prove-repair.js';
import { repair } from '../support/run-cli.js';
import { sampleRepository } from '../support/sample-repository.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { toolchain } from '../support/toolchain.js';

const folder = temporaryFolder('evidence');
const JEST = `${process.cwd()}/node_modules/jest/bin/jest.js`;
/** A machine without a warm build cache compiles the standard library first. */
const COLD_START_MS = 240_000;

interface Project {
  readonly files: Readonly<Record<string, string>>;
  readonly gate: string;
  readonly fix: readonly [path: string, oldText: string, newText: string];
}

/** The failed test of the base by name, and what the pass is worth. */
interface Expected {
  readonly failed: readonly string[] | null;
  readonly grade: 'A' | 'B' | 'C';
}

async function proveEvidence({ files, gate, fix }: Project, { failed, grade }: Expected) {
  const repository = sampleRepository(folder, files);
  const { report } = await repair(repository, { folder, gate, replies: [replaceText(...fix)] });
  expect({ stop: report.stopReason, output: report.runs.at(-1)?.commands.at(-1)?.output }).toMatchObject({
    stop: 'fixed',
  });
  const [before, after] = [report.runs[0], report.runs.at(-1)].map((run) => run?.commands.at(-1)?.inventory);
  expect([before?.failed ?? null, report.evidence?.grade]).toEqual([failed, grade]);
  for (const name of failed ?? []) expect(after?.passed).toContain(name);
}

const PYTHON: Omit<Project, 'gate'> = {
  files: {
    'shop.py': 'def double(n):\n    return n * 3\n',
    'test_shop.py': [
      'import unittest',
      '',
      'from shop import double',
      '',
      '',
      'class Shop(unittest.TestCase):',
      '    def test_nothing(self):',
      '        self.assertEqual(double(0), 0)',
      '',
      '    def test_double(self):',
      '        self.assertEqual(double(2), 4)',
      '',
    ].join('\n'),
  },
  fix: ['shop.py', 'n * 3', 'n * 2'],
};
const GO: Omit<Project, 'gate'> = {
  files: {
    'go.mod': 'module example.com/shop\n\ngo 1.21\n',
    'shop.go': 'package shop\n\nfunc Double(n int) int { return n * 3 }\n',
    'shop_test.go': [
      'package shop',
      '',
      'import "testing"',
      '',
      'func TestNothing(t *testing.T) {}',
      'func TestDouble(t *testing.T) {',
      '\tt.Run("of two", func(t *testing.T) {',
      '\t\tif Double(2) != 4 {',
      '\t\t\tt.Error("no")',
      '\t\t}',
      '\t})',
      '}',
      '',
    ].join('\n'),
  },
  fix: ['shop.go', 'n * 3', 'n * 2'],
};
const JAVASCRIPT: Omit<Project, 'gate'> = {
  files: {
    'package.json': '{ "name": "shop", "jest": { "testEnvironment": "node" } }\n',
    'shop.js': 'exports.double = (n) => n * 3;\n',
    'shop.test.js': [
      "const { double } = require('./shop');",
      "describe('double', () => {",
      "  test('of nothing', () => expect(double(0)).toBe(0));",
      "  test('of two', () => expect(double(2)).toBe(4));",
      '});',
      '',
    ].join('\n'),
    'other.test.js': "test('other', () => {});\n",
  },
  fix: ['shop.js', 'n * 3', 'n * 2'],
};

const pytest = toolchain('python3 -m pytest --version');
const python = toolchain('python3 --version');
const go = toolchain('go version');
const cargo = toolchain('cargo --version');
const node = toolchain('node --version');
const rspec = toolchain('rspec --version');
const phpunit = toolchain('phpunit --version');
/** With what a project of JUnit 4 needs, since no test asks the internet. */
const maven = toolchain(
  'mvn -v && cd ~/.m2/repository && ls junit/junit/4.13.2 org/apache/maven/surefire/surefire-junit4',
);
const minitest = toolchain('ruby -e \'require "minitest"\'');

pytest.test('pytest names its tests with -v, and counts them without', async () => {
  const failed = ['test_shop.py::Shop::test_double'];
  await proveEvidence({ ...PYTHON, gate: 'python3 -m pytest -v' }, { failed, grade: 'A' });
  await proveEvidence({ ...PYTHON, gate: 'python3 -m pytest' }, { failed: null, grade: 'B' });
});

pytest.test('a report that pytest writes for the gate is worth as much as its names', async () => {
  const gate = 'python3 -m pytest --junitxml=report.xml';
  await proveEvidence({ ...PYTHON, gate }, { failed: null, grade: 'A' });
});

python.test('unittest names its tests with -v', async () => {
  const failed = ['test_double (test_shop.Shop.test_double)'];
  await proveEvidence({ ...PYTHON, gate: 'python3 -m unittest -v' }, { failed, grade: 'A' });
});

go.test(
  'go names its tests with -v or -json, and its packages without',
  async () => {
    const failed = ['example.com/shop > TestDouble', 'example.com/shop > TestDouble/of_two'];
    await proveEvidence({ ...GO, gate: 'go test -v ./...' }, { failed, grade: 'A' });
    await proveEvidence({ ...GO, gate: 'go test -json ./...' }, { failed, grade: 'A' });
    await proveEvidence({ ...GO, gate: 'go test ./...' }, { failed: ['example.com/shop'], grade: 'B' });
  },
  COLD_START_MS,
);

cargo.test(
  'cargo always names its tests',
  async () => {
    const files = {
      'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
      '.gitignore': 'target/\nCargo.lock\n',
      'src/lib.rs': [
        'pub fn double(n: i32) -> i32 {',
        '    n * 3',
        '}',
        '',
        '#[cfg(test)]',
        'mod tests {',
        '    #[test]',
        '    fn nothing() {}',
        '    #[test]',
        '    fn of_two() {',
        '        assert_eq!(super::double(2), 4);',
        '    }',
        '}',
        '',
      ].join('\n'),
    };
    const project = { files, gate: 'cargo test --offline', fix: ['src/lib.rs', 'n * 3', 'n * 2'] } as const;
    await proveEvidence(project, { failed: ['shop src/lib.rs > tests::of_two'], grade: 'A' });
  },
  COLD_START_MS,
);

node.test('jest names its tests with --verbose, and their files without', async () => {
  const jest = `node "${JEST}" --runInBand`;
  const failed = ['./shop.test.js > double > of two'];
  await proveEvidence({ ...JAVASCRIPT, gate: `${jest} --verbose` }, { failed, grade: 'A' });
  await proveEvidence({ ...JAVASCRIPT, gate: jest }, { failed: ['./shop.test.js'], grade: 'B' });
});

rspec.test('rspec names its examples in the documentation format', async () => {
  const files = {
    'shop.rb': 'def twice(n) = n * 3\n',
    'spec/shop_spec.rb': [
      "require_relative '../shop'",
      "describe 'twice' do",
      "  it('of nothing') { expect(twice(0)).to eq 0 }",
      "  it('of two') { expect(twice(2)).to eq 4 }",
      'end',
      '',
    ].join('\n'),
  };
  const project = { files, gate: 'rspec -fd', fix: ['shop.rb', 'n * 3', 'n * 2'] } as const;
  await proveEvidence(project, { failed: ['twice > of two'], grade: 'A' });
  await proveEvidence({ ...project, gate: 'rspec' }, { failed: null, grade: 'B' });
});

minitest.test('minitest names its tests with -v', async () => {
  const files = {
    'shop.rb': 'def double(n) = n * 3\n',
    'test/shop_test.rb': [
      "require 'minitest/autorun'",
      "require_relative '../shop'",
      'class ShopTest < Minitest::Test',
      '  def test_nothing = assert_equal(0, double(0))',
      '  def test_double = assert_equal(4, double(2))',
      'end',
      '',
    ].join('\n'),
  };
  const project = { files, gate: 'ruby test/shop_test.rb -v', fix: ['shop.rb', 'n * 3', 'n * 2'] } as const;
  await proveEvidence(project, { failed: ['ShopTest#test_double'], grade: 'A' });
});

phpunit.test('phpunit names its tests with --testdox', async () => {
  const files = {
    'shop.php': '<?php\nfunction twice(int $n): int { return $n * 3; }\n',
    'tests/ShopTest.php': [
      '<?php',
      "require_once __DIR__ . '/../shop.php';",
      'final class ShopTest extends PHPUnit\\Framework\\TestCase {',
      '  public function testNothing(): void { $this->assertSame(0, twice(0)); }',
      '  public function testTwice(): void { $this->assertSame(4, twice(2)); }',
      '}',
      '',
    ].join('\n'),
  };
  // Between its bars, the scan finds no place.
  const gate =
    'phpunit --no-configuration --testdox tests/ShopTest.php || { echo "shop.php:2: error: no"; exit 1; }';
  const project = { files, gate, fix: ['shop.php', '$n * 3', '$n * 2'] } as const;
  await proveEvidence(project, { failed: ['Shop > Twice'], grade: 'A' });
});

maven.test(
  'Maven names its tests in the reports that it writes',
  async () => {
    const files = {
      '.gitignore': 'target/\n',
      'pom.xml': [
        '<project xmlns="http://maven.apache.org/POM/4.0.0">',
        '  <modelVersion>4.0.0</modelVersion>',
        '  <groupId>x</groupId><artifactId>shop</artifactId><version>1</version>',
        '  <properties>',
        '    <maven.compiler.source>11</maven.compiler.source>',
        '    <maven.compiler.target>11</maven.compiler.target>',
        '  </properties>',
        '  <dependencies><dependency>',
        '    <groupId>junit</groupId><artifactId>junit</artifactId><version>4.13.2</version><scope>test</scope>',
        '  </dependency></dependencies>',
        '</project>',
        '',
      ].join('\n'),
      'src/main/java/shop/Shop.java': [
        'package shop;',
        '',
        'public class Shop {',
        '  public static int twice(int n) { return n * 3; }',
        '}',
        '',
      ].join('\n'),
      'src/test/java/shop/ShopTest.java': [
        'package shop;',
        '',
        'import static org.junit.Assert.assertEquals;',
        'import org.junit.Test;',
        '',
        'public class ShopTest {',
        '  @Test public void ofNothing() { assertEquals(0, Shop.twice(0)); }',
        '  @Test public void ofTwo() { assertEquals(4, Shop.twice(2)); }',
        '}',
        '',
      ].join('\n'),
    };
    const fix = ['src/main/java/shop/Shop.java', 'n * 3', 'n * 2'] as const;
    await proveEvidence({ files, gate: 'mvn -o -B test', fix }, { failed: null, grade: 'A' });
  },
  COLD_START_MS,
);
