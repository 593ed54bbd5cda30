import { expect, test } from '@jest/globals';
import { RepositoryPaths } from '../../src/scan/repository-paths.js';

const FILES = [
  'src/a.ts',
  'packages/one/src/index.ts',
  'packages/two/src/index.ts',
  'shop/core.py',
  'docs/src/page.tsx',
  'main.go',
];
const fileOf = (written: string, files: readonly string[] | null = FILES): string | null => {
  const resolved = new RepositoryPaths(files).resolve(written);
  return resolved.kind === 'inside' ? resolved.file : null;
};

test.each([
  ['src/a.ts', 'src/a.ts'],
  ['./src/a.ts', 'src/a.ts'],
  ['src/lib/../a.ts', 'src/a.ts'],
  ['/home/runner/work/repo/repo/src/a.ts', 'src/a.ts'],
  ['/__w/repo/repo/src/a.ts', 'src/a.ts'],
  ['D:\\a\\repo\\repo\\src\\a.ts', 'src/a.ts'],
  ['C:\\\\Users\\\\user\\\\repo\\\\src\\\\a.ts', 'src/a.ts'],
  ['file:///builds/group/repo/src/a.ts', 'src/a.ts'],
  ['/app/src/a.ts', 'src/a.ts'],
  ['/home/runner/work/shop/shop/shop/core.py', 'shop/core.py'],
])('%s is %s', (written, file) => {
  expect(fileOf(written)).toBe(file);
});

test('a shortened path is the one file that ends with it', () => {
  expect(fileOf('src/page.tsx')).toBe('docs/src/page.tsx');
  expect(fileOf('page.tsx')).toBe('docs/src/page.tsx');
});

test('a path that several files end with is never guessed', () => {
  expect(fileOf('src/index.ts')).toBeNull();
  expect(fileOf('index.ts')).toBeNull();
  // The file of the same name at the root is not what was meant either.
  expect(fileOf('src/index.ts', [...FILES, 'index.ts'])).toBeNull();
});

test.each([
  'node_modules/x/src/a.ts',
  '/usr/lib/python3/shop/core.py',
  '/opt/venv/lib/python3.11/site-packages/other/core.py',
  'node:internal/modules/a.ts',
  '/home/runner/.cargo/registry/src/x/src/a.ts',
  '<frozen importlib._bootstrap>',
])('%s is no file of the project', (written) => {
  expect(fileOf(written)).toBeNull();
});

test("the project's own installed copy is the project's", () => {
  expect(fileOf('/opt/venv/lib/python3.11/site-packages/shop/core.py')).toBe('shop/core.py');
});

test('without a list of files, what the runner put before the path is taken away', () => {
  expect(fileOf('/home/runner/work/repo/repo/src/a.ts', null)).toBe('src/a.ts');
  expect(fileOf('./lib/b.rb', null)).toBe('lib/b.rb');
  expect(fileOf('node_modules/x.js', null)).toBeNull();
});

test("without a list of files, a path with a line break in it is nobody's", () => {
  expect(fileOf('src/a.ts\n::error::x', null)).toBeNull();
  expect(fileOf('src/a.ts\rb.ts', null)).toBeNull();
  expect(fileOf('src/a\nb.ts', ['src/a\nb.ts'])).toBe('src/a\nb.ts');
});
