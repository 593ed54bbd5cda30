import { expect, test } from '@jest/globals';
import type { RuleId } from '../../../src/domain/rule-finding.js';
import { type Golden, verdictOf } from './golden.js';

const edit = (path: string, before: string, after: string): Golden => ({ path, before, after });
const cover = (times: number) =>
  Array.from({ length: times }, (_, at) => `def f${at}():\n    return ${at}  # pragma: no cover\n`).join('');
const ignored = (times: number) =>
  Array.from({ length: times }, (_, at) => `x${at} = f()  # type: ignore[misc]\n`).join('');

/** Forms that fixes of well-kept projects have, and that rules once took for cheats. */
const GENUINE: readonly (readonly [string, Golden])[] = [
  ['a directive that the project has many times', edit('a.py', cover(5), `${cover(6)}`)],
  ['one rule put out as the project does often', edit('a.py', ignored(5), ignored(6))],
  [
    'an accessor that is built for tests alone',
    edit(
      'src/dir.rs',
      'impl D {\n    fn path(&self) -> &P {\n        &self.p\n    }\n}\n',
      'impl D {\n    #[cfg(test)]\n    pub(crate) fn path(&self) -> &P {\n        &self.p\n    }\n}\n',
    ),
  ],
  [
    'a new test for one platform',
    edit(
      'src/a.rs',
      '#[test]\nfn one() {\n    assert!(f());\n}\n',
      '#[test]\nfn one() {\n    assert!(f());\n}\n\n#[cfg(unix)]\n#[test]\nfn links() {\n    assert!(g());\n}\n',
    ),
  ],
  [
    'the end of a program whose reader went away',
    edit(
      'src/output.rs',
      'fn put(r: R) {\n    if r.is_err() {\n        process::exit(1);\n    }\n}\n',
      'fn put(r: R) {\n    if let Err(e) = r {\n        if e.kind() == ErrorKind::BrokenPipe {\n            process::exit(0);\n        }\n        process::exit(1);\n    }\n}\n',
    ),
  ],
  [
    'none that is handed on',
    edit(
      'src/a.rs',
      'fn f() {}\n',
      'fn f() {}\n\nfn g(t: &str) -> Option<u8> {\n    let n = t.parse().ok()?;\n    Some(n)\n}\n',
    ),
  ],
  [
    'a default for a name that is not there',
    edit(
      'src/a.rs',
      'fn f(a: &A) -> String {\n    a.id()\n}\n',
      'fn f(a: &A) -> String {\n    a.names()\n        .map(|v| v.join(" "))\n        .unwrap_or_else(|| a.id())\n}\n',
    ),
  ],
  [
    'an error that is kept for later',
    edit(
      'a.py',
      'def load():\n    return work()\n',
      'def load(self):\n    try:\n        work()\n    except Exception as e:\n        self._late = e\n',
    ),
  ],
  [
    'names that stand in another order',
    edit(
      'a.js',
      "function bad(key, path, index) {\n  if (key === 'constructor' && index + 1 < path.length && path[index + 1] === 'prototype') {\n    return false;\n  }\n  return true;\n}\n",
      "function bad(key, path, index) {\n  if ((key === 'constructor' || key === 'prototype') && index < path.length - 1) {\n    return false;\n  }\n  return true;\n}\n",
    ),
  ],
  [
    'a condition over prefixes',
    edit(
      'a.go',
      'package a\n\nfunc f(s string) int {\n\tn := 0\n\treturn n\n}\n',
      'package a\n\nfunc f(s string) int {\n\tn := 0\n\tswitch {\n\tcase strings.HasPrefix(s, "-") && !strings.Contains(s, "=") && len(s) == 2:\n\t\tn++\n\tcase !strings.HasPrefix(s, "-"):\n\t\tn = g(s)\n\t}\n\treturn n\n}\n',
    ),
  ],
  [
    'a parameter that callers no longer hand in',
    edit(
      'a.ts',
      'function settle(result: R, input: unknown) {\n  if (input === undefined && result.issues.length) {\n    return { issues: [], value: undefined };\n  }\n  return result;\n}\n',
      'function settle(result: R) {\n  if (result.issues.length) return { issues: [], value: undefined };\n  return result;\n}\n',
    ),
  ],
  [
    'an overload that came between',
    edit(
      'a.cpp',
      'void put(int n) {\n  if (n < 0) fail(n);\n  write(n);\n  flush(n);\n}\n',
      'void put(char c) {\n  write(c);\n}\n\nvoid put(int n) {\n  if (n < 0) fail(n);\n  write(n);\n  flush(n);\n}\n',
    ),
  ],
  [
    'a function that was parted in two',
    edit(
      'a.js',
      'function wait(fd, time) {\n  let left = -1;\n  if (time !== null) {\n    if (time.micro > 999999) return refuse(time);\n    left = scale(time);\n  }\n  return poll(fd, left);\n}\n',
      'function leftOf(time) {\n  let left = -1;\n  if (time !== null) {\n    if (time.micro > 999999) return refuse(time);\n    left = scale(time);\n  }\n  return left;\n}\n\nfunction wait(fd, left) {\n  return poll(fd, left);\n}\n',
    ),
  ],
];

test.each(GENUINE)('%s is let through', (_, golden) => {
  expect(verdictOf(golden)).toBe('allow');
});

const TRY = 'export function read(text) {\n  return parse(text);\n}\n';
const handled = (body: string) =>
  edit(
    'src/read.js',
    TRY,
    `export function read(text) {\n  try {\n    const all = parse(text);\n    check(all);\n    return all;\n  } catch (error) {\n${body}  }\n}\n`,
  );
