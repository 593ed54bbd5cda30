import { expect, test } from '@jest/globals';
import { protectionOf } from '../../src/policy/protected-paths.js';
import { PROJECT_FILES } from '../../src/verify/infer-gate/project.js';

const protection = (path: string) =>
  protectionOf(path, { allow: [], protect: [], allowTestEdits: false, classes: [] });

test.each(PROJECT_FILES)('%s, which a gate can be inferred from, is protected', (path) => {
  expect(protection(path)).not.toBeNull();
});

test.each([
  'tox.toml',
  'make/check.mk',
  'Taskfile.dist.yml',
  'magefile.go',
  'deno.json',
  'turbo.json',
  'mise.toml',
])('%s, which says what a gate runs, is protected', (path) => {
  expect(protection(path)).not.toBeNull();
});

test.each([
  '.eslintignore',
  'packages/web/.eslintignore',
  'packages/web/.prettierignore',
  '.mypy.ini',
  '.credo.exs',
  'docs/.yamllint',
  'crates/a/.cargo/config.toml',
  'pytest.toml',
  'phpcs.xml',
  'psalm.xml.dist',
])('%s, by which a tool can be made to look away, is protected', (path) => {
  expect(protection(path)).not.toBeNull();
});

test.each(['src/a.mk.ts', 'src/deno.ts', 'src/mise.ts', 'src/a.config/b.ts'])('%s is source', (path) => {
  expect(protection(path)).toBeNull();
});
