import { tokenAt } from '../tokens/flat-code.js';
import type { Language } from '../tokens/lexicons.js';
import type { Source } from '../tokens/source.js';
import { strengthOfMatcher } from './matcher-strength.js';

/** Something in a test that can fail it. */
export interface Assertion {
  /** Place of its first token. */
  readonly at: number;
  readonly line: number;
  /** 0: cannot fail. 1: some value is there. 2: part of it, or its size. 3: all of it. 4: all of it, and its type. */
  readonly strength: number;
}

/** Longest assertion that is looked into, in signs of flat code. */
const LONGEST = 400;

/** Assertions of a text, in order, by the conventions of its language. */
export function findAssertions(source: Source): readonly Assertion[] {
  const rows = ROWS[source.language] ?? [];
  const found = rows.flatMap(({ pattern, strength }) =>
    [...source.flat.text.matchAll(pattern)].map((match) => {
      const at = tokenAt(source.flat, match.index);
      return { at, line: source.code[at]?.line ?? 1, strength: weakened(strength(match, rest(source, at))) };
    }),
  );
  return found.sort((a, b) => a.at - b.at);
}

interface Row {
  readonly pattern: RegExp;
  /** Its strength, and the flat text from it to the end of its statement. */
  readonly strength: (match: RegExpExecArray, statement: string) => readonly [number, string];
}

/** The statement that begins at a token: up to the end of the line on which its brackets are closed. */
function rest({ flat, code, partner }: Source, at: number): string {
  let end = at;
  do end = Math.max(end, partner[end] ?? -1) + 1;
  while (end < Math.min(code.length, at + LONGEST) && !goesOn(code[end]));
  const from = flat.offsets[at] ?? 0;
  return flat.text.slice(from, Math.min(flat.offsets[end] ?? flat.text.length, from + LONGEST));
}

const goesOn = (token: Source['code'][number] | undefined): boolean =>
  token === undefined || token.text === ';' || (token.first && !/^(?:\.|\?\.|&&|\|\|)$/.test(token.text));

