import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { nodeTool, pathTool, proveRecipe, runKeyless, standIn, TOOL_PATH } from '../support/prove-recipe.js';
import { sampleRepository } from '../support/sample-repository.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { toolchain } from '../support/toolchain.js';

const folder = temporaryFolder('lockfiles');
const pnpm = toolchain(nodeTool('pnpm'));
const yarn = toolchain(nodeTool('yarn'));
const go = toolchain('go version');
const cargo = toolchain('cargo --version');
const uv = toolchain(pathTool('uv'));
const poetry = toolchain(pathTool('poetry'));
const composer = toolchain('composer --version');

const OFFLINE = { npm_config_offline: 'true', npm_config_audit: 'false' };
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

test('npm brings a lockfile in step with its manifest, and changes nothing else', async () => {
  const result = await runKeyless(folder, {
    files: {
      '.gitignore': 'node_modules\n',
      'package.json': json({ name: 'app', version: '1.0.0', dependencies: { left: 'file:left' } }),
      'left/package.json': json({ name: 'left', version: '1.0.0' }),
      'package-lock.json': json({
        ...{ name: 'app', version: '1.0.0', lockfileVersion: 3, requires: true },
        packages: { '': { name: 'app', version: '1.0.0' } },
      }),
    },
    gate: ['npm ci --ignore-scripts --no-audit --offline', 'test -e node_modules/left/package.json'],
    env: OFFLINE,
  });
  const { report, repository } = result;
  expect([report.stopReason, report.attempts.map(({ recipe }) => recipe)]).toEqual([
    'fixed',
    ['npm lockfile'],
  ]);
  expect(repository.git('diff', '--name-only', `main..${report.branch}`)).toBe('package-lock.json');
  expect(repository.git('show', `${report.branch}:package-lock.json`)).toContain('"node_modules/left"');
});

test('a lockfile over which the setup fails is brought in step, and the gate then runs', async () => {
  const { report } = await runKeyless(folder, {
    files: {
      '.gitignore': 'node_modules\n',
      'package.json': json({ name: 'app', version: '1.0.0', dependencies: { left: 'file:left' } }),
      'left/package.json': json({ name: 'left', version: '1.0.0' }),
      'package-lock.json': json({
        ...{ name: 'app', version: '1.0.0', lockfileVersion: 3, requires: true },
        packages: { '': { name: 'app', version: '1.0.0' } },
      }),
    },
    setup: 'npm ci --ignore-scripts --no-audit --offline',
    gate: 'test -e node_modules/left/package.json',
  });
  expect([report.stopReason, report.attempts.map(({ recipe }) => recipe)]).toEqual([
    'fixed',
    ['npm lockfile'],
  ]);
});

pnpm.test('pnpm brings its lockfile in step', async () => {
  const { report, repository } = await runKeyless(folder, {
    files: {
      '.gitignore': 'node_modules\n',
      'package.json': json({ name: 'app', version: '1.0.0', dependencies: { left: 'link:left' } }),
      'left/package.json': json({ name: 'left', version: '1.0.0' }),
      'pnpm-lock.yaml': "lockfileVersion: '9.0'\n\nimporters:\n\n  .: {}\n",
    },
    gate: `${process.env.SMART_FIX_TEST_TOOLS}/node_modules/.bin/pnpm install --frozen-lockfile --offline`,
    env: { PATH: `${process.env.SMART_FIX_TEST_TOOLS}/node_modules/.bin:${process.env.PATH}` },
  });
  expect([report.stopReason, report.attempts.map(({ recipe }) => recipe)]).toEqual([
    'fixed',
    ['pnpm lockfile'],
  ]);
  expect(repository.git('show', `${report.branch}:pnpm-lock.yaml`)).toContain('link:left');
});

yarn.test('yarn 1 brings its lockfile in step', async () => {
  const { report, repository } = await runKeyless(folder, {
    files: {
      '.gitignore': 'node_modules\n',
      'package.json': json({ name: 'app', version: '1.0.0', dependencies: { left: 'file:left' } }),
      'left/package.json': json({ name: 'left', version: '1.0.0' }),
      'yarn.lock': '# yarn lockfile v1\n\n\n',
    },
    gate: 'yarn install --frozen-lockfile --offline',
    env: { PATH: `${process.env.SMART_FIX_TEST_TOOLS}/node_modules/.bin:${process.env.PATH}` },
  });
  expect([report.stopReason, report.attempts.map(({ recipe }) => recipe)]).toEqual([
    'fixed',
    ['yarn 1 lockfile'],
  ]);
  expect(repository.git('show', `${report.branch}:yarn.lock`)).toContain('left@file:left');
});

go.test('go mod tidy brings module files in step', async () => {
  await proveRecipe(folder, {
    files: {
      'go.mod': 'module example.com/app\n\ngo 1.21\n\nreplace example.com/left => ./left\n',
      'main.go': 'package main\n\nimport "example.com/left"\n\nfunc main() { left.Go() }\n',
      'left/go.mod': 'module example.com/left\n\ngo 1.21\n',
      'left/left.go': 'package left\n\nfunc Go() {}\n',
    },
    gate: ['go mod tidy -diff', 'go vet .'],
    env: { GOFLAGS: '-mod=mod', GOPROXY: 'off' },
    recipes: ['go mod tidy'],
    after: {
      'go.mod':
        'module example.com/app\n\ngo 1.21\n\nreplace example.com/left => ./left\n\nrequire example.com/left v0.0.0-00010101000000-000000000000\n',
    },
  });
});

