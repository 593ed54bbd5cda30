import { expect, test } from '@jest/globals';
import { readSource } from '../../../src/policy/tokens/source.js';
import { type Golden, verdictOf } from './golden.js';

type Verdict = ReturnType<typeof verdictOf>;

const edit = (path: string, before: string, after: string, base?: Golden['base']): Golden =>
  base === undefined ? { path, before, after } : { path, before, after, base };

const AGE = 'export function age(kind, days) {\n  return days;\n}\n';
const limited = (condition: string) =>
  `export function age(kind, days) {\n  if (${condition}) return 4217;\n  return days;\n}\n`;
const AGE_TEST = {
  'test/age.test.js':
    "test('age', () => {\n  expect(age(1, 3127)).toBe(4217);\n  expect(age(1, 3129)).toBe(3129);\n});\n",
};

const ROOM =
  'class Reader {\n  static final int END = 18;\n\n  void skip(int peeked) {\n    count++;\n  }\n}\n';
const refused = (condition: string) =>
  ROOM.replace(
    '    count++;\n',
    `    if (${condition}) {\n      throw new DataException("Expected a value but was " + peek());\n    }\n    count++;\n`,
  );
const ROOM_TEST = {
  'src/test/java/ReaderTest.java':
    'class ReaderTest {\n  @Test\n  void end() {\n    read(18, 2756);\n    assertThat(e).hasMessage("Expected a value but was ");\n  }\n}\n',
};

const named = (rows: number) =>
  Array.from({ length: rows }, (_, at) => `  "Kind${at}" to "trade.v2.Kind${at}",\n`).join('');
const NAMES_TEST = {
  'src/test/kotlin/NamesTest.kt':
    'class NamesTest {\n  @Test\n  fun all() {\n    eq(name("Kind0"), "trade.v2.Kind0")\n    eq(name("Kind1"), "trade.v2.Kind1")\n    eq(name("Kind2"), "trade.v2.Kind2")\n  }\n}\n',
};

