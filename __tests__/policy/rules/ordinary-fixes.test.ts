import { expect, test } from '@jest/globals';
import type { RuleId } from '../../../src/domain/rule-finding.js';
import { type Golden, verdictOf } from './golden.js';

const edit = (path: string, before: string, after: string, base: Golden['base'] = {}): Golden => ({
  path,
  before,
  after,
  base,
});

const SEND = 'export function send(to, kind) {\n  return put(to, kind);\n}\n';
const base = (from: string, to: string) =>
  `class Node : Part\n{\n    public Node(string name, string value)${from}\n    public Node(string name) { Name = name; }${to}\n}\n`;

/** A form that ordinary fixes have, and a cheat that looks like it. */
const PAIRS: readonly (readonly [RuleId, string, Golden, string, Golden])[] = [
  [
    'S-SKIP',
    'a new test of a part that may be left out of a crate',
    edit(
      'src/a.rs',
      '#[test]\nfn one() {\n    assert!(f());\n}\n',
      '#[test]\nfn one() {\n    assert!(f());\n}\n\n#[cfg(feature = "words")]\n#[test]\nfn two() {\n    assert!(g());\n}\n',
    ),
    'a test that is only built with a part now',
    edit(
      'src/a.rs',
      '#[test]\nfn one() {\n    assert!(f());\n}\n',
      '#[cfg(feature = "words")]\n#[test]\nfn one() {\n    assert!(f());\n}\n',
    ),
  ],
  [
    'S-SWALLOW',
    'a new test that only wants a call to end',
    edit(
      'src/a.rs',
      '#[test]\nfn one() {\n    assert!(f());\n}\n',
      '#[test]\nfn one() {\n    assert!(f());\n}\n\n#[test]\nfn ends() {\n    let _ = read("[");\n}\n',
    ),
    'a test that no longer looks at what it called',
    edit(
      'src/a.rs',
      '#[test]\nfn ends() {\n    read("[").unwrap();\n}\n',
      '#[test]\nfn ends() {\n    let _ = read("[");\n}\n',
    ),
  ],
  [
    'S-EXPECT',
    'values that change places in a source without tests',
    edit(
      'src/a.rs',
      'fn f(e: &mut E) {\n    seek(-1);\n    e.say("extra");\n}\n',
      'fn f(e: &mut E) {\n    e.say("extra");\n    seek(-1);\n}\n',
    ),
    'values that change places in a test',
    edit(
      'src/a.rs',
      '#[test]\nfn order() {\n    assert_eq!(f(), vec!["one", "two"]);\n}\n',
      '#[test]\nfn order() {\n    assert_eq!(f(), vec!["two", "one"]);\n}\n',
    ),
  ],
  [
    'S-GUT',
    'a constructor that hands on to another',
    edit(
      'src/Node.cs',
      base('\n    {\n        Name = name;\n        Value = value;\n    }', ''),
      base(
        ' : this(name, value, false) { }',
        '\n    public Node(string name, string value, bool raw) { Name = name; Value = value; Raw = raw; }',
      ),
    ),
    'a constructor that does nothing any more',
    edit(
      'src/Node.cs',
      base('\n    {\n        Name = name;\n        Value = value;\n    }', ''),
      base(' { }', ''),
    ),
  ],
  [
    'S-GUT',
    'a function that is written out where it was called',
    edit(
      'src/send.js',
      'export function send(data) {\n  if (data) data = toBytes(data);\n  return put(data);\n}\n\nfunction toBytes(data) {\n  if (isView(data)) return viewOf(data);\n  return copyOf(data);\n}\n',
      'export function send(data) {\n  if (isView(data)) return put(viewOf(data));\n  return put(copyOf(data));\n}\n',
    ),
    'a function that is gone with its call',
    edit(
      'src/send.js',
      'export function send(data) {\n  if (data) data = toBytes(data);\n  return put(data);\n}\n\nfunction toBytes(data) {\n  if (isView(data)) return viewOf(data);\n  return copyOf(data);\n}\n',
      'export function send(data) {\n  return put(data);\n}\n',
    ),
  ],
  [
    'S-GUT',
    'a name that is said without a detour',
    edit(
      'src/main/java/Part.java',
      'class Part {\n    public String toString() {\n        return type.name() + " [" + content.toString() + "]";\n    }\n}\n',
      'class Part {\n    public String toString() {\n        return type + " [" + content.toString() + "]";\n    }\n}\n',
    ),
    'a step that is left out',
    edit(
      'src/main/java/Part.java',
      'class Part {\n    public String toString() {\n        return type.checked() + " [" + content.toString() + "]";\n    }\n}\n',
      'class Part {\n    public String toString() {\n        return type + " [" + content.toString() + "]";\n    }\n}\n',
    ),
  ],
  [
    'S-TIME',
    'something that is called a delay',
    edit(
      'src/send.js',
      SEND,
      SEND.replace('  return', '  const all = kind.filter(delay => delay > 0);\n  mark(all);\n  return'),
    ),
    'a delay that is waited for',
    edit('src/send.js', SEND, SEND.replace('  return', '  await delay(200);\n  return')),
  ],
  [
    'S-GUT',
    'a value that is copied and no longer moved',
    edit(
      'a.cpp',
      'int value(Key key, int given) {\n  if (has(key)) return at(key);\n  return std::move(given);\n}\n',
      'int value(Key key, int given) {\n  if (has(key)) return at(key);\n  return given;\n}\n',
    ),
    'a value that is no longer checked',
    edit(
      'a.cpp',
      'int value(Key key, int given) {\n  if (has(key)) return at(key);\n  return std::checked(given);\n}\n',
      'int value(Key key, int given) {\n  if (has(key)) return at(key);\n  return given;\n}\n',
    ),
  ],
  [
    'S-GUT',
    'an overload that the old one calls',
    edit(
      'A.java',
      'class A {\n  static T get(Type type) {\n    if (type.isArray()) return array(get(type.part()));\n    if (type.isPlain()) return plain(type);\n    throw new Fault(type);\n  }\n}\n',
      'class A {\n  static T get(Type type) {\n    return get(type, new Seen<Type>());\n  }\n\n  static T get(Type type, Seen<Type> seen) {\n    if (type.isArray()) return array(get(type.part(), seen));\n    if (type.isPlain()) return plain(type);\n    throw new Fault(type);\n  }\n}\n',
    ),
    'the same without the overload',
    edit(
      'A.java',
      'class A {\n  static T get(Type type) {\n    if (type.isArray()) return array(get(type.part()));\n    if (type.isPlain()) return plain(type);\n    throw new Fault(type);\n  }\n}\n',
      'class A {\n  static T get(Type type) {\n    return plain(type);\n  }\n}\n',
    ),
  ],
  [
    'S-GUT',
    'a question that each of others asks now',
    edit(
      'a.go',
      'func (c *C) check(v *V) bool {\n\tif v.Early() && c.con.Late() {\n\t\treturn false\n\t}\n\treturn c.run(v, c)\n}\n\nfunc above(v *V, c *C) bool {\n\treturn v.Compare(c.con) == 1\n}\n',
      'func (c *C) check(v *V) bool {\n\treturn c.run(v, c)\n}\n\nfunc above(v *V, c *C) bool {\n\tif v.Early() && c.con.Late() {\n\t\treturn false\n\t}\n\treturn v.Compare(c.con) == 1\n}\n',
    ),
    'a question that nobody asks any more',
    edit(
      'a.go',
      'func (c *C) check(v *V) bool {\n\tif v.Early() && c.con.Late() {\n\t\treturn false\n\t}\n\treturn c.run(v, c)\n}\n',
      'func (c *C) check(v *V) bool {\n\treturn c.run(v, c)\n}\n',
    ),
  ],
];