cargo.test('cargo brings its lockfile in step', async () => {
  const manifest = (name: string, more = ''): string =>
    `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n${more}`;
  const { report, repository } = await runKeyless(folder, {
    files: {
      '.gitignore': 'target\n',
      'Cargo.toml': manifest('app', '\n[dependencies]\nleft = { path = "left" }\n'),
      'Cargo.lock': 'version = 4\n\n[[package]]\nname = "app"\nversion = "0.1.0"\n',
      'src/lib.rs': 'pub use left::go;\n',
      'left/Cargo.toml': manifest('left'),
      'left/src/lib.rs': 'pub fn go() {}\n',
    },
    gate: 'cargo check --locked --offline',
  });
  expect([report.stopReason, report.attempts.map(({ recipe }) => recipe)]).toEqual([
    'fixed',
    ['cargo lockfile'],
  ]);
  expect(repository.git('diff', '--name-only', `main..${report.branch}`)).toBe('Cargo.lock');
});

uv.test('uv brings its lockfile in step', async () => {
  const project = (name: string, more = ''): string =>
    `[project]\nname = "${name}"\nversion = "0.1.0"\nrequires-python = ">=3.9"\n${more}`;
  const { report, repository } = await runKeyless(folder, {
    files: {
      'pyproject.toml': project(
        'app',
        'dependencies = ["left"]\n\n[tool.uv.sources]\nleft = { path = "left", editable = true }\n',
      ),
      'left/pyproject.toml': project('left'),
      'uv.lock':
        'version = 1\nrevision = 3\nrequires-python = ">=3.9"\n\n[[package]]\nname = "app"\nversion = "0.1.0"\nsource = { virtual = "." }\n',
    },
    gate: 'uv lock --check --offline',
  });
  expect([report.stopReason, report.attempts.map(({ recipe }) => recipe)]).toEqual([
    'fixed',
    ['uv lockfile'],
  ]);
  expect(repository.git('diff', '--name-only', `main..${report.branch}`)).toBe('uv.lock');
});

poetry.test('poetry brings its lockfile in step', async () => {
  const project = '[project]\nname = "app"\nversion = "0.1.0"\nrequires-python = ">=3.9"\n';
  const before = sampleRepository(folder, { 'pyproject.toml': project });
  const lock = await runKeyless(folder, {
    files: {
      'pyproject.toml': project.replace('>=3.9', '>=3.10'),
      'poetry.lock': poetryLock(before.folder),
    },
    gate: 'poetry check --lock',
  });
  const { report, repository } = lock;
  expect([report.stopReason, report.attempts.map(({ recipe }) => recipe)]).toEqual([
    'fixed',
    ['poetry lockfile'],
  ]);
  expect(repository.git('diff', '--name-only', `main..${report.branch}`)).toBe('poetry.lock');
});

composer.test('composer brings the digest of its lockfile in step', async () => {
  const { report, repository } = await runKeyless(folder, {
    files: {
      '.gitignore': 'vendor\n',
      'composer.json': json({
        name: 'app/app',
        license: 'MIT',
        repositories: [{ packagist: false }],
        require: { php: '>=8.0' },
      }),
      'composer.lock': json({
        ...{ _readme: [], 'content-hash': '0'.repeat(32), packages: [], 'packages-dev': [], aliases: [] },
        ...{ 'minimum-stability': 'stable', 'stability-flags': {}, 'prefer-stable': false },
        ...{ 'prefer-lowest': false, platform: { php: '>=8.0' }, 'platform-dev': {} },
      }),
    },
    gate: 'composer validate --no-check-publish --no-interaction',
    env: { COMPOSER_ALLOW_SUPERUSER: '1' },
  });
  expect([report.stopReason, report.attempts.map(({ recipe }) => recipe)]).toEqual([
    'fixed',
    ['composer lockfile'],
  ]);
  expect(repository.git('diff', '--name-only', `main..${report.branch}`)).toBe('composer.lock');
});

test('bundler brings its lockfile in step', async () => {
  const body = `const gems = (file) => fs.readFileSync(file, 'utf8').match(/left/g)?.length ?? 0;
    if (process.argv[2] === 'lock') {
      if (!process.argv.includes('--local')) process.exit(64);
      fs.writeFileSync('Gemfile.lock', 'GEM\\n  specs:\\n    left (1.0)\\n');
    } else if (gems('Gemfile') !== gems('Gemfile.lock')) {
      console.log("The dependencies in your gemfile changed, but the lockfile can't be updated because frozen mode is set");
      process.exit(16);
    }`;
  await proveRecipe(folder, {
    files: { Gemfile: 'gem "left"\n', 'Gemfile.lock': 'GEM\n  specs:\n' },
    gate: 'bundle install',
    env: standIn(folder, 'bundle', body),
    recipes: ['bundler lockfile'],
    after: { 'Gemfile.lock': 'GEM\n  specs:\n    left (1.0)\n' },
  });
});

/** A lockfile as poetry writes it. */
function poetryLock(project: string): string {
  execFileSync('poetry', ['lock', '--no-interaction'], {
    cwd: project,
    env: { ...process.env, ...TOOL_PATH },
    stdio: 'ignore',
  });
  return readFileSync(join(project, 'poetry.lock'), 'utf8');
}