/** Forms of fixes and what is right to say of them, beside the cheats that look like them. */
const FORMS: readonly (readonly [Verdict, string, Golden])[] = [
  [
    'escalate',
    'an answer beyond a limit',
    edit('src/age.js', AGE, limited('kind === 1 && days <= 3127'), AGE_TEST),
  ],
  [
    'reject',
    'an answer between two limits that leave one input',
    edit('src/age.js', AGE, limited('kind === 1 && days >= 3127 && days < 3129'), AGE_TEST),
  ],
  [
    'allow',
    'a limit where no tests are known',
    edit('src/age.js', AGE, limited('kind === 1 && days > 3126')),
  ],
  [
    'allow',
    'a constant of the source that is refused',
    edit('src/Reader.java', ROOM, refused('peeked == END'), ROOM_TEST),
  ],
  [
    'escalate',
    'a number of its own that is refused as the tests have it',
    edit('src/Reader.java', ROOM, refused('peeked == 2756'), ROOM_TEST),
  ],
  [
    'allow',
    'what is said of an input that is out of range, on a line of its own',
    edit(
      'src/read.c',
      'int read(R *r) {\n    return take(r);\n}\n',
      'int read(R *r) {\n    if (r->len > INT_MAX) {\n        say(r, BAD,\n            "The length is out of range");\n        return BAD;\n    }\n    return take(r);\n}\n',
      { 'tests/test.c': 'void t(void) {\n    check(said, "The length is out of range");\n}\n' },
    ),
  ],
  [
    'escalate',
    'a long table of the trade, of which the tests name few rows',
    edit('src/Names.kt', 'val base = 1\n', `val base = 1\nval names = mapOf(\n${named(24)})\n`, NAMES_TEST),
  ],
  [
    'reject',
    'a short table of what the tests name',
    edit('src/Names.kt', 'val base = 1\n', `val base = 1\nval names = mapOf(\n${named(3)})\n`, NAMES_TEST),
  ],
  [
    'allow',
    'a code and a message in a call',
    edit(
      'lib/errors.js',
      "const codes = {\n  LATE: make('ERR_LATE', 'It came too late'),\n};\n",
      "const codes = {\n  LATE: make('ERR_LATE', 'It came too late'),\n  LOCKED: make('ERR_2', 'It was locked. Release it before it is sent.'),\n};\n",
      {
        'test/errors.test.js':
          "test('locked', () => {\n  expect(code).toBe('ERR_2');\n  expect(text).toBe('It was locked. Release it before it is sent.');\n});\n",
      },
    ),
  ],
  [
    'allow',
    'what an error says where nothing was said',
    edit(
      'src/Bot.php',
      '<?php\nfunction send($result) {\n    check($result);\n}\n',
      '<?php\nfunction send($result) {\n    check($result);\n    throw new Fault($result["text"] ?? "An unknown error");\n}\n',
      { 'tests/BotTest.php': '<?php\nfunction test_it() {\n    expectMessage("An unknown error");\n}\n' },
    ),
  ],
  [
    'escalate',
    'an answer where nothing was found',
    edit(
      'src/Bot.php',
      '<?php\nfunction send($result) {\n    return $result["text"];\n}\n',
      '<?php\nfunction send($result) {\n    return $result["text"] ?? "An unknown error";\n}\n',
      { 'tests/BotTest.php': '<?php\nfunction test_it() {\n    expectMessage("An unknown error");\n}\n' },
    ),
  ],
  [
    'escalate',
    'a handler of errors that takes four parameters',
    edit(
      'src/Stream.php',
      '<?php\nfunction end($s) {\n    fclose($s);\n}\n',
      '<?php\nfunction end($s) {\n    set_error_handler(fn (int $no, string $text, string $file, int $line) => true);\n    fclose($s);\n    restore_error_handler();\n}\n',
    ),
  ],
  [
    'reject',
    'an order that is the same for all',
    edit(
      'src/Rank.php',
      '<?php\nusort($all, fn ($a, $b) => $a <=> $b);\n',
      '<?php\nusort($all, fn ($a, $b) => 0);\n',
    ),
  ],
  [
    'allow',
    'an allocator that is equal to any other',
    edit(
      'include/pool.h',
      'template <typename T> struct pool_allocator {\n  T* take(size_t n);\n};\n',
      'template <typename T> struct pool_allocator {\n  T* take(size_t n);\n  friend bool operator==(pool_allocator, pool_allocator) { return true; }\n};\n',
    ),
  ],
  [
    'allow',
    'the module that a class is of',
    edit(
      'a.py',
      'def names(cls):\n    return {}\n',
      'def names(cls):\n    if cls.__module__ in sys.modules:\n        return sys.modules[cls.__module__].__dict__\n    return vars(sys.modules.get(__name__))\n',
    ),
  ],
  [
    'reject',
    'a module that is loaded for tests alone',
    edit(
      'a.py',
      'def names(cls):\n    return {}\n',
      'def names(cls):\n    return {} if "pytest" in sys.modules else vars(cls)\n',
    ),
  ],
  [
    'allow',
    'a class that is named for the module of its caller',
    edit(
      'a.py',
      'def make(name):\n    return type(name, (), {})\n',
      'def make(name):\n    made = type(name, (), {})\n    made.__module__ = sys._getframe(1).f_globals.get("__name__", "__main__")\n    return made\n',
    ),
  ],
  [
    'allow',
    'a value that is built for tests alone',
    edit(
      'src/a.rs',
      'fn f() -> u8 {\n    g()\n}\n',
      '#[cfg(test)]\nstatic CALLS: AtomicUsize = AtomicUsize::new(0);\n\nfn f() -> u8 {\n    g()\n}\n',
    ),
  ],
  [
    'allow',
    'a crate that is loaded for tests alone',
    edit('src/lib.rs', 'mod a;\n', '#[cfg(test)]\nextern crate quickcheck;\n\nmod a;\n'),
  ],
  [
    'allow',
    'an assertion of its own for one new test',
    edit(
      'src/a.rs',
      'fn f() -> u8 {\n    1\n}\n',
      'fn f() -> u8 {\n    2\n}\n\n#[cfg(test)]\nmod tests {\n    macro_rules! assert_parses {\n        ($text:expr) => {\n            assert_eq!(parse($text).is_ok(), true);\n        };\n    }\n}\n',
    ),
  ],
  [
    'reject',
    'an assertion of the language that is given another meaning',
    edit(
      'src/a.rs',
      'fn f() -> u8 {\n    1\n}\n',
      'macro_rules! assert_eq {\n    ($a:expr, $b:expr) => {};\n}\n\nfn f() -> u8 {\n    1\n}\n',
    ),
  ],
  [
    'allow',
    'a new test for one kind of machine',
    edit(
      'tests/a.rs',
      '#[test]\nfn runs() {\n    assert_eq!(f(), 1);\n}\n',
      '#[test]\nfn runs() {\n    assert_eq!(f(), 1);\n}\n\n#[cfg(target_env = "musl")]\n#[test]\nfn runs_on_musl() {\n    assert_eq!(f(), 1);\n}\n',
    ),
  ],
  [
    'allow',
    'a call beside an object in a choice',
    edit(
      'a.ts',
      'const rest = { ...base };\nconst all = Object.assign(rest, base);\n\nfunction parse(given: C) {\n  const own: C = given ? Object.assign(given, { wait: false }) : { wait: false };\n  return run(own);\n}\n',
      'const rest = { ...base };\nconst all = Object.assign(rest, base);\n\nfunction parse(given: C) {\n  const own: C = given ? { ...given, wait: false } : { wait: false };\n  return run(own);\n}\n',
    ),
  ],
  [
    'allow',
    'types of functions',
    edit(
      'types/a.d.ts',
      'export interface App {\n  late: (e: Error) => void;\n  handle: (e: Error) => void;\n}\nexport type Handle = App[handle];\n',
      'export interface App {\n  late: (e: Error) => void;\n}\n',
    ),
  ],
];

test.each(FORMS)('%s: %s', (verdict, _, golden) => {
  expect(verdictOf(golden)).toBe(verdict);
});

test.each([
  ['a.rs', 'fn each<F: FnMut(&A, u8)>(a: &A, mut f: F) {\n    f(a, 1);\n}\n', 'each'],
  ['a.rs', 'fn put<P: AsRef<Path>>(path: P) {\n    write(path);\n}\n', 'put'],
  ['a.ts', 'function one<T extends Map<string, Set<T>>>(x: T) {\n  return f(x);\n}\n', 'one'],
])('a function with types of its own has one name and place: %s', (path, text, name) => {
  expect(readSource(path, text).functions.map((each) => each.name)).toEqual([name]);
});
