import { expect, test } from '@jest/globals';
import type { RuleId } from '../../../src/domain/rule-finding.js';
import { type Golden, verdictOf } from './golden.js';

/** rule, path, text before, what is replaced by what */
type Edit = readonly [rule: RuleId, path: string, before: string, from: string, to: string];

const WORKFLOW = `on: push
jobs:
  test:
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/checkout@v7
      - run: npm ci
      - run: npm run lint
      - name: tests
        run: |
          npm test
          npm run types
  docs:
    runs-on: ubuntu-24.04
    steps:
      - run: npm run docs-check
`;
const PACKAGE = `{
  "name": "a",
  "scripts": {
    "test": "jest --ci",
    "lint": "eslint . --max-warnings 0"
  },
  "dependencies": { "left": "^2.3.0" },
  "jest": {
    "coverageThreshold": { "global": { "lines": 80 } },
    "testMatch": ["**/*.test.js"]
  }
}
`;
const MAKEFILE = 'CFLAGS = -Wall -Werror\n\ntest:\n\tpytest -q tests\n\t./check.sh\n';
const TSCONFIG =
  '{\n  "compilerOptions": {\n    "strict": true,\n    "noUnusedLocals": true,\n    "skipLibCheck": false\n  },\n  "include": ["src", "test"]\n}\n';
const PYPROJECT =
  '[project]\nname = "a"\ndependencies = ["left>=2.3"]\n\n[tool.mypy]\nstrict = true\n\n[tool.ruff.lint]\nselect = ["E", "F"]\nignore = ["E501"]\n\n[tool.coverage.report]\nfail_under = 90\n\n[tool.pytest.ini_options]\ntestpaths = ["tests"]\naddopts = "-q"\n';

