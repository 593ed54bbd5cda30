import { expect, test } from '@jest/globals';
import { createSecretSearch } from '../../src/domain/redaction.js';
import { patchDigest } from '../../src/domain/revision.js';
import { checkPolicy, type PolicyInput } from '../../src/policy/check-policy.js';

const change = (path: string, after: string | null = 'new\n', before: string | null = 'old\n') => ({
  path,
  before,
  after,
});

const POLICY = { allow: [], protect: [], allowTestEdits: false, classes: [] };

function check(fields: Partial<PolicyInput>) {
  return checkPolicy({
    changes: [change('src/a.ts')],
    oddPaths: [],
    opened: [],
    limits: { maxFiles: 5, maxLines: 400 },
    policy: POLICY,
    earlierPatches: [],
    findSecrets: createSecretSearch(['the-key-of-the-model']),
    log: { text: '', scan: null },
    related: new Map(),
    ...fields,
  });
}

const codeOf = (fields: Partial<PolicyInput>): string => {
  const verdict = check(fields);
  return verdict.kind === 'rejection'
    ? verdict.code
    : verdict.kind === 'stop'
      ? verdict.reason
      : verdict.kind;
};

test('a small change of a source file is accepted', () => {
  expect(check({})).toEqual({ kind: 'accepted', concerns: [] });
});

test.each([
  'test/cart.test.ts',
  'src/__tests__/cart.ts',
  'pkg/cart_test.go',
  'tests/test_cart.py',
  'src/test/java/CartTest.java',
  'conftest.py',
  'test.js',
  'spec.ts',
  'test-foo.js',
  'foo-test.js',
  'foo-spec.ts',
  'tests.py',
  'src/tests.rs',
  'foo.tests.ts',
  'test_foo.rb',
  'test_helper.rb',
  'foo_tests.cpp',
  'FooTest.ts',
  'TestFoo.java',
  'src/Foo.Tests/Cart.cs',
  'integration_tests/cart.py',
  'unittests/cart.cpp',
  't/cart.t',
  'cart.bats',
  'cart.feature',
  'karma.conf.js',
  'jest.setup.js',
  'setupTests.js',
  'vitest.workspace.ts',
  'Rakefile',
  'gulpfile.js',
  '.golangci.json',
  'tslint.json',
  'fixture/cart.json',
  'mocks/cart.ts',
  'test-data/cart.csv',
  'fixtures/cart.json',
  'src/__snapshots__/cart.snap',
  '.github/workflows/ci.yml',
  '.GitHub/workflows/ci.yml',
  'Makefile',
  'tox.ini',
  'CODEOWNERS',
  '.gitattributes',
  '.gitmodules',
  '.husky/pre-commit',
  '.npmrc',
  '.eslintrc.json',
  'jest.config.mjs',
  'tsconfig.json',
  'packages/web/tsconfig.build.json',
  'package.json',
  'package-lock.json',
  'packages/web/package.json',
  'requirements-dev.txt',
  'go.sum',
  'Cargo.lock',
  'vendor/lib/a.go',
  'node_modules/x/index.js',
  'dist/index.js',
  'api/cart.pb.go',
  'AGENTS.md',
])('%s is protected', (path) => {
  expect(codeOf({ changes: [change(path)] })).toBe('protected-path');
});

test.each([
  'src/latest.ts',
  'src/contest/a.py',
  'docs/testing.md',
  'src/attest.go',
  'lib/github.ts',
  'src/makefile-parser.ts',
  'src/Contest.java',
  'src/latest/index.ts',
  'src/testament.ts',
  'src/inspect.ts',
  'src/specifier.ts',
  'src/protest/index.ts',
  'src/units.ts',
])('%s is not protected, though its name resembles', (path) => {
  expect(codeOf({ changes: [change(path)] })).toBe('accepted');
});

test('--allow opens a protected path, and --protect wins over --allow', () => {
  const changes = [change('package.json')];
  expect(codeOf({ changes, policy: { ...POLICY, allow: ['package.json'], protect: [] } })).toBe('accepted');
  expect(codeOf({ changes, policy: { ...POLICY, allow: ['**'], protect: ['*.json'] } })).toBe(
    'protected-path',
  );
  expect(codeOf({ policy: { ...POLICY, allow: [], protect: ['src/**'] } })).toBe('protected-path');
});

