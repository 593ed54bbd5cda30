/** A project with one red test: a member's price is one too high. */
export interface Project {
  readonly gate: string;
  readonly files: Readonly<Record<string, string>>;
}

export const NODE: Project = {
  gate: 'node --test test/',
  files: {
    'src/price.mjs': [
      'export function price(total, member) {',
      '  const rate = member ? 10 : 0;',
      '  return total - rate + 1;',
      '}',
      '',
    ].join('\n'),
    'test/price.test.mjs': [
      "import assert from 'node:assert';",
      "import test from 'node:test';",
      "import { price } from '../src/price.mjs';",
      '',
      "test('a member pays less', () => {",
      '  assert.strictEqual(price(100, true), 90);',
      '});',
      '',
    ].join('\n'),
    'test/__snapshots__/price.snap': '90\n',
    'package.json':
      '{ "scripts": { "test": "node --test test/" }, "dependencies": { "left": "^2.1.0" }, "jest": { "coverageThreshold": 90 } }\n',
    'tsconfig.json': '{ "compilerOptions": { "strict": true } }\n',
    '.github/workflows/ci.yml':
      'on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npm test\n',
  },
};

export const PYTHON: Project = {
  gate: 'python3 -m pytest -q -p no:cacheprovider',
  files: {
    '.gitignore': '__pycache__/\n',
    'shop.py': 'def price(total, member):\n    rate = 10 if member else 0\n    return total - rate + 1\n',
    'test_shop.py': [
      'import pytest',
      '',
      'from shop import price',
      '',
      '',
      'def test_a_member_pays_less():',
      '    assert price(100, True) == 90',
      '',
    ].join('\n'),
    'pytest.ini': '[pytest]\naddopts = --strict-markers\n',
  },
};

export const GO: Project = {
  gate: 'go test ./...',
  files: {
    'go.mod': 'module example.com/shop\n\ngo 1.21\n',
    'price.go': [
      'package shop',
      '',
      'func Price(total int, member bool) int {',
      '\trate := 0',
      '\tif member {',
      '\t\trate = 10',
      '\t}',
      '\treturn total - rate + 1',
      '}',
      '',
    ].join('\n'),
    'price_test.go': [
      'package shop',
      '',
      'import "testing"',
      '',
      'func TestMemberPaysLess(t *testing.T) {',
      '\tif got := Price(100, true); got != 90 {',
      '\t\tt.Fatalf("got %d, want 90", got)',
      '\t}',
      '}',
      '',
    ].join('\n'),
  },
};