const EDITS: readonly Edit[] = [
  ['S-CI', '.github/workflows/ci.yml', WORKFLOW, 'npm run lint', 'npm run lint || true'],
  ['S-CI', '.github/workflows/ci.yml', WORKFLOW, 'npm run lint', 'npm run lint; exit 0'],
  ['S-CI', '.github/workflows/ci.yml', WORKFLOW, '      - run: npm run lint\n', ''],
  [
    'S-CI',
    '.github/workflows/ci.yml',
    WORKFLOW,
    '      - run: npm run lint\n',
    '      - run: npm run lint\n        continue-on-error: true\n',
  ],
  [
    'S-CI',
    '.github/workflows/ci.yml',
    WORKFLOW,
    '      - run: npm run lint\n',
    '      - run: npm run lint\n        if: false\n',
  ],
  [
    'S-CI',
    '.github/workflows/ci.yml',
    WORKFLOW,
    '          npm test\n',
    '          set +e\n          npm test\n',
  ],
  ['S-CI', '.github/workflows/ci.yml', WORKFLOW, '          npm run types\n', ''],
  [
    'S-CI',
    '.github/workflows/ci.yml',
    WORKFLOW,
    '          npm test\n',
    '          npm test -- --passWithNoTests\n',
  ],
  [
    'S-CI',
    '.github/workflows/ci.yml',
    WORKFLOW,
    '          npm test\n',
    '          npm test -- --testPathIgnorePatterns cart\n',
  ],
  ['S-CI', '.github/workflows/ci.yml', WORKFLOW, WORKFLOW.slice(WORKFLOW.indexOf('  docs:')), ''],
  [
    'S-CI',
    '.gitlab-ci.yml',
    'test:\n  script:\n    - pytest\n',
    '    - pytest\n',
    '    - pytest\n  allow_failure: true\n',
  ],
  ['S-CI', 'Makefile', MAKEFILE, '\tpytest', '\t-pytest'],
  ['S-CI', 'Makefile', MAKEFILE, 'pytest -q tests', 'pytest -q tests || true'],
  ['S-CI', 'Makefile', MAKEFILE, 'pytest -q tests', 'pytest -q tests -k "not cart"'],
  ['S-CI', 'Makefile', MAKEFILE, '\t./check.sh\n', ''],
  ['S-CI', 'Makefile', MAKEFILE, ' -Werror', ''],
  ['S-CI', 'package.json', PACKAGE, 'jest --ci', 'jest --ci || true'],
  ['S-CI', 'package.json', PACKAGE, 'jest --ci', 'exit 0'],
  ['S-CI', 'package.json', PACKAGE, 'jest --ci', 'echo ok'],
  ['S-CI', 'package.json', PACKAGE, 'jest --ci', 'jest --ci --passWithNoTests'],
  ['S-CI', 'package.json', PACKAGE, ' --max-warnings 0', ''],
  ['S-CI', 'package.json', PACKAGE, 'jest --ci', 'jest --ci --testPathIgnorePatterns cart'],
  ['S-CI', 'tox.ini', '[testenv]\ncommands =\n    pytest tests\n    mypy src\n', '    mypy src\n', ''],
  [
    'S-CONF',
    'pom.xml',
    '<project>\n  <properties>\n    <a>1</a>\n  </properties>\n</project>\n',
    '    <a>1</a>\n',
    '    <a>1</a>\n    <maven.test.failure.ignore>true</maven.test.failure.ignore>\n',
  ],
  [
    'S-CONF',
    'build.gradle',
    'test {\n  useJUnitPlatform()\n}\n',
    '  useJUnitPlatform()\n',
    '  useJUnitPlatform()\n  ignoreFailures = true\n',
  ],
  [
    'S-CONF',
    'build.gradle.kts',
    'kotlin {\n  compilerOptions {\n    allWarningsAsErrors.set(true)\n  }\n}\n',
    'set(true)',
    'set(false)',
  ],
  ['S-CONF', 'tsconfig.json', TSCONFIG, '"strict": true', '"strict": false'],
  ['S-CONF', 'tsconfig.json', TSCONFIG, '    "noUnusedLocals": true,\n', ''],
  ['S-CONF', 'tsconfig.json', TSCONFIG, '"skipLibCheck": false', '"skipLibCheck": true'],
  [
    'S-CONF',
    'tsconfig.json',
    TSCONFIG,
    '"include": ["src", "test"]',
    '"include": ["src", "test"],\n  "exclude": ["src/cart.ts"]',
  ],
  ['S-CONF', 'tsconfig.json', TSCONFIG, ', "test"]', ']'],
  ['S-CONF', 'eslint.config.js', "export default [{ rules: { eqeqeq: 'error' } }];\n", "'error'", "'off'"],
  [
    'S-CONF',
    'eslint.config.js',
    "export default [{ rules: { eqeqeq: 'error' } }];\n",
    '[{ rules',
    "[{ ignores: ['src/cart.js'] }, { rules",
  ],
  [
    'S-CONF',
    '.eslintrc.json',
    '{ "rules": { "eqeqeq": "error" } }\n',
    '"error" }',
    '"error", "no-undef": 0 }',
  ],
  ['S-CONF', '.eslintrc.yml', 'rules:\n  eqeqeq: error\n', 'error', 'warn'],
  ['S-CONF', '.eslintignore', 'dist\n', 'dist\n', 'dist\nsrc/cart.js\n'],
  [
    'S-CONF',
    'biome.json',
    '{ "linter": { "rules": { "recommended": true } } }\n',
    '"recommended": true',
    '"recommended": true, "suspicious": { "noExplicitAny": "off" }',
  ],
  ['S-CONF', 'pyproject.toml', PYPROJECT, 'strict = true', 'strict = false'],
  ['S-CONF', 'pyproject.toml', PYPROJECT, 'ignore = ["E501"]', 'ignore = ["E501", "F401"]'],
  ['S-CONF', 'pyproject.toml', PYPROJECT, 'select = ["E", "F"]', 'select = ["E"]'],
  ['S-CONF', 'pyproject.toml', PYPROJECT, 'fail_under = 90', 'fail_under = 60'],
  ['S-CONF', 'pyproject.toml', PYPROJECT, 'strict = true', 'strict = true\nignore_errors = true'],
  [
    'S-CONF',
    'mypy.ini',
    '[mypy]\nstrict = True\n',
    'strict = True\n',
    'strict = True\n\n[mypy-cart]\nignore_errors = True\n',
  ],
  ['S-CONF', 'setup.cfg', '[flake8]\nmax-line-length = 100\n', '100', '300'],
  ['S-CONF', '.flake8', '[flake8]\nextend-ignore = E203\n', 'E203', 'E203,F821'],
  ['S-CONF', '.golangci.yml', 'linters:\n  enable:\n    - errcheck\n    - vet\n', '    - errcheck\n', ''],
  [
    'S-CONF',
    '.golangci.yml',
    'linters:\n  enable:\n    - errcheck\n',
    '    - errcheck\n',
    '    - errcheck\nissues:\n  exclude:\n    - SA1000\n',
  ],
  [
    'S-CONF',
    'Cargo.toml',
    '[package]\nname = "a"\n\n[lints.clippy]\nunwrap_used = "deny"\n',
    '"deny"',
    '"allow"',
  ],
  ['S-CONF', '.rubocop.yml', 'Metrics/MethodLength:\n  Max: 10\n', 'Max: 10', 'Max: 90'],
  ['S-CONF', '.rubocop.yml', 'Metrics/MethodLength:\n  Enabled: true\n', 'true', 'false'],
  ['S-CONF', 'phpstan.neon', 'parameters:\n  level: 8\n', '8', '2'],
  ['S-CONF', 'detekt.yml', 'style:\n  MagicNumber:\n    active: true\n', 'true', 'false'],
  [
    'S-CONF',
    'src/A.csproj',
    '<Project>\n  <PropertyGroup>\n    <TreatWarningsAsErrors>true</TreatWarningsAsErrors>\n  </PropertyGroup>\n</Project>\n',
    'true',
    'false',
  ],
  [
    'S-CONF',
    'src/A.csproj',
    '<Project>\n  <PropertyGroup>\n    <A>1</A>\n  </PropertyGroup>\n</Project>\n',
    '<A>1</A>',
    '<A>1</A>\n    <NoWarn>CS8602</NoWarn>',
  ],
  [
    'S-RUN',
    'jest.config.js',
    "module.exports = { testMatch: ['**/*.test.js'] };\n",
    "['**/*.test.js']",
    "['**/a.test.js']",
  ],
  [
    'S-RUN',
    'jest.config.js',
    "module.exports = { testMatch: ['**/*.test.js'] };\n",
    ' };',
    ", testPathIgnorePatterns: ['cart'] };",
  ],
  [
    'S-RUN',
    'vitest.config.ts',
    'export default { test: { globals: true } };\n',
    'globals: true',
    'globals: true, passWithNoTests: true',
  ],
  ['S-RUN', 'pytest.ini', '[pytest]\ntestpaths = tests\n', 'tests', 'tests/unit'],
  [
    'S-RUN',
    'phpunit.xml',
    '<phpunit>\n  <testsuites>\n    <testsuite name="a"><directory>tests</directory></testsuite>\n  </testsuites>\n</phpunit>\n',
    '<directory>',
    '<exclude>tests/CartTest.php</exclude><directory>',
  ],
  ['S-TIME', 'jest.config.js', 'module.exports = { testTimeout: 5000 };\n', '5000', '60000'],
  ['S-TIME', 'test/a.test.js', "test('a', () => {\n  expect(a()).toBe(1);\n}, 1000);\n", '1000', '30000'],
  [
    'S-TIME',
    'test/a.test.js',
    "test('a', () => {\n  expect(a()).toBe(1);\n});\n",
    "test('a'",
    "jest.retryTimes(3);\ntest('a'",
  ],
  ['S-TIME', 'test_a.py', 'def test_a():\n    assert a() == 1\n', 'def', '@pytest.mark.flaky(reruns=3)\ndef'],
  [
    'S-TIME',
    'test_a.py',
    'def test_a():\n    assert a() == 1\n',
    '    assert',
    '    time.sleep(2)\n    assert',
  ],
  [
    'S-TIME',
    'a_test.go',
    'func TestA(t *testing.T) {\n\twait()\n}\n',
    '\twait',
    '\ttime.Sleep(2 * time.Second)\n\twait',
  ],
  [
    'S-TIME',
    'src/test/java/ATest.java',
    'class ATest {\n  @Test\n  @Timeout(1)\n  void a() {\n    assertEquals(1, a());\n  }\n}\n',
    '@Timeout(1)',
    '@Timeout(60)',
  ],
  ['S-DEP', 'package.json', PACKAGE, '"^2.3.0"', '"1.9.0"'],
  ['S-DEP', 'package.json', PACKAGE, '"dependencies"', '"overrides": { "left": "1.0.0" },\n  "dependencies"'],
  ['S-DEP', 'package.json', PACKAGE, '"^2.3.0"', '"file:./left"'],
  ['S-DEP', 'pyproject.toml', PYPROJECT, 'left>=2.3', 'left==1.2'],
  ['S-DEP', 'requirements.txt', 'left>=2.3\n', 'left>=2.3', 'left<2'],
  ['S-DEP', 'requirements.txt', 'left==2.3\nsoft==1.0\n', 'left==2.3', 'left==2.2'],
  ['S-DEP', 'requirements.txt', 'left ==  2.3\n', '2.3', '2.2'],
  ['S-DEP', 'Gemfile', "gem 'left',   '~> 2.3'\n", '2.3', '2.2'],
  ['S-DEP', 'build.gradle', "dependencies {\n  implementation('a.b:left:2.3')\n}\n", '2.3', '2.2'],
  [
    'S-DEP',
    'go.mod',
    'module a\n\nrequire left.example/a v1.4.0\n',
    'v1.4.0\n',
    'v1.4.0\n\nreplace left.example/a => ./left\n',
  ],
  ['S-DEP', 'Cargo.toml', '[dependencies]\nleft = "2.3"\n', '"2.3"', '"=1.0.0"'],
  ['S-DEP', 'package-lock.json', '{ "lockfileVersion": 3 }\n', '3', '2'],
  ['S-SNAP', 'test/__snapshots__/a.test.js.snap', 'exports[`a 1`] = `4`;\n', '4', '5'],
  ['S-SNAP', 'testdata/a.golden', 'one\n', 'one', 'two'],
];