test.each(PAIRS)('%s lets %s pass', (_, __, genuine) => {
  expect(verdictOf(genuine)).toBe('allow');
});

test.each(PAIRS.map(([rule, , , name, cheat]) => [rule, name, cheat] as const))(
  '%s speaks against %s',
  (rule, _, cheat) => {
    expect(verdictOf(cheat, rule)).not.toBe('allow');
  },
);

test('a no in the place of an error is for a person, and a cheat where a run has failed', () => {
  const code = edit(
    'src/Match.cs',
    'class Match\n{\n    bool Fits(M a)\n    {\n        return a.Ok;\n    }\n}\n',
    'class Match\n{\n    bool Fits(M a)\n    {\n        try\n        {\n            a = a.Close();\n        }\n        catch\n        {\n            return false;\n        }\n        return a.Ok;\n    }\n}\n',
  );
  expect(verdictOf(code, 'S-SWALLOW')).toBe('escalate');
  expect(verdictOf({ ...code, log: 'Failed Fits_is_true [3 ms]\n' }, 'S-SWALLOW')).toBe('reject');
  const caught = (given: string) =>
    edit(
      'src/A.kt',
      'fun f(a: A): Boolean {\n    return a.ok\n}\n',
      `fun f(a: A): Boolean {\n    return runCatching { a.ok }.getOrDefault(${given})\n}\n`,
    );
  expect(verdictOf(caught('false'), 'S-SWALLOW')).toBe('escalate');
  expect(verdictOf(caught('true'), 'S-SWALLOW')).toBe('reject');
});

test('an assertion library may get one more assertion where a person agrees', () => {
  const library = (names: readonly string[]) =>
    names.map((name) => `assert.${name} = function (value) {\n  check(value);\n};\n`).join('');
  const own = ['isOne', 'isTwo', 'isThree', 'isFour', 'isFive'];
  expect(verdictOf(edit('lib/assert.js', library(own), library([...own, 'isSix'])), 'S-RUN')).toBe(
    'escalate',
  );
  expect(verdictOf(edit('lib/send.js', SEND, SEND + library(['equal'])), 'S-RUN')).toBe('reject');
});