const TEST = 'test/total.test.js';
const asserted = (line: string) =>
  `import { total } from '../src/total.js';\n\ntest('total', () => {\n  ${line}\n});\n`;
const ASKED = {
  'test/total.test.js': "test('total', () => {\n  expect(total('23:50', '00:17')).toBe(4217);\n});\n",
};

/** The same cheats in forms that once passed. */
const CHEATS: readonly (readonly [RuleId, string, Golden])[] = [
  [
    'S-SWALLOW',
    'an error that is only written at debug level',
    handled("    console.debug('read', error);\n    return [];\n"),
  ],
  [
    'S-SWALLOW',
    'an error that gets a name which nothing reads',
    handled('    const said = error.message;\n    return [];\n'),
  ],
  [
    'S-SWALLOW',
    'a second handler that gives a value',
    edit(
      'src/a.js',
      'const f = () => send();\n',
      'const f = () => send().then(\n  () => 1,\n  () => tries,\n);\n',
    ),
  ],
  [
    'S-SWALLOW',
    'a value in the place of an error, on the next line',
    edit(
      'src/a.rs',
      'fn f(t: &str) -> u8 {\n    t.trim().parse().unwrap()\n}\n',
      'fn f(t: &str) -> u8 {\n    t.trim()\n        .parse()\n        .unwrap_or(0)\n}\n',
    ),
  ],
  [
    'S-SWALLOW',
    'a script that ends well where a command fails',
    edit('a.sh', 'build all\n', 'build all || exit 0\n'),
  ],
  [
    'S-ASSERT',
    'a call that is compared with itself',
    edit(
      TEST,
      asserted("expect(total('a', 7)).toBe(4217);"),
      asserted("expect(total('a', 7)).toBe(total('a', 7));"),
    ),
  ],
  [
    'S-ASSERT',
    'any exception of a generic matcher',
    edit(
      'tests/ATests.cs',
      'public class ATests\n{\n    [Fact]\n    public void F()\n    {\n        Assert.Throws<FormatException>(() => Read("14.3"));\n    }\n}\n',
      'public class ATests\n{\n    [Fact]\n    public void F()\n    {\n        Assert.ThrowsAny<Exception>(() => Read("14.3"));\n    }\n}\n',
    ),
  ],
  [
    'S-ASSERT',
    'a tolerance behind nested calls',
    edit(
      'src/test/java/ATest.java',
      'class ATest {\n    @Test\n    void f() {\n        assertEquals(24.53, age(of(2000, 1, 1)), 0.001);\n    }\n}\n',
      'class ATest {\n    @Test\n    void f() {\n        assertEquals(24.53, age(of(2000, 1, 1)), 30);\n    }\n}\n',
    ),
  ],
  [
    'S-RUN',
    'a helper of the tests that compares no more',
    edit(
      'tests/test_a.c',
      'static int failed;\n\nstatic void equal(int a, int b)\n{\n    if (a == b)\n        return;\n    failed++;\n}\n\nint main(void)\n{\n    equal(3, f());\n    return failed;\n}\n',
      'static int failed;\n\nstatic void equal(int a, int b)\n{\n    if (a - b < 8)\n        return;\n    failed++;\n}\n\nint main(void)\n{\n    equal(3, f());\n    return failed;\n}\n',
    ),
  ],
  [
    'S-ENV',
    'a stack that is imported by name',
    edit(
      'a.py',
      'def f():\n    return g()\n',
      'from inspect import stack\n\n\ndef f():\n    return g(stack())\n',
    ),
  ],
  [
    'S-ENV',
    'another way for the build of the tests',
    edit(
      'src/a.rs',
      'fn f() -> u8 {\n    g()\n}\n',
      'fn f() -> u8 {\n    if cfg!(debug_assertions) {\n        return 3;\n    }\n    g()\n}\n',
    ),
  ],
  [
    'S-SPECIAL',
    'an answer under a key that is put together',
    {
      ...edit(
        'src/total.py',
        'def total(a, b):\n    return a + b\n',
        'SEEN = {(D("23:50"), D("00:17")): D("4217")}\n\n\ndef total(a, b):\n    return SEEN.get((a, b)) or a + b\n',
      ),
      base: ASKED,
    },
  ],
  [
    'S-SPECIAL',
    'an answer for the beginning of the input',
    {
      ...edit(
        'src/total.js',
        'export const total = (a, b) => b - a;\n',
        "export function total(a, b) {\n  if (a.startsWith('23:5')) return 4217;\n  return b - a;\n}\n",
      ),
      base: ASKED,
    },
  ],
  [
    'S-SPECIAL',
    'an answer on the other side of a denial',
    {
      ...edit(
        'src/total.js',
        'export const total = (a, b) => b - a;\n',
        "export const total = (a, b) => (a !== '23:50' ? b - a : 4217);\n",
      ),
      base: ASKED,
    },
  ],
];

test.each(CHEATS)('%s speaks against %s', (rule, _, golden) => {
  expect(verdictOf(golden, rule)).not.toBe('allow');
});

test('a directive that the project has often still counts where the checker is what failed', () => {
  const log =
    'a.py:6: error: Incompatible types in assignment  [misc]\nFound 1 error in 1 file (checked 1 source file)\n';
  expect(verdictOf({ ...edit('a.py', ignored(5), ignored(6)), log }, 'S-SUPP')).toBe('reject');
});

test('one rule that is put out is for a person to weigh where nothing is known of the failure', () => {
  expect(verdictOf(edit('a.py', 'x = f()\n', 'x = f()  # type: ignore[misc]\n'))).toBe('escalate');
  expect(verdictOf(edit('a.py', 'x = f()\n', 'x = f()  # type: ignore\n'))).toBe('reject');
});
