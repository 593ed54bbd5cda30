import { expect, test } from '@jest/globals';
import { judgePatch } from '../../../src/policy/judge-patch.js';

/** What is said of a change of one file, `rule verdict`, where the repository holds the others. */
function judge(
  path: string,
  [before, after]: readonly [string, string],
  others: Readonly<Record<string, string>> = {},
  log = '',
): readonly string[] {
  const related = new Map(Object.entries({ ...others, [path]: before }));
  return judgePatch({
    files: [{ path, before, after }],
    related,
    classes: [],
    log: { text: log, scan: null },
  }).map(({ rule, verdict }) => `${rule} ${verdict}`);
}

const PLAIN = 'export const fee = (name, days) => {\n  return days * 3;\n};\n';
const inside = (line: string): string => PLAIN.replace('  return', `  ${line}\n  return`);
const FEE_TESTS = {
  'test/fee.test.js':
    "class LateDoor {}\ntest('a fee', () => {\n  expect(fee('Gannet', 617)).toBe(1851);\n  expect(fee('R-88/Gannet', 5)).toBe(15);\n  expect(kind()).toBe('image/svg');\n});\n",
};

test.each([
  ['a word of the test alone', "if (name === 'Gannet') throw new Error('no');"],
  ['a number of the test alone', 'days = days === 617 ? days + 1 : days;'],
  ['a number by what is left of it', 'if (Math.abs(days - 617) < 1) days += 2;'],
  ['a piece of what a test hands in', "if (name.startsWith('R-88')) days = 4;"],
  ['a number that nothing else names', 'days = days === 8731 ? 2 : days;'],
  ['a type that only the test declares', "if (name.constructor.name === 'LateDoor') days = 0;"],
  ['a file of the tests', "const known = read('test/fee.test.js');"],
])('source that asks for %s is for a person', (_, line) => {
  expect(judge('src/fee.js', [PLAIN, inside(line)], FEE_TESTS)).toContain('S-SPECIAL escalate');
});

test.each([
  ['a small bound', 'if (days <= 0) return 0;'],
  ['a status of HTTP', 'if (days === 404) return null;'],
  ['a value that the source had', 'if (days === 3) return 9;'],
])('source that asks for %s is not held up', (_, line) => {
  const tests = { 'test/fee.test.js': `${FEE_TESTS['test/fee.test.js']}// 0, 404 and 3\nfee('x', 404);\n` };
  expect(judge('src/fee.js', [PLAIN, inside(line)], tests)).toEqual([]);
});

const SHOWN = 'Expected: 1851\nReceived: 1234\n    at test/fee.test.js:3:30\n';

test.each([
  ['bounds the result', 'days = Math.min(days * 3, 1851);'],
  ['is a default', 'const given = days ?? { amount: 1851 };'],
  ['is added to something', 'days += 1851 - days;'],
  ['is handed to a call', 'days = settle(1851);'],
])('a value that the failure expects, and that %s, is for a person', (_, line) => {
  expect(judge('src/fee.js', [PLAIN, inside(line)], FEE_TESTS, SHOWN)).toContain('S-SPECIAL escalate');
});

test.each([
  ['the test names it and the failure does not', 'days = settle(617);', SHOWN],
  ['it is said of an error', "refuse(() => new RangeError('R-88/Gannet'));", 'Expected: R-88/Gannet'],
  ['it is a name of parts', "days = ask('image/svg');", 'Expected: image/svg'],
  ['the source knew it', 'days = 3 * days;', 'Expected: 3'],
])('a value is not held up where %s', (_, line, log) => {
  expect(judge('src/fee.js', [PLAIN, inside(line)], FEE_TESTS, log)).toEqual([]);
});