test.each([
  '../a',
  '/etc/passwd',
  'C:/x',
  'a\\b',
  '.git/config',
  '.GIT/config',
  'git~1/config',
  'sub/.git./hooks/x',
  'a/./b',
  'a//b',
  'a\nb',
])('the path %j is no place inside the tree, whatever is allowed', (path) => {
  expect(codeOf({ changes: [change(path)], policy: { ...POLICY, allow: ['**'], protect: [] } })).toBe(
    'path-traversal',
  );
});

test('nothing is written through a symbolic link or into a submodule', () => {
  const oddPaths = [
    { path: 'link', kind: 'symlink' },
    { path: 'libs/x', kind: 'submodule' },
  ] as const;
  expect(codeOf({ changes: [change('link/a.ts')], oddPaths })).toBe('symlink');
  expect(codeOf({ changes: [change('link')], oddPaths })).toBe('symlink');
  expect(codeOf({ changes: [change('libs/x/a.ts')], oddPaths })).toBe('submodule');
  expect(codeOf({ changes: [change('linked/a.ts')], oddPaths })).toBe('accepted');
});

test('text with NUL or bidirectional controls is refused', () => {
  expect(codeOf({ changes: [change('src/a.ts', 'a\0b')] })).toBe('binary');
  expect(codeOf({ changes: [change('src/a.ts', 'a\u202eb')] })).toBe('binary');
});

test.each([
  ['the key that this run asks its model with', "const key = 'the-key-of-the-model';"],
  ['the same in base64', Buffer.from('the-key-of-the-model').toString('base64')],
  ['a token of a known form', `const key = 'ghp_${'a1B2'.repeat(9)}';`],
])('a patch may not bring in %s, but may keep what is there', (_, text) => {
  expect(codeOf({ changes: [change('src/a.ts', `${text}\n`)] })).toBe('secret-in-patch');
  expect(codeOf({ changes: [change('src/a.ts', `${text}\nmore\n`, `${text}\n`)] })).toBe('accepted');
});

test('a program may put a password into a URL by name', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
  expect(codeOf({ changes: [change('src/a.ts', 'const url = `db://${user}:${word}@${host}`;')] })).toBe(
    'accepted',
  );
});

test('a patch without effect, and one that was tried before, are refused', () => {
  expect(codeOf({ changes: [change('src/a.ts', 'same', 'same')] })).toBe('no-op');
  expect(codeOf({ changes: [] })).toBe('no-op');
  const changes = [change('src/a.ts')];
  expect(codeOf({ changes, earlierPatches: [patchDigest(changes)] })).toBe('repeated-patch');
});

test('more files than the limit end the run at once; as many as the limit pass', () => {
  const files = (count: number) => Array.from({ length: count }, (_, n) => change(`src/${n}.ts`));
  expect(codeOf({ changes: files(5) })).toBe('accepted');
  expect(codeOf({ changes: files(6) })).toBe('too-many-files');
});

test('added and removed lines count against the line limit', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, n) => `line ${n}\n`).join('');
  const limits = { maxFiles: 5, maxLines: 20 };
  expect(codeOf({ changes: [change('src/a.ts', lines(20), null)], limits })).toBe('accepted');
  expect(codeOf({ changes: [change('src/a.ts', lines(21), null)], limits })).toBe('too-many-lines');
  expect(codeOf({ changes: [change('src/a.ts', 'x\n', lines(20))], limits })).toBe('too-many-lines');
  expect(codeOf({ changes: [change('src/a.ts', lines(200_000), null)] })).toBe('too-many-lines');
});

test('a line of many thousand characters is no way around the line limit', () => {
  expect(codeOf({ changes: [change('src/a.ts', 'x'.repeat(70_000), null)] })).toBe('too-large');
  expect(codeOf({ changes: [change('src/a.ts', 'x'.repeat(60_000), null)] })).toBe('accepted');
});

test.each([
  'src/auth/login.ts',
  'db/migrations/001_users.sql',
  'lib/permissions.py',
  'src/secrets.go',
  'app/crypto/box.ts',
])('%s is a sensitive area, in which a person decides unless the path was opened by name', (path) => {
  expect(codeOf({ changes: [change(path)] })).toBe('sensitive-area');
  expect(codeOf({ changes: [change(path)], policy: { ...POLICY, allow: [path], protect: [] } })).toBe(
    'accepted',
  );
});

