import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@babel/parser';
import { expect, test } from '@jest/globals';

const SRC = join(import.meta.dirname, '../src');
/** Their patterns meet whole outputs and documents; the others meet lines, which `cleanLines` cuts at 10,000 characters. */
const WHOLE_TEXTS = /^(?:domain\/|scan\/structured\/|verify\/count-tests)/;
/** To load them does nothing else. */
const ROOMS = /^(?:config|domain|loop|policy|repair|report|scan|trigger|verify)\//;
const LINE = 10_000;
const TEXT = 50_000;
/** Milliseconds. What linear patterns take for 10,000 characters is 1 ms, and quadratic ones take 70 or more. */
const MOST_PER_LINE = 20;
/** How much shorter the texts are by which all patterns are sifted. */
const SIFT = 10;
/** A text that a pattern takes long for must take it a hundredth of that where it is a tenth as long; four times less is kept. */
const SUSPECT = MOST_PER_LINE / SIFT ** 2 / 4;
const ROUNDS = 5;
const REPEATED = [
  ' ',
  'a',
  '1',
  'A',
  'a.',
  'a:1',
  '(',
  'a(',
  '/',
  '-',
  '=',
  '\n',
  '\\',
  "'",
  '"',
  '.a',
  '] ',
  '[',
];
const MORE_REPEATED = [' in ', ' (1', 'a ', ': ', '_', '\t'];

interface Pattern {
  readonly source: string;
  readonly expression: RegExp;
}

const SOURCES = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);

/** Every regular expression that a file of ours writes as a literal. */
function patternsIn(file: string): readonly Pattern[] {
  const { program } = parse(readFileSync(join(SRC, file), 'utf8'), {
    sourceType: 'module',
    plugins: ['typescript'],
    errorRecovery: true,
  });
  const patterns: Pattern[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, pattern, flags } = node as Record<string, unknown>;
    if (type === 'RegExpLiteral' && typeof pattern === 'string' && typeof flags === 'string')
      patterns.push({ source: pattern, expression: new RegExp(pattern, flags.replace('g', '')) });
    for (const child of Object.values(node)) walk(child);
  };
  walk(program);
  return patterns;
}

/** The regular expressions that our rooms, and what they use, put together when they are loaded. */
async function patternsPutTogether(): Promise<readonly Pattern[]> {
  const made = new Map<string, Pattern>();
  const Own = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Own, {
    construct(_, [pattern, flags = '']: [string | RegExp, string?]) {
      const expression = new Own(pattern, flags);
      made.set(`${expression}`, {
        source: expression.source,
        expression: new Own(pattern, flags.replace('g', '')),
      });
      return expression;
    },
  });
  try {
    for (const file of SOURCES) if (ROOMS.test(file)) await import(join(SRC, file));
  } finally {
    globalThis.RegExp = Own;
  }
  return [...made.values()];
}

/** The literal parts of a pattern, the longest first. */
function literalsOf(source: string): readonly string[] {
  const parts = source
    .replace(/\\x[0-9a-f]{2}|\\u[0-9A-Fa-f]{4}|\\[pP]\{\w+\}|\\[dwsbDWSBntrfvk]/g, '\n')
    .replace(/\[(?:\\.|[^\]\\])*\]|\(\?(?:<\w+>|<?[:=!])|(?<!\\)\{\d*,?\d*\}|(?<!\\)[(|)^$.*+?]/g, '\n')
    .replace(/\\(.)/g, '$1')
    .split('\n');
  return [...new Set(parts)].filter((part) => part !== '').sort((a, b) => b.length - a.length);
}

/** What makes texts of a length that may be hard for the pattern. */
function* hardTexts(source: string): Generator<(length: number) => string> {
  const literals = literalsOf(source).slice(0, 12);
  const units = [
    ...REPEATED,
    ...MORE_REPEATED,
    ...literals.flatMap((each) => [each, ` ${each}`, `${each}1`]),
  ];
  const starts = ['', ...literals.slice(0, 6), literals.join(''), literals.join(' ')];
  for (const unit of units)
    for (const start of starts)
      yield (length) => `${start}${unit.repeat(length / unit.length)}`.slice(0, length);
}

/**
 * Milliseconds of the processor, which other processes disturb little. The engine collects garbage and compiles in
 * threads of the same process, so what is too long is taken again.
 */
function timeOf(pattern: RegExp, text: string, most: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && best > most; round++) {
    pattern.lastIndex = 0;
    const start = process.cpuUsage();
    pattern.test(`${text}\u0001`);
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

/** Short texts first: on a long one, a pattern of exponential or cubic time would never come to an end. */
function isSlow({ source, expression }: Pattern, longest: number): boolean {
  const most = (MOST_PER_LINE * longest) / LINE;
  const suspect = (SUSPECT * longest) / LINE;
  for (const textOf of hardTexts(source))
    if (timeOf(expression, textOf(LINE / SIFT ** 2), MOST_PER_LINE) > MOST_PER_LINE) return true;
  for (const textOf of hardTexts(source)) {
    const short = timeOf(expression, textOf(longest / SIFT), suspect);
    if (short > most || (short > suspect && timeOf(expression, textOf(longest), most) > most)) return true;
  }
  return false;
}

const FILES = SOURCES.map((file) => [file, patternsIn(file)] as const).filter(
  ([, patterns]) => patterns.length > 0,
);

test.each(FILES)('no text makes a pattern of %s slow', (file, patterns) => {
  const length = WHOLE_TEXTS.test(file) ? TEXT : LINE;
  const slow = patterns.filter((pattern) => isSlow(pattern, length));
  expect(slow.map(({ source }) => source)).toEqual([]);
});

test('no text makes a pattern slow that is put together from parts', async () => {
  const patterns = await patternsPutTogether();
  expect(patterns.map(({ source }) => source)).toContainEqual(expect.stringContaining('TOLERANCE'));
  const slow = patterns.filter((pattern) => isSlow(pattern, LINE));
  expect(slow.map(({ source }) => source)).toEqual([]);
});

test('every folder that reads outside text is looked at', () => {
  const rooms = new Set(FILES.map(([file]) => file.split('/')[0]));
  const reading = ['adapters', 'config', 'domain', 'policy', 'repair', 'scan', 'verify'];
  expect([...rooms]).toEqual(expect.arrayContaining(reading));
  expect(FILES.flatMap(([, patterns]) => patterns).length).toBeGreaterThan(1000);
});

test.each([/\s*,/, /a\w*b\w*c$/, /<(\w+)([^<>]*)>/, /^\s*(\S+)\s*(?:-->)?\s*$/])(
  'a pattern that takes more than linear time is found: %s',
  (expression) => {
    expect(isSlow({ source: expression.source, expression }, LINE)).toBe(true);
  },
);