/** What compares nothing has no strength, however it is written. */
function weakened([strength, statement]: readonly [number, string]): number {
  if (/(?:\|\|| or) (?:true|True|1)\b|\b(?:false|False) (?:&&|and) /.test(statement)) return 0;
  if (
    /^\w+(?: !)? \( (?:true|1|!\sfalse) (?:,|\) (?!\.))/.test(statement) ||
    /^assert (?:True|1|not False)\b/.test(statement)
  )
    return 0;
  if (/^expect \( (?:true|1|"[^"]*") \) \. (?:toBe|toEqual|toBeTruthy)\b/.test(statement)) return 0;
  if (/\b(?:expect \. any(?:thing)?|mock \. ANY|ANY|Arg \. Any|anything|any) \(?/.test(statement))
    return Math.min(strength, 1);
  if (comparesWithItself(statement)) return 0;
  return strength;
}

/** `equal(f(x), f(x))`, `expect(f(x)).toBe(f(x))`, `assert f(x) == f(x)`: both sides are the same code. */
function comparesWithItself(statement: string): boolean {
  const [first, ...groups] = argumentsOf(statement);
  const isSame = (a: string | undefined, b: string | undefined): boolean =>
    a !== undefined && a === b && /[\p{L}_$]/u.test(a) && !/^"/.test(a);
  if (first === undefined) return false;
  const sides = first[0]?.split(/ ===? /) ?? [];
  const bare = /^assert (.{1,200}?) == (.{1,200})$/.exec(statement.trimEnd());
  return (
    isSame(first[0], first[1]) ||
    (sides.length === 2 && isSame(sides[0], sides[1])) ||
    isSame(bare?.[1], bare?.[2]) ||
    (/^expect\b/.test(statement) && first.length === 1 && groups.some((each) => isSame(first[0], each[0])))
  );
}

/** For each call of a chain, in order, its arguments as flat text. */
function argumentsOf(statement: string): readonly (readonly string[])[] {
  const calls: string[][] = [];
  let depth = 0;
  for (const word of statement.split(/\s+/)) {
    if (/^[)\]}]$/.test(word)) depth -= 1;
    if (depth === 0 && word === '(') calls.push(['']);
    const call = calls.at(-1);
    const isInside = depth > 0 && call !== undefined;
    if (isInside && depth === 1 && word === ',') call.push('');
    else if (isInside) call[call.length - 1] = `${call.at(-1) ?? ''} ${word}`.trim();
    if (/^[([{]$/.test(word)) depth += 1;
  }
  return calls;
}

/** A condition is as strong as what it compares with. */
function ofCondition(condition: string): number {
  if (/ (?:===|==|-eq|=) |\. equals \(|strcmp|memcmp/.test(condition))
    return /\blen \(|\. (?:length|size|count|len)\b/.test(condition) ? 2 : 3;
  if (/\bis not None\b|!= (?:None|null|nullptr|NULL|nil)\b|!== (?:undefined|null)\b/.test(condition))
    return 1;
  return / (?:!=|!==|<|>|<=|>=|in|is|-ne|-gt|-lt|-ge) |isinstance|matches|contains|=~/.test(condition)
    ? 2
    : 1;
}

const byName = (pattern: RegExp): Row => ({
  pattern,
  strength: (match, statement) => {
    const name = match.groups?.name ?? '';
    const known = strengthOfMatcher(name, statement);
    return [known ?? ofCondition(statement), statement];
  },
});

/** What stands between `if` and the brace that is open at the end of a text; empty without them. */
function conditionOf(text: string): string {
  const brace = text.lastIndexOf('{');
  if (brace === -1 || text.includes('}', brace)) return '';
  const head = text.slice(0, brace).split(/[{}]/).at(-1) ?? '';
  return /\bif (.*)/s.exec(head)?.[1] ?? '';
}

/** `if got != want { t.Errorf(…) }`: as strong as the condition before it. */
const guarded: Row = {
  pattern: /(?<=\s)\w+ \. (?:Error|Errorf|Fatal|Fatalf|Fail|FailNow) \(/g,
  strength: ({ input, index }) => {
    const line = input.slice(Math.max(0, index - LONGEST), index);
    const condition = conditionOf(line);
    if (condition === '') return [3, ''];
    if (/\bfalse &&|&& false\b/.test(condition)) return [0, ''];
    return [
      /!=|Equal|Diff|Compare|Is \(|As \(/.test(condition) ? (/\blen \(/.test(condition) ? 2 : 3) : 1,
      '',
    ];
  },
};

/** `expect(x).not.toBe(y)`, `expect(x).to eq(y)`, `x.Should().Be(y)`: the last word of the chain counts. */
const chained = (pattern: RegExp): Row => ({
  pattern,
  strength: (_, statement) => {
    const words = [...statement.matchAll(/(?<=\. |-> |\bto |\bnot_to |\bto_not )\w+!?/g)].map(
      ([word]) => word,
    );
    const known = words.map((word) => strengthOfMatcher(word, statement)).filter((each) => each !== null);
    const strongest = known.length === 0 ? 1 : Math.max(...known);
    const isDenied = words.some((word) => /^(?:not|not_to|to_not|never)$/i.test(word));
    if (!isDenied) return [strongest, statement];
    return [/nil|null|undefined|empty|none/i.test(words.join(' ')) ? 1 : Math.min(strongest, 2), statement];
  },
});

const calls = byName(
  /(?<=\s)(?<!def |fun |fn |function |void |\b\w{1,40} :: )(?<name>(?:assert|refute|expect|ASSERT|EXPECT|CHECK|REQUIRE|TEST_ASSERT|VERIFY|STATIC_REQUIRE)\w*) !? ?\(/g,
);
const members = byName(
  /(?<=\s)(?:assert|Assert|require|t|Assertions|chai \. assert|self|\$this|self ::|static ::|verify|CollectionAssert|StringAssert) (?:\.|->|::) (?<name>(?!(?:Run|run|Log|Skip|Helper|Parallel|plan|end|test|fail|TempDir|Cleanup|Setenv) )\w+)(?: < [\w .,?]{1,60} >)? \(/g,
);

const ROWS: Readonly<Partial<Record<Language, readonly Row[]>>> = {
  ...same('javascript typescript', [
    chained(/(?<=\s)(?<!\. )expect \(/g),
    byName(/(?<=\s)(?<!\. )(?<name>assert) \(/g),
    byName(/(?<=\s)(?:assert|t|chai \. assert|assert \. strict) \. (?<name>\w+) \(/g),
    chained(/(?<=\s)should(?= \. )/g),
  ]),
  python: [
    { pattern: /(?<=\s)assert (?=[^=])/g, strength: (_, statement) => [ofCondition(statement), statement] },
    byName(/(?<=\s)self \. (?<name>assert\w+|fail\w*) \(/g),
    byName(/(?<=\s)pytest \. (?<name>raises|warns|fail) \(/g),
    byName(/(?<=\s)\. (?<name>assert_\w+) \(/g),
  ],
  go: [guarded, byName(/(?<=\s)(?:assert|require|is|qt|c) \. (?<name>[A-Z]\w+) \(/g)],
  rust: [byName(/(?<=\s)(?<name>(?:debug_)?(?:assert|prop_assert)\w*) ! \(/g)],
  java: [calls, members, chained(/(?<=\s)assertThat \(/g), byName(/(?<=\s)(?<name>verify) \(/g)],
  kotlin: [
    calls,
    members,
    byName(/(?<=\s)(?<name>should\w+)\b/g),
    byName(/(?<=\s)(?<name>assertFailsWith|assertThrows) </g),
  ],
  csharp: [members, chained(/(?<=\s)Should \(/g)],
  c: [calls, byName(/(?<=\s)(?<name>BOOST_\w+) \(/g)],
  ruby: [
    byName(/(?<=\n)(?<name>(?:assert|refute)\w*)\b/g),
    chained(/(?<=\s)(?:expect [({]|is_expected\b)/g),
    byName(/(?<=\s)(?<name>(?:must|wont)_\w+)\b/g),
  ],
  php: [
    byName(/(?<=\s)(?:\$this ->|self ::|static ::|Assert ::) (?<name>assert\w+|expectException\w*) \(/g),
    chained(/(?<=\s)expect \(/g),
  ],
  shell: [
    byName(/(?<=\n)(?<name>(?:assert|refute|check|expect)\w*) /g),
    { pattern: /(?<=\n)\[ /g, strength: (_, statement) => [ofCondition(statement), statement] },
  ],
};

function same(languages: string, rows: readonly Row[]): Readonly<Record<string, readonly Row[]>> {
  return Object.fromEntries(languages.split(' ').map((language) => [language, rows]));
}
