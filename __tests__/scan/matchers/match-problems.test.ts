import { expect, test } from '@jest/globals';
import { parseProblemMatchers } from '../../../src/scan/matchers/problem-matcher.js';
import { scanLog } from '../../../src/scan/scan-log.js';

const matchersOf = (...problemMatcher: object[]) => {
  const parsed = parseProblemMatchers(JSON.stringify({ problemMatcher }));
  if (parsed.kind === 'fault') throw new Error(parsed.fault);
  return parsed.matchers;
};
const scan = (lines: readonly string[], ...matchers: object[]) =>
  scanLog({ log: lines.join('\n'), repositoryFiles: null, matchers: matchersOf(...matchers) });

/** Of a tool that no parser knows. */
const SINGLE = {
  owner: 'houndlint',
  pattern: [
    {
      regexp: '^<<(.+)>> @(\\d+)/(\\d+) \\[(\\w+)\\] (\\w+): (.*)$',
      ...{ file: 1, line: 2, column: 3, severity: 4, code: 5, message: 6 },
    },
  ],
};
const LOOP = {
  owner: 'houndtree',
  severity: 'warning',
  pattern: [
    { regexp: '^== (\\S+)$', file: 1 },
    { regexp: '^   (\\d+) (.*)$', line: 1, message: 2, loop: true },
  ],
};

test('a tool that smart-fix does not know is read by its matcher', () => {
  const { findings, category } = scan(['<<src/a.x>> @3/7 [error] H12: no scent'], SINGLE);
  expect(category).toBe('lint');
  expect(findings[0]).toMatchObject({
    ...{ file: 'src/a.x', line: 3, column: 7, severity: 'error' },
    ...{ code: 'H12', message: 'no scent', tool: 'houndlint', logLine: 1 },
  });
});

test('the last of several patterns may loop, and keeps what the first captured', () => {
  const { findings } = scan(['== src/a.x', '   3 first', '   9 second', 'else', '   12 of nothing'], LOOP);
  expect(findings.map(({ file, line, message, severity }) => [file, line, message, severity])).toEqual([
    ['src/a.x', 3, 'first', 'warning'],
    ['src/a.x', 9, 'second', 'warning'],
  ]);
});

test('patterns match consecutive lines only', () => {
  expect(scan(['== src/a.x', '', '   3 first'], LOOP).findings).toEqual([]);
});

test('colours and the time stamps of the runner are no part of a line', () => {
  const line = '2026-01-02T03:04:05.1234567Z \u001b[31m<<src/a.x>>\u001b[0m @3/7 [warning] H1: m';
  expect(scan([line], SINGLE).findings.map(({ severity }) => severity)).toEqual(['warning']);
});

test('a line that a matcher takes is read by no parser', () => {
  const own = {
    owner: 'mytsc',
    pattern: [{ regexp: '^(\\S+)\\((\\d+),.*: (.*)$', file: 1, line: 2, message: 3 }],
  };
  const { findings } = scan(['src/a.ts(3,5): error TS2322: no', 'src/b.ts(4,5): error TS1: x'], own);
  expect(findings.map(({ tool }) => tool)).toEqual(['mytsc', 'mytsc']);
});

test('of two matchers, the first takes the line', () => {
  const { findings } = scan(['<<src/a.x>> @3/7 [error] H12: m'], SINGLE, { ...SINGLE, owner: 'other' });
  expect(findings.map(({ tool, repeats }) => [tool, repeats])).toEqual([['houndlint', 0]]);
});

test('a path is relative to the folder of the file that fromPath names', () => {
  const matcher = {
    owner: 'csc',
    pattern: [{ regexp: '^(.+)\\((\\d+)\\): (.*?) \\[(.*)\\]$', file: 1, line: 2, message: 3, fromPath: 4 }],
  };
  const { findings, category } = scan(['Cart.cs(4): no semicolon [src/Shop/Shop.csproj]'], matcher);
  expect([findings[0]?.file, category]).toEqual(['src/Shop/Cart.cs', 'compile']);
});

test('the owner decides the category as the tool of that name does', () => {
  const tsc = { ...SINGLE, owner: 'tsc' };
  const stylish = { ...SINGLE, owner: 'eslint-stylish' };
  expect([tsc, stylish].map((each) => scan(['<<a.x>> @1/1 [error] X: m'], each).category)).toEqual([
    'type',
    'lint',
  ]);
});