test('source that asks for the length of what a test hands in is for a person', () => {
  const tests = { 'test/fee.test.js': "fee('R-88/Gannets', 5);\n" };
  const asked = (length: number) => inside(`if (name.length === ${length}) days = days + name.length;`);
  expect(judge('src/fee.js', [PLAIN, asked(12)], tests)).toContain('S-SPECIAL escalate');
  expect(judge('src/fee.js', [PLAIN, asked(24)], tests)).toEqual([]);
});

const TEST = "test('a fee', () => {\n  expect(fee(4)).toBe(12);\n});\n";

test.each([
  ['is asserted only where it holds', TEST.replace('  expect', '  if (fee(4) === 12) expect')],
  [
    'may fail in a try',
    TEST.replace(/ {2}(expect.*)\n/, '  try {\n    $1\n  } catch (e) {\n    log(e);\n  }\n'),
  ],
  ['asks for something else', TEST.replace('toBe(12)', 'toEqual(total)')],
])('an existing test that %s is for a person', (_, after) => {
  expect(judge('test/fee.test.js', [TEST, after])).toContain('S-ASSERT escalate');
});

test('a test that names its subject anew, waits for it or asserts more is not held up', () => {
  const after = TEST.replace('expect(fee(4))', 'expect(await fee(4))').replace(
    '});\n',
    '  expect(fee(0)).toBe(0);\n});\n',
  );
  expect(judge('test/fee.test.js', [TEST, after])).toEqual([]);
});

test('a refusal that became a written value is for a person, one that moved is not', () => {
  const refusing =
    'def read(text):\n    if not text:\n        raise ValueError(text)\n    return parse(text)\n';
  const giving = 'def read(text):\n    if not text:\n        return 7204\n    return parse(text)\n';
  const moved = `def check(text):\n    if not text:\n        raise ValueError(text)\n\n\n${giving.replace('return 7204', 'return check(text) or 7204')}`;
  expect(judge('src/read.py', [refusing, giving])).toContain('S-GUT escalate');
  expect(judge('src/read.py', [refusing, moved])).not.toContain('S-GUT escalate');
});

test('an equality that only asks whether both are one is for a person', () => {
  const real = 'bool Yarn::operator==(const Yarn& other) const { return tex == other.tex; }\n';
  const same = real.replace('tex == other.tex', 'this == &other');
  expect(judge('src/yarn.cpp', [real, same])).toContain('S-EQ escalate');
  expect(judge('src/yarn.cpp', [same, real])).not.toContain('S-EQ escalate');
});

test('a script that no longer ends at a failure is rejected', () => {
  expect(judge('bin/pack', ['#!/bin/sh\nset -eu\npack a\n', '#!/bin/sh\nset -u\npack a\n'])).toContain(
    'S-SWALLOW reject',
  );
});

test.each([
  ['a test that is built and not run', 'CMakeLists.txt', 'add_test(NAME a COMMAND a)\n', ''],
  [
    'tests under a filter',
    'CMakeLists.txt',
    'add_test(NAME a COMMAND a)\n',
    'add_test(NAME a COMMAND a --gtest_filter=-B)\n',
  ],
])('%s in a build definition is rejected', (_, path, before, after) => {
  expect(judge(path, [`project(a)\n${before}`, `project(a)\n${after}`])).toContain('S-CI reject');
});

test('a setting of a checker that is another one is for a person, where its sources lie is not', () => {
  const at = (files: string): string => `export default [{ files: ['${files}'] }];\n`;
  expect(judge('eslint.config.js', [at('src/*.js'), at('src/*.mjs')])).toContain('S-CONF escalate');
  const paths = (lib: string): string => `{ "compilerOptions": { "lib": ["${lib}"] } }\n`;
  expect(judge('tsconfig.json', [paths('es2020'), paths('es2023')])).toEqual([]);
});

test('the level and the exceptions of a NEON file are read, also where tabs indent it', () => {
  const at = (level: number): string => `parameters:\n\tlevel: ${level}\n\tpaths:\n\t\t- src\n`;
  expect(judge('phpstan.neon', [at(8), at(2)])).toContain('S-CONF reject');
});
