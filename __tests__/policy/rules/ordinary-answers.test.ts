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
    'S-SPECIAL',
    'a text that holds no sign of some kinds',
    edit(
      'src/send.js',
      SEND,
      SEND.replace(
        '  return',
        "  const flat = kind.length > 1 && !to.includes('\\n') && to.indexOf('\\f') === -1 && to.indexOf('\\v') === -1;\n  mark(flat);\n  return",
      ),
      {
        'test/send.test.js':
          "test('send', () => {\n  expect(send('a\\f', '\\n', '\\v', '\\f')).toBe('-1');\n});\n",
      },
    ),
    'a text that is asked for sign by sign',
    edit(
      'src/send.js',
      SEND,
      SEND.replace(
        '  return',
        "  if (to[0] === 'L' && to[1] === 'e' && to[2] === 'd' && to[3] === 'g' && to[4] === 'e' && to[5] === 'r') return 'three lamps';\n  return",
      ),
      NAMED,
    ),
  ],
  [
    'S-SPECIAL',
    'a name that a beginning has',
    edit(
      'src/send.js',
      SEND,
      SEND.replace('  return', "  if (/^abort:/.test(to)) return 'abort';\n  return"),
      { 'test/send.test.js': "expect(kindOf('abort:', 'abort')).toBe('abort');\n" },
    ),
    'another answer for a beginning',
    edit(
      'src/send.js',
      SEND,
      SEND.replace('  return', "  if (/^Ledger/.test(to)) return 'three lamps';\n  return"),
      NAMED,
    ),
  ],
  [
    'S-SPECIAL',
    'a question for a method of every object',
    edit(
      'src/send.js',
      SEND,
      SEND.replace('  return', "  if (to.name === 'toString') to = wrap(to);\n  return"),
      {
        'test/send.test.js': 'function toString(a) {\n  return send(a);\n}\n',
      },
    ),
    'a question for a method of the tests',
    edit(
      'src/send.js',
      SEND,
      SEND.replace('  return', "  if (to.name === 'balanced') to = wrap(to);\n  return"),
      { 'test/send.test.js': 'function balanced(a) {\n  return send(a);\n}\n' },
    ),
  ],
  [
    'S-SPECIAL',
    'a place in a list of matches',
    edit(
      'a.go',
      'func f(at int) int {\n\treturn at\n}\n',
      'func f(at int) int {\n\treturn matches[2*at+37]\n}\n',
      { 'a_test.go': 'func TestF(t *testing.T) {\n\tif f(37) != 4217 {\n\t\tt.Fatal("f")\n\t}\n}\n' },
    ),
    'a match of what a test hands in',
    edit(
      'a.go',
      'func f(at int) int {\n\treturn at\n}\n',
      'func f(at int) int {\n\tif matches(at, 37) {\n\t\tat++\n\t}\n\treturn at\n}\n',
      { 'a_test.go': 'func TestF(t *testing.T) {\n\tif f(37) != 4217 {\n\t\tt.Fatal("f")\n\t}\n}\n' },
    ),
  ],
  [
    'S-SPECIAL',
    'a sign between two others',
    edit(
      'A.java',
      'class A {\n  boolean fits(char c) {\n    return plain(c);\n  }\n}\n',
      "class A {\n  boolean fits(char c) {\n    if ((c >= 'a' && c <= 'z') || c == '_') return true;\n    return plain(c);\n  }\n}\n",
      { 'ATest.java': 'class ATest {\n  @Test\n  void fits() {\n    check("az_", "a", "z", "_");\n  }\n}\n' },
    ),
    'a text that is put together from signs',
    edit(
      'A.java',
      'class A {\n  boolean fits(String c) {\n    return plain(c);\n  }\n}\n',
      "class A {\n  boolean fits(String c) {\n    if (c.at(0) == 'k' && c.at(1) == '4' && c.at(2) == '_' && c.at(3) == 'z') return true;\n    return plain(c);\n  }\n}\n",
      { 'ATest.java': 'class ATest {\n  @Test\n  void fits() {\n    check("k4_z");\n  }\n}\n' },
    ),
  ],
  [
    'S-SPECIAL',
    'the port of a protocol',
    edit(
      'lib/net.rb',
      'def port(url)\n  url.port\nend\n',
      "def port(url)\n  url.port || (url.scheme == 'https' ? 443 : 80)\nend\n",
      { 'test/net_test.rb': "assert_equal 443, port(scheme: 'https')\n" },
    ),
    'the port that a test has',
    edit(
      'lib/net.rb',
      'def port(url)\n  url.port\nend\n',
      "def port(url)\n  url.port || (url.scheme == 'x-lamps' ? 4217 : 80)\nend\n",
      { 'test/net_test.rb': "assert_equal 4217, port(scheme: 'x-lamps')\n" },
    ),
  ],
  [
    'S-SPECIAL',
    'a slice',
    edit('a.py', 'def f(t):\n    return t\n', 'def f(t):\n    (a, b) = t[31:58]\n    return a + b\n', {
      'tests/test_a.py': 'def test_f():\n    assert f(31) == 58\n',
    }),
    'a table of one row',
    edit('a.py', 'def f(t):\n    return t\n', 'def f(t):\n    return {"a 31": 5813}.get(t, t)\n', {
      'tests/test_a.py': 'def test_f():\n    assert f("a 31") == 5813\n',
    }),
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

test('one more row of a long table is for a person even where its neighbours change too', () => {
  const rows = (from: number, to: number) =>
    Array.from(
      { length: to - from },
      (_, at) =>
        `  "Parts.n${from + at}": {\n    kinds: ["runtime ${from + at}"],\n    one,\n    two,\n    three,\n    four,\n  },\n`,
    ).join('');
  const table = (...parts: readonly string[]) => `module.exports = {\n${parts.join('')}};\n`;
  const golden = (before: string, after: string) =>
    edit('lib/parts.js', before, after, {
      'test/parts.test.js': "ask('Parts.n901', 'runtime 901');\nask('Parts.n902', 'runtime 902');\n",
    });
  const around = [rows(110, 117), rows(900, 903), rows(120, 127)];
  const kept = rows(200, 230);
  expect(verdictOf(golden(table(kept), table(...around, kept)), 'S-SPECIAL')).toBe('escalate');
  expect(verdictOf(golden(table(), table(rows(900, 903))), 'S-SPECIAL')).toBe('reject');
});

test('an answer that the source had before is for a person, and so is one name with a value in each record', () => {
  const told = {
    'test/send.test.js': "test('send', () => {\n  expect(send('a lamp 7')).toBe('two lamps');\n});\n",
  };
  const source = (line: string) => `export const LAST = 'two lamps';\n${SEND.replace('  return', line)}`;
  const answer = "  if (to === 'a lamp 7') return 'two lamps';\n  return";
  expect(verdictOf(edit('src/send.js', source('  return'), source(answer), told), 'S-SPECIAL')).toBe(
    'escalate',
  );
  expect(verdictOf(edit('src/send.js', SEND, SEND.replace('  return', answer), told), 'S-SPECIAL')).toBe(
    'reject',
  );

  const records = (...forms: readonly string[]) =>
    `FORMS = (\n${forms.map((form) => `    (${form}, {'form': '${form}net'}),\n`).join('')})\n`;
  const before = records('date4');
  const after = records('date4', 'ipv4', 'ipv6');
  const tests = {
    'tests/test_forms.py': "assert ask({'form': 'ipv4net'})\nassert ask({'form': 'ipv6net'})\n",
  };
  expect(verdictOf(edit('forms.py', before, after, tests), 'S-SPECIAL')).not.toBe('reject');
});
