import { expect, test } from '@jest/globals';
import { inferFromProject } from '../../../src/verify/infer-gate/infer-from-project.js';

function infer(files: Readonly<Record<string, string>>) {
  const gate = inferFromProject({
    paths: new Set(Object.keys(files)),
    read: (path) => files[path] ?? null,
  });
  if (gate === null) return null;
  const { origin, setup, commands } = gate;
  return [origin, setup.map(({ text }) => text).join('; '), commands.map(({ text }) => text).join('; ')];
}

const manifest = (scripts: Readonly<Record<string, string>>, more: object = {}): string =>
  JSON.stringify({ scripts, ...more });

const PACKAGES = { devDependencies: { jest: '30.0.0' } };

test('test, lint, typecheck and build of package.json, in that order, as far as they are there', () => {
  const scripts = { build: 'b', 'type-check': 't', test: 'x', lint: 'l', start: 's', 'lint:fix': 'f' };
  expect(infer({ 'package.json': manifest(scripts) })).toEqual([
    'package.json',
    '',
    'npm test; npm run lint; npm run type-check; npm run build',
  ]);
});

test.each([
  ['package-lock.json', 'npm ci', 'npm test'],
  ['npm-shrinkwrap.json', 'npm ci', 'npm test'],
  ['pnpm-lock.yaml', 'pnpm install --frozen-lockfile', 'pnpm test'],
  ['yarn.lock', 'yarn install --frozen-lockfile', 'yarn test'],
  ['bun.lock', 'bun install --frozen-lockfile', 'bun run test'],
  ['none', 'npm install --no-package-lock', 'npm test'],
])('the lockfile %s says which package manager', (lockfile, install, command) => {
  const files = { 'package.json': manifest({ test: 'x' }, PACKAGES), [lockfile]: '' };
  expect(infer(files)).toEqual(['package.json', install, command]);
});

test('a later yarn is known by its configuration, and without a lockfile packageManager decides', () => {
  const yarn = { 'package.json': manifest({ test: 'x' }, PACKAGES), 'yarn.lock': '', '.yarnrc.yml': '' };
  expect(infer(yarn)?.[1]).toBe('yarn install --immutable');
  const asked = manifest({ test: 'x' }, { ...PACKAGES, packageManager: 'pnpm@10.0.0' });
  expect(infer({ 'package.json': asked })).toEqual(['package.json', 'pnpm install', 'pnpm test']);
});

test.each([
  ['no script to run', manifest({ start: 'x' })],
  ["npm's placeholder", manifest({ test: 'echo "Error: no test specified" && exit 1' })],
  ['broken JSON', '{'],
  ['a list', '[]'],
])('package.json with %s leaves the word to the next', (_, text) => {
  expect(infer({ 'package.json': text })).toBeNull();
  expect(infer({ 'package.json': text, Makefile: 'test:\n\ttrue\n' })?.[0]).toBe('Makefile');
});

test.each([
  ['Makefile', '.PHONY: test\nall: test\ntest: build\n\t./run\ncheck:\n\ttrue\n', 'make test; make check'],
  ['Makefile', 'test := 1\nlint check: a b\n\ttrue\n', 'make check'],
  ['GNUmakefile', 'check::\n\ttrue\n', 'make check'],
  ['justfile', 'test filter="": build\n  cargo test\n', 'just test'],
  ['.justfile', '@check:\n  true\n', 'just check'],
  ['Taskfile.yml', 'version: "3"\ntasks:\n  test:\n    cmds: [go test ./...]\n', 'task test'],
])('targets of a %s', (file, text, commands) => {
  expect(infer({ [file]: text })).toEqual([file, '', commands]);
});

test.each([
  ['Makefile', 'tests:\n\ttrue\nprecheck:\n\ttrue\nTEST = check:\n'],
  ['justfile', 'test-all:\n  true\ntest := "x"\n'],
  ['Taskfile.yml', 'tasks: ['],
  ['Taskfile.yml', 'version: 3\n'],
])('a %s without test and check says nothing', (file, text) => {
  expect(infer({ [file]: text })).toBeNull();
});

test.each([
  [{ 'tox.ini': '', 'pyproject.toml': '' }, ['tox.ini', '', 'tox']],
  [{ 'pyproject.toml': '[tool.tox]\n' }, ['pyproject.toml', '', 'tox']],
  [{ 'noxfile.py': '' }, ['noxfile.py', '', 'nox']],
  [{ 'pyproject.toml': 'dev = ["pytest"]' }, ['pyproject.toml', '', 'python3 -m pytest']],
  [
    { 'pyproject.toml': 'dev = ["pytest"]', 'uv.lock': '' },
    ['pyproject.toml', 'uv sync --locked', 'uv run pytest'],
  ],
  [
    { 'pyproject.toml': 'pytest', 'poetry.lock': '' },
    ['pyproject.toml', 'poetry install', 'poetry run pytest'],
  ],
  [{ 'setup.py': '', 'tests/test_a.py': '' }, ['setup.py', '', 'python3 -m unittest']],
  [{ 'go.mod': '' }, ['go.mod', '', 'go vet ./...; go test ./...']],
  [{ 'Cargo.toml': '', 'Cargo.lock': '' }, ['Cargo.toml', '', 'cargo test --locked']],
  [{ 'Cargo.toml': '' }, ['Cargo.toml', '', 'cargo test']],
  [{ 'pom.xml': '', mvnw: '' }, ['pom.xml', '', './mvnw --batch-mode test']],
  [{ 'build.gradle.kts': '' }, ['build.gradle.kts', '', 'gradle check']],
  [{ 'build.gradle': '', gradlew: '' }, ['build.gradle', '', './gradlew check']],
])('%j', (files, expected) => {
  expect(infer(files)).toEqual(expected);
});

test('what a project says itself comes before what its language usually does', () => {
  expect(infer({ 'go.mod': '', Makefile: 'test:\n\tgo test -race ./...\n' })?.[2]).toBe('make test');
  expect(infer({ 'go.mod': '', 'pyproject.toml': '', 'Cargo.toml': '' })?.[0]).toBe('go.mod');
});

test('a repository of which nothing is known has none', () => {
  expect(infer({ 'README.md': '', 'src/package.json': '{"scripts":{"test":"x"}}' })).toBeNull();
});