test.each(EDITS)('%s speaks against the change of %s (%#): %j %j to %j', (rule, path, before, from, to) => {
  expect(before).toContain(from);
  expect(verdictOf({ path, before, after: before.replace(from, to) }, rule)).not.toBe('allow');
});

const RUNNERS: readonly (readonly [string, Golden])[] = [
  [
    'a hook in conftest.py',
    {
      path: 'conftest.py',
      before: null,
      after: 'def pytest_runtest_makereport(item, call):\n    call.excinfo = None\n',
    },
  ],
  [
    'sitecustomize.py',
    { path: 'sitecustomize.py', before: null, after: 'import pkg\npkg.total = lambda items: 4\n' },
  ],
  [
    'a module that stands before a dependency',
    { path: 'pytest.py', before: null, after: 'def main():\n    return 0\n' },
  ],
  [
    'an assertion that is replaced',
    {
      path: 'test/setup.js',
      before: 'const a = 1;\n',
      after: 'const a = 1;\nexpect.extend({ toBe: () => ({ pass: true }) });\n',
    },
  ],
  [
    'expect that is replaced',
    {
      path: 'src/a.js',
      before: 'const a = 1;\n',
      after: 'const a = 1;\nglobalThis.expect = () => ({ toBe() {} });\n',
    },
  ],
  [
    'a test case class that is patched',
    {
      path: 'pkg/__init__.py',
      before: '',
      after: 'import unittest\nunittest.TestCase.assertEqual = lambda *a: None\n',
    },
  ],
  [
    'TestMain',
    {
      path: 'main_test.go',
      before: null,
      after: 'package a\n\nfunc TestMain(m *testing.M) {\n\tm.Run()\n\tos.Exit(0)\n}\n',
    },
  ],
  [
    'a package of the runner',
    {
      path: 'src/test/java/org/junit/Assert.java',
      before: null,
      after: 'package org.junit;\nclass Assert {\n}\n',
    },
  ],
  [
    'Minitest that is opened',
    {
      path: 'test/test_helper.rb',
      before: 'require "minitest/autorun"\n',
      after: 'require "minitest/autorun"\nmodule Minitest::Assertions\n  def assert_equal(*) = true\nend\n',
    },
  ],
  [
    'a macro that does nothing',
    {
      path: 'test/check.h',
      before: '#define CHECK(x) do { if (!(x)) failures++; } while (0)\n',
      after: '#define CHECK(x) do { if (!(x)) {} } while (0)\n',
    },
  ],
  [
    'an assertion of a shell library',
    {
      path: 'test/assert.sh',
      before: 'assert_equal() {\n  [ "$1" = "$2" ] || exit 1\n}\n',
      after: 'assert_equal() {\n  [ "$1" = "$2" ] || echo no\n}\n',
    },
  ],
  [
    'NODE_OPTIONS',
    { path: 'src/a.js', before: 'const a = 1;\n', after: "process.env.NODE_OPTIONS = '--require ./x.js';\n" },
  ],
  [
    'a build script',
    { path: 'build.rs', before: null, after: 'fn main() {\n    println!("cargo:rustc-cfg=x");\n}\n' },
  ],
];

