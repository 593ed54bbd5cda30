import { expect, test } from '@jest/globals';
import { placeholderIn } from '../../../src/repair/edits/placeholder.js';

test.each([
  '// ... existing code ...',
  '# ... rest of the function',
  '/* … */',
  '// ...',
  '{/* ... rest of the component ... */}',
  '<!-- rest of the page unchanged -->',
  '-- remaining columns stay the same ...',
  '// (existing implementation)',
  '# rest of the code remains unchanged',
  '// keep the existing imports',
  '// other methods unchanged',
  '// Same as before',
  '...',
  '[... rest of the file unchanged ...]',
  '... existing code ...',
])('%s stands for code', (line) => {
  expect(placeholderIn('a.ts', 'x();\n', `x();\n${line}\ny();\n`)).toBe(line);
});

test.each([
  ['a.ts', '...rest,'],
  ['a.ts', 'f(...args);'],
  ['a.ts', '// Loading the rest...'],
  ['a.ts', '// the original file is kept open'],
  ['a.ts', '// Other methods'],
  ['a.ts', '// wait... then go on'],
  ['a.rb', '(1...10).each { |n| puts n }'],
  ['a.go', 'all = append(all, more...)'],
  ['a.md', '## Other methods'],
  ['a.md', '# Existing tests'],
  ['a.yml', '...'],
])('in %s, %s is meant as it stands', (path, line) => {
  expect(placeholderIn(path, null, `x\n${line}\ny\n`)).toBeNull();
});

test('three dots are a body in Python where a body may stand, and nowhere else', () => {
  expect(placeholderIn('a.py', null, 'def f():\n    ...\n')).toBeNull();
  expect(placeholderIn('a.py', null, 'def f():\n    """Doc."""\n    ...\n')).toBeNull();
  expect(placeholderIn('a.py', null, 'def f():\n    x()\n    ...\n')).toBe('...');
});

test('three dots are an argument in C', () => {
  expect(placeholderIn('a.h', null, 'int log(\n  const char *form,\n  ...\n);\n')).toBeNull();
  expect(placeholderIn('a.json', null, '[\n  1,\n  ...\n]\n')).toBe('...');
});

test('a remark that the file has already is no placeholder', () => {
  expect(placeholderIn('a.ts', '  // ... existing code\n', '// ... existing code\nx();\n')).toBeNull();
});