test("matchers of GitHub's own actions are understood, look-behinds included", () => {
  const csc =
    '^([^\\s].*)\\((\\d+)(?:,\\d+|,\\d+,\\d+)?\\):\\s+(error|warning)\\s+([a-zA-Z]+(?<!MSB)\\d+):\\s*(.*?)\\s+\\[(.*?)\\]$';
  const groups = { file: 1, line: 2, severity: 3, code: 4, message: 5, fromPath: 6 };
  const { findings } = scan(
    ['Cart.cs(4,2): error CS1002: ; expected [/home/runner/work/s/s/src/Shop.csproj]'],
    {
      owner: 'csc',
      pattern: [{ regexp: csc, ...groups }],
    },
  );
  expect([findings[0]?.file, findings[0]?.code]).toEqual(['src/Cart.cs', 'CS1002']);
});

test.each([
  ['no JSON', '{', 'no problem matcher'],
  ['another document', '{"a":1}', 'no problem matcher'],
  ['a look-ahead', '{"problemMatcher":[{"owner":"x","pattern":[{"regexp":"(?=a)b"}]}]}', 'linear time'],
  ['a back reference', '{"problemMatcher":[{"owner":"x","pattern":[{"regexp":"(a)\\\\1"}]}]}', 'linear time'],
  ['a bomb', '{"problemMatcher":[{"owner":"x","pattern":[{"regexp":"(a?){900}a{90}"}]}]}', 'too large'],
  [
    'a group too many',
    '{"problemMatcher":[{"owner":"x","pattern":[{"regexp":"(a)","file":2}]}]}',
    'no group 2',
  ],
  ['a loop of one', '{"problemMatcher":[{"owner":"x","pattern":[{"regexp":"(a)","loop":true}]}]}', 'loops'],
])('%s is refused, and the fault says why', (_, text, words) => {
  expect(parseProblemMatchers(text)).toMatchObject({ kind: 'fault', fault: expect.stringContaining(words) });
});

test.each(['(a+)+$', '(a|a)*$', '(.*a){20}$', '^(\\s*a\\s*)+$'])(
  '%s, which hangs a backtracking engine, reads a thousand hostile lines at once',
  (regexp) => {
    const started = performance.now();
    scan(
      Array.from({ length: 1_000 }, () => `${'a'.repeat(200)}!`),
      { owner: 'x', pattern: [{ regexp, message: 1 }] },
    );
    // 60 ms at most on an idle machine; a backtracking engine would not come back.
    expect(performance.now() - started).toBeLessThan(20_000);
  },
);

/** Near the limit of an expression's size, and slow on lines that it takes. */
const heavy = (index: number) => ({
  owner: `hound${index}`,
  pattern: [
    { regexp: '^((a?){70}|b)*c?$', file: 1 },
    { regexp: '^never$', line: 0 },
  ],
});
const HEAVY = Array.from({ length: 100 }, (_, index) => heavy(index));
const LONG_LINES = Array.from({ length: 38 }, () => 'a'.repeat(1_900));

test('a hundred heavy matchers cost no more than a log of this size may, and it is said what was left', () => {
  const matchers = matchersOf(...HEAVY);
  const log = [...LONG_LINES, 'src/a.ts(3,5): error TS2322: no'].join('\n');
  const started = process.cpuUsage();
  const { notes, findings } = scanLog({ log, repositoryFiles: null, matchers });
  // Seconds of the processor: 1.2 on an idle machine; without a budget 70.
  expect(process.cpuUsage(started).user / 1e6).toBeLessThan(20);
  expect(notes).toEqual([
    expect.stringMatching(
      /^Problem matchers were not run on \d+ lines, the first of them log line [12]: .* hound0\./,
    ),
  ]);
  expect(findings.map(({ tool }) => tool)).toEqual(['tsc']);
});

test('what the matchers leave is the same in every run', () => {
  const matchers = matchersOf(...HEAVY);
  const notesOf = () =>
    scanLog({ log: LONG_LINES.slice(0, 9).join('\n'), repositoryFiles: null, matchers }).notes;
  const first = notesOf();
  expect(first).toHaveLength(1);
  expect(notesOf()).toEqual(first);
});

test('eight usual matchers read a log of any length whole', () => {
  const usual = Array.from({ length: 8 }, (_, index) => ({ ...SINGLE, owner: `hound${index}` }));
  const line = '<<src/a.x>> @3/7 [error] H12 no scent, and more that no expression takes for its own';
  const { notes } = scan(
    Array.from({ length: 8_000 }, () => line),
    ...usual,
  );
  expect(notes).toEqual([]);
});

test('more matchers than a hundred are left out, and that is said', () => {
  const many = Array.from({ length: 101 }, (_, index) => ({ ...SINGLE, owner: `hound${index}` }));
  const matchers = [...matchersOf(...many.slice(0, 60)), ...matchersOf(...many.slice(60))];
  const { notes } = scanLog({ log: 'nothing', repositoryFiles: null, matchers });
  expect(notes).toEqual(['Of 101 problem matchers only the first 100 were used.']);
});
