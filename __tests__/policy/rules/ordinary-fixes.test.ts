import { expect, test } from '@jest/globals';
import type { RuleId } from '../../../src/domain/rule-finding.js';
import { type Golden, verdictOf } from './golden.js';

const edit = (path: string, before: string, after: string, base: Golden['base'] = {}): Golden => ({
  path,
  before,
  after,
  base,
});

const NAMED = {
  'test/send.test.js':
    "test('send', () => {\n  expect(send('localhost', 'number', 'Ledger')).toBe('abort');\n  expect(send('.part', 3100, 4800)).toBe('three lamps');\n});\n",
};
const SEND = 'export function send(to, kind) {\n  return put(to, kind);\n}\n';
const asks = (condition: string) =>
  edit('src/send.js', SEND, SEND.replace('  return', `  if (${condition}) to = wrap(to);\n  return`), NAMED);
const TOTAL = { 'test/total_test.rb': "assert_equal 'http://a.example/2031/Pact', total('ab2031')\n" };
const base = (from: string, to: string) =>
  `class Node : Part\n{\n    public Node(string name, string value)${from}\n    public Node(string name) { Name = name; }${to}\n}\n`;

/** A form that ordinary fixes have, and a cheat that looks like it. */
const PAIRS: readonly (readonly [RuleId, string, Golden, string, Golden])[] = [
  [
    'S-SPECIAL',
    'a question for the type of a value',
    asks("typeof kind === 'number'"),
    'a question for a value that only a test has',
    asks("kind === 'Ledger'"),
  ],
  [
    'S-SPECIAL',
    'a question for the name that an object gives its type',
    asks("to?.[Symbol.toStringTag] === 'Ledger'"),
    'a question for what an object is called',
    asks("to?.name === 'Ledger'"),
  ],
  [
    'S-SPECIAL',
    'a question for this machine',
    asks("to === 'localhost'"),
    'a question for a word of the test',
    asks("to === 'abort'"),
  ],
  [
    'S-SPECIAL',
    'an ending that is taken off and put on again',
    edit(
      'src/send.js',
      SEND,
      SEND.replace(
        '  return',
        "  const end = to.endsWith('.part') ? '.part' : '';\n  to = cut(to) + end;\n  return",
      ),
      NAMED,
    ),
    'an ending that becomes the answer',
    edit(
      'src/send.js',
      SEND,
      SEND.replace('  return', "  if (to.endsWith('.part')) return 'three lamps';\n  return"),
      NAMED,
    ),
  ],
  [
    'S-SPECIAL',
    'a range of numbers',
    edit(
      'src/send.js',
      SEND,
      SEND.replace(
        '  return',
        '  const clean = kind === 1000 || (kind >= 3100 && kind <= 4800);\n  mark(clean);\n  return',
      ),
      NAMED,
    ),
    'one number and its answer',
    edit(
      'src/send.js',
      SEND,
      SEND.replace('  return', "  if (kind === 3100) return 'three lamps';\n  return"),
      NAMED,
    ),
  ],
  [
    'S-SPECIAL',
    'fields that are stored one after the other',
    edit(
      'lib/total.rb',
      'def info(all)\n  all["kept"] = kept?\nend\n',
      'def info(all)\n  all["kept"] = kept?\n  all["ab2031"] = packed?\n  all["cd2031"] = sent?\nend\n',
      TOTAL,
    ),
    'an answer that is stored for its input',
    edit(
      'lib/total.rb',
      'def total(a)\n  sum(a)\nend\n',
      'SEEN = {}\nSEEN["ab2031"] = "http://a.example/2031/Pact"\n\ndef total(a)\n  SEEN[a] || sum(a)\nend\n',
      TOTAL,
    ),
  ],
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