test.each([
  ['authentication', "const user = jwt.verify(token, key, { algorithms: ['none'] });"],
  ['permissions', 'if (!user.isAdmin()) return forbidden();'],
  ['database migration', "await db.run('ALTER TABLE users DROP COLUMN name');"],
  ['secrets or credentials', "const clientSecret = config.get('x');"],
  ['cryptography', "const cipher = createCipheriv('aes-128-ecb', key, iv);"],
  ['payment', 'await stripe.charges.create({ amount });'],
])('a line about %s is a sensitive area, wherever the file lies', (area, line) => {
  const verdict = check({ changes: [change('src/a.ts', `new\n${line}\n`)] });
  expect(verdict).toMatchObject({
    kind: 'stop',
    reason: 'sensitive-area',
    detail: expect.stringContaining(area),
  });
  expect(codeOf({ changes: [change('src/a.ts', `new\n${line}\n`, `old\n${line}\n`)] })).toBe('accepted');
  expect(codeOf({ changes: [change('src/a.ts', `// ${line}\n`)] })).toBe('accepted');
});

test.each(['src/author.ts', 'src/oracle.ts', 'lib/aclose.py', 'src/immigration.ts'])(
  '%s is no sensitive area',
  (path) => {
    expect(codeOf({ changes: [change(path)] })).toBe('accepted');
  },
);

test.each(['test/cart.test.ts', 'package-lock.json', '.eslintrc.json', 'src/__snapshots__/a.snap'])(
  'a recipe that opened %s may touch it',
  (path) => {
    expect(codeOf({ changes: [change(path)], opened: [path] })).toBe('accepted');
    expect(codeOf({ changes: [change(path)], opened: ['src/other.ts'] })).toBe('protected-path');
  },
);

test.each(['.github/workflows/ci.yml', '.gitattributes', 'AGENTS.md', 'Makefile'])(
  'no recipe opens %s',
  (path) => {
    expect(codeOf({ changes: [change(path)], opened: [path] })).toBe('protected-path');
  },
);

test("what a person protects stays protected from a recipe, and what is a person's to decide stays so", () => {
  const opened = ['test/a.test.ts', 'src/auth/login.ts'];
  const policy = { ...POLICY, protect: ['test/**'] };
  expect(codeOf({ changes: [change('test/a.test.ts')], opened, policy })).toBe('protected-path');
  expect(codeOf({ changes: [change('src/auth/login.ts')], opened })).toBe('sensitive-area');
});

test('what a recipe opened counts against no limit of size, and everything else does (FAK-21)', () => {
  const paths = Array.from({ length: 40 }, (_, index) => `src/f${index}.ts`);
  const changes = paths.map((path) => change(path, 'x\n'.repeat(500)));
  expect(codeOf({ changes, opened: paths })).toBe('accepted');
  expect(codeOf({ changes, opened: paths.slice(6) })).toBe('too-many-files');
  expect(codeOf({ changes, opened: paths.slice(1) })).toBe('too-many-lines');
});

test('only a recipe that opened a file may make it executable', () => {
  const changes = [{ ...change('run.sh', 'old\n'), executable: true }];
  expect(codeOf({ changes })).toBe('mode-change');
  expect(codeOf({ changes, opened: ['run.sh'] })).toBe('accepted');
});

test('a recipe may mend line ends and the executable bit of a script that the gate starts, and no word of it', () => {
  const policy = { ...POLICY, protect: ['run.sh'] };
  const opened = ['run.sh'];
  const lines = { ...change('run.sh', '#!/bin/sh\nexit 1\n', '#!/bin/sh\r\nexit 1\r\n') };
  const bit = { ...change('run.sh', 'old\n'), executable: true };
  for (const each of [lines, bit]) {
    expect(codeOf({ changes: [each], opened, policy })).toBe('accepted');
    expect(codeOf({ changes: [each], policy })).not.toBe('accepted');
  }
  expect(codeOf({ changes: [{ ...bit, after: 'exit 0\n' }], opened, policy })).toBe('protected-path');
});

test('in a test that a recipe opened, its format may change, and what it asserts may not', () => {
  const path = 'test/cart.test.js';
  const before =
    "import { test, expect } from 'vitest';\ntest('adds', () => { expect(add(1, 2)).toBe(3) });\n";
  const formatted =
    'import { expect, test } from "vitest";\n\ntest("adds", () => {\n  expect(add(1, 2)).toBe(3);\n});\n';
  const weakened = before.replace('expect(add(1, 2)).toBe(3)', '');
  expect(codeOf({ changes: [change(path, formatted, before)], opened: [path] })).toBe('accepted');
  expect(codeOf({ changes: [change(path, weakened, before)], opened: [path] })).not.toBe('accepted');
  expect(
    codeOf({ changes: [change(path, before.replace('test(', 'test.skip('), before)], opened: [path] }),
  ).not.toBe('accepted');
});
