import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { scanLog } from '../../../src/scan/scan-log.js';
import { fc } from '../../support/property.js';

const FOLDER = join(import.meta.dirname, '../../fixtures/structured');
const DOCUMENTS = readdirSync(FOLDER)
  .filter((name) => !/\.(?:log|md)$/.test(name))
  .map((name) => readFileSync(join(FOLDER, name), 'utf8'));
/** What tells a reader that a document is its own. */
const HEADS = [
  '<testsuite><testcase name="t"><failure>',
  '<testsuites><testsuite><testcase name="t" file="src/a.py" line="99999999999999999999"><error message="',
  '{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x"}},"results":[',
  '{"results":{"tool":{"name":"x"},"tests":[{"name":"t","status":"failed","filePath":"src/a.ts","line":1e308}]}}',
  '[{"filePath":"src/a.ts","messages":[{"severity":2,"message":"m","line":-1}]}]',
  '[{"path":"src/a.ts","annotation_level":"failure","message":"m","start_line":0}]',
  '{"$report_type":"TestReport","outcome":"failed","nodeid":"src/a.py::t","longrepr":"E   x"}\n',
  'TAP version 13\nnot ok 1 - t\n  ---\n  at: src/a.ts:0:99999999999\n',
];
const splinter = fc.oneof(
  fc.constantFrom(
    ...HEADS,
    '__proto__',
    '\u0000',
    '\ud800',
    '&#x110000;',
    '&#0;',
    '<![CDATA[',
    ']]>',
    '\u001b[31',
    '1e999',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
/** A real document, cut, with splinters in it. */
const mutated = fc
  .tuple(
    fc.constantFrom(...DOCUMENTS),
    fc.array(fc.tuple(fc.nat(30_000), fc.nat(200), splinter), { maxLength: 4 }),
  )
  .map(([document, wounds]) =>
    wounds.reduce(
      (text, [at, length, piece]) => `${text.slice(0, at)}${piece}${text.slice(at + length)}`,
      document,
    ),
  );
const made = fc
  .tuple(fc.constantFrom(...HEADS), fc.array(splinter, { maxLength: 8 }))
  .map(([head, parts]) => head + parts.join(''));

/** Whether the text names a place; a document may have encoded the path. */
function names(text: string, file: string, line: number | null): boolean {
  const name = file.slice(file.lastIndexOf('/') + 1);
  const decoded = text
    .replace(/&(?:#(\d+)|#x([0-9a-f]+));/gi, (_, ten, sixteen) =>
      String.fromCodePoint(Math.min(0x10ffff, ten ? Number(ten) : Number.parseInt(sixteen, 16))),
    )
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
  const hasFile = [text, decoded, text.replaceAll('\\\\', '/'), decodeLoosely(text), unescapeJson(text)].some(
    (each) => each.includes(name),
  );
  // pytest counts from 0 in JUnit's `line`.
  const lines = line === null ? [] : file.endsWith('.py') ? [line, line - 1] : [line];
  const hasLine = line === null || lines.some((each) => new RegExp(`(?<!\\d)${each}(?!\\d)`).test(decoded));
  return hasFile && hasLine;
}

/** A path of a broken document may hold whatever JSON can say of it. */
function unescapeJson(text: string): string {
  return text.replace(/\\(?:u[0-9a-f]{4}|["\\/bfnrt])/gi, (escaped) => JSON.parse(`"${escaped}"`) as string);
}

function decodeLoosely(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (written) => {
    try {
      return decodeURIComponent(written);
    } catch {
      return written;
    }
  });
}

test('never throws, and names no file and no line that the document does not contain', () => {
  fc.assert(
    fc.property(fc.oneof(mutated, made), (log) => {
      const { findings, fingerprint } = scanLog({ log, repositoryFiles: null });
      expect(fingerprint).toMatch(/^[0-9a-f]{12}$/);
      for (const { file, line } of findings)
        if (file !== null && file !== '')
          expect([file, line, names(log, file, line)]).toEqual([file, line, true]);
    }),
    { numRuns: 400 },
  );
});

test('every real document may be cut anywhere', () => {
  fc.assert(
    fc.property(fc.constantFrom(...DOCUMENTS), fc.nat(12_000), (document, end) => {
      expect(() => scanLog({ log: document.slice(0, end), repositoryFiles: null })).not.toThrow();
    }),
    { numRuns: 200 },
  );
});

const DEEP = 50_000;
const failure = (text: string) =>
  `<testsuite><testcase name="t"><failure>${text}</failure></testcase></testsuite>`;
/** A result for each of the rules, named and not numbered. */
const sarifOf = (ids: readonly string[]) => {
  const driver = { name: 'x', rules: ids.map((id) => ({ id })) };
  const results = ids.map((ruleId) => ({ ruleId, message: { text: 'm' } }));
  return JSON.stringify({ version: '2.1.0', runs: [{ tool: { driver }, results }] });
};
test.each([
  ['XML', `<testsuite>${'<testsuite>'.repeat(DEEP)}`],
  [
    'closed XML',
    `${'<testsuite>'.repeat(99)}<testcase name="t"><failure/></testcase>${'</testsuite>'.repeat(99)}`,
  ],
  ['JSON', `{"version":"2.1.0","runs":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`],
  [
    'JSON in a known place',
    `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x"}},"results":[{"message":${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}}]}]}`,
  ],
  [
    'TAP',
    `TAP version 14\n${Array.from({ length: 2_000 }, (_, n) => `${' '.repeat(n)}not ok 1 - t`).join('\n')}`,
  ],
  ['entities', `<testsuite>${'&lt;'.repeat(200_000)}</testsuite>`],
  ['comments', `${'<!-- -->'.repeat(50_000)}<testsuite/>`],
  ['attributes', `<testsuite ${Array.from({ length: 50_000 }, (_, n) => `a${n}="x"`).join(' ')}/>`],
  ['blank lines in a failure', failure('\n'.repeat(200_000))],
  ['words of .NET in a failure', failure(`\n  at ${' in '.repeat(100_000)}`)],
  ['words of Node in a failure', failure(`\n  at ${'.js:1:'.repeat(100_000)}`)],
  [
    'a name of a class',
    `<testsuite><testcase name="t" classname="${'test_a'.repeat(50_000)}"><failure/></testcase></testsuite>`,
  ],
  [
    'a path for a class',
    `<testsuite><testcase name="t" classname="${'a/'.repeat(100_000)}"><failure/></testcase></testsuite>`,
  ],
  ['blank lines in TAP', `TAP version 13\n${'\n'.repeat(300_000)}not ok 1`],
  ['a place in TAP', `TAP version 13\nnot ok 1\n  at: ${'a'.repeat(300_000)}`],
  [
    'spaces in an annotation',
    JSON.stringify([
      { path: '.github', annotation_level: 'failure', message: ' '.repeat(300_000), start_line: 1 },
    ]),
  ],
  ['failed points of TAP', `1..3\n${'not ok 1 - t\n'.repeat(150_000)}`],
  ['rules of SARIF', sarifOf(Array.from({ length: 100_000 }, (_, n) => `r${n}`))],
  ['open angle brackets', '<testsuite><'.repeat(20_000)],
  [
    'report log',
    `{"$report_type":"x"}\n${'{"$report_type":"TestReport","outcome":"failed","nodeid":"a.py::t"}\n'.repeat(5_000)}`,
  ],
])('%s beyond measure is answered in seconds', (_, log) => {
  const started = performance.now();
  scanLog({ log, repositoryFiles: null });
  // Well under a second each on an idle machine; the limit is for a busy one.
  expect(performance.now() - started).toBeLessThan(10_000);
});
