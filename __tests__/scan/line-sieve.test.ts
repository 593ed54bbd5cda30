import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { LineSieve } from '../../src/scan/line-sieve.js';
import { DIGIT, DIGITS, EXTENSION, type NeedleOwner, POSITIVE, START } from '../../src/scan/needle.js';
import { patternEdges } from '../../src/scan/pattern-edges.js';
import { FIRST_CLUE, OWNERS, SIEVE } from '../../src/scan/read-diagnostics.js';
import { fc } from '../support/property.js';

const FOLDER = join(import.meta.dirname, '../fixtures/scan');
const LINES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.log'))
  .flatMap((name) => readFileSync(join(FOLDER, name), 'utf8').split(/[\r\n]+/));

const literal = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '●'), minLength: 2, maxLength: 6 });
const owner = fc.record({
  needles: fc.array(literal, { minLength: 1, maxLength: 3 }),
  pattern: fc.constant(null),
});

const CLASSES: Readonly<Record<string, string>> = {
  [DIGIT]: '\\d',
  [DIGITS]: '\\d+',
  [POSITIVE]: '[1-9]',
  [EXTENSION]: '(?<=\\.\\w+)',
  [START]: '^',
};

/** The needles of an owner as one expression. */
function needlesOf({ needles }: NeedleOwner): RegExp {
  const sources = needles.map((needle) =>
    [...needle].map((each) => CLASSES[each] ?? each.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')).join(''),
  );
  return new RegExp(sources.join('|'));
}

const EXPRESSIONS = OWNERS.map(needlesOf);

/** Owners that can speak for a line. */
function speaking(line: string): readonly number[] {
  return OWNERS.flatMap(({ pattern }, index) =>
    EXPRESSIONS[index]?.test(line) === true && pattern?.test(line) !== false ? [index] : [],
  );
}

function expectNoneMissed(line: string): void {
  const found = new Set(SIEVE.ownersIn(line));
  const missed = speaking(line).filter((index) => !found.has(index));
  expect(missed.map((index) => ({ line, owner: OWNERS[index] }))).toEqual([]);
}

test('finds exactly the owners that a search for each needle finds', () => {
  fc.assert(
    fc.property(
      fc.array(owner, { minLength: 1, maxLength: 8 }),
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', '●'), maxLength: 40 }),
      (owners, text) => {
        const expected = owners.flatMap(({ needles }, index) =>
          needles.some((each) => text.includes(each)) ? [index] : [],
        );
        expect(new LineSieve(owners).ownersIn(text)).toEqual(expected);
      },
    ),
  );
});

test.each([
  [`:${DIGITS})`, ['a:12)', 'a:1)'], ['a:)', 'a:1a)', ':12']],
  [`${DIGIT}) `, ['7) x', '17) x'], ['x) x', '7)x']],
  [`${EXTENSION}:1`, ['a.ts:1', 'x a.ts:12'], ['a:1', '10:02:11', '.:1', 'a.ts :1', '":1']],
  [`${POSITIVE}) x`, ['17) x'], ['10) x', ') x']],
  [`${START}> `, ['> x'], ['x > ', ' > x', '>x']],
  [`${START}a${DIGIT}`, ['a1'], ['ba1', 'ax', 'a']],
  [`:${DIGITS}:${DIGITS})`, ['a:1:23)', '7:1:1)'], [':1)', ':1:)', '::1)']],
  [`x${DIGIT}${DIGIT}y`, ['x12y'], ['x1y', 'x123y']],
])('a needle with classes: %j', (needle, having, lacking) => {
  const sieve = new LineSieve([{ needles: [needle], pattern: null }]);
  expect([...having, ...lacking].filter((text) => sieve.ownersIn(text).length > 0)).toEqual(having);
});

test('an owner whose pattern cannot match by the ends of the line is left out once it has been met often', () => {
  const sieve = new LineSieve([{ needles: ['error'], pattern: /^\s+error .*\d$/ }]);
  for (let times = 0; times < 10; times++) expect(sieve.ownersIn('error')).toEqual(times < 9 ? [0] : []);
  expect(['error 1', ' error x', '  an error 1'].filter((text) => sieve.ownersIn(text).length > 0)).toEqual(
    [],
  );
  expect(sieve.ownersIn('\t error 1')).toEqual([0]);
});

test('a line that does not fit is looked at whole', () => {
  const sieve = new LineSieve([{ needles: ['error'], pattern: null }]);
  expect(sieve.ownersIn(`${'x'.repeat(5_000_000)} error`)).toEqual([0]);
});

test('every needle has the two bytes that it is looked for by', () => {
  const short = OWNERS.filter(({ needles }) => needles.some((needle) => Buffer.byteLength(needle) < 2));
  expect(short).toEqual([]);
});

test('every owner has edges', () => {
  for (const { needles } of OWNERS) for (let times = 0; times < 10; times++) SIEVE.ownersIn(needles[0] ?? '');
  expect(OWNERS.map(({ pattern }) => pattern ?? /^/).map(patternEdges)).toHaveLength(OWNERS.length);
});

test('no line of a golden is missed that a row, a clue or a sign could read', () => {
  for (const line of new Set(LINES)) expectNoneMissed(line);
});

test('no changed line is missed either', () => {
  const line = fc.constantFrom(...LINES);
  const changed = fc
    .tuple(line, line, fc.nat(), fc.nat(), fc.string({ unit: 'binary', maxLength: 3 }))
    .map(([one, two, at, other, between]) => {
      const head = one.slice(0, at % (one.length + 1));
      return `${head}${between}${two.slice(other % (two.length + 1))}`.replaceAll(/[\r\n]/g, '');
    });
  fc.assert(fc.property(changed, expectNoneMissed), { numRuns: 3_000 });
});

test('a clue or sign that a line matches has a needle in it', () => {
  const line = fc.constantFrom(...LINES);
  const joined = fc.tuple(line, line).map(([one, two]) => `${one} ${two}`);
  const loose = (text: string) =>
    OWNERS.slice(FIRST_CLUE).filter(
      (each) => each.pattern?.test(text) === true && !needlesOf(each).test(text),
    );
  for (const each of new Set(LINES)) expect(loose(each)).toEqual([]);
  fc.assert(
    fc.property(joined, (text) => expect(loose(text)).toEqual([])),
    { numRuns: 300 },
  );
});

test('no random line is missed', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.constantFrom(...OWNERS.flatMap(({ needles }) => needles)),
          fc.constantFrom(' ', '  ', 'a', '1', ':', '(', ')', '[', ']', '.ts', '/', '"', 'é'),
        ),
        { maxLength: 8 },
      ),
      (parts) => expectNoneMissed(parts.join('')),
    ),
    { numRuns: 3_000 },
  );
});