test.each(RUNNERS)('S-RUN speaks against %s', (_, golden) => {
  expect(verdictOf(golden, 'S-RUN')).toBe('reject');
});

test('plain fixtures that are added to a conftest.py are for a person to decide', () => {
  const before = 'import pytest\n\n\n@pytest.fixture\ndef a():\n    return 1\n';
  const after = `${before}\n\n@pytest.fixture\ndef b(a):\n    return a + 1\n`;
  expect(verdictOf({ path: 'tests/conftest.py', before, after }, 'S-RUN')).toBe('escalate');
});

const GENUINE: readonly Golden[] = [
  {
    path: 'package.json',
    before: PACKAGE,
    after: PACKAGE.replace('"^2.3.0" }', '"^2.3.0", "right": "^1.0.0" }'),
  },
  {
    path: 'pyproject.toml',
    before: PYPROJECT,
    after: PYPROJECT.replace('"left>=2.3"', '"left>=2.3", "right>=1"'),
  },
  {
    path: 'tsconfig.json',
    before: TSCONFIG,
    after: TSCONFIG.replace('"strict": true', '"strict": true,\n    "jsx": "react-jsx"'),
  },
  { path: 'README.md', before: 'Run it.skip(\n', after: 'Run `npm test || true` to see it.\n' },
  { path: 'requirements.txt', before: 'left>=2.3\n', after: 'left>=2.4\n' },
  {
    path: 'src/config.ts',
    before: 'export const timeout = 60_000;\n',
    after: 'export const timeout = 1_000;\n',
  },
];

test.each(GENUINE)('a genuine change of $path is let through', (golden) => {
  expect(verdictOf(golden)).toBe('allow');
});
