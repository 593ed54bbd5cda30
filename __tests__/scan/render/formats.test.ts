import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { Finding, Scan } from '../../../src/domain/scan.js';
import { renderAnnotations } from '../../../src/scan/render/render-annotations.js';
import { renderJson } from '../../../src/scan/render/render-json.js';
import { renderRdjson } from '../../../src/scan/render/render-rdjson.js';
import { renderSarif } from '../../../src/scan/render/render-sarif.js';
import { renderText } from '../../../src/scan/render/render-text.js';
import { scanLog } from '../../../src/scan/scan-log.js';
import { fc } from '../../support/property.js';
import { finding } from '../../support/repair-context.js';

/** OASIS' schema, as Microsoft's package carries it. */
const require = createRequire(import.meta.url);
const SCHEMA = require.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats.default(ajv);
// It names draft 4, of which it uses nothing that later drafts read otherwise.
const { $schema, id, ...schema } = JSON.parse(readFileSync(SCHEMA, 'utf8'));
const isSarif = ajv.compile(schema);

const scanWith = (findings: readonly Finding[], fields: Partial<Scan> = {}): Scan => ({
  ...scanLog({ log: 'src/a.ts(3,5): error TS2322: no', repositoryFiles: null }),
  findings,
  ...fields,
});
const text = fc.string({ unit: 'binary', maxLength: 30 });
const place = fc.option(fc.integer({ min: 1, max: 1e6 }));
const anyFinding = fc
  .record({
    file: fc.option(text.filter((file) => file !== '')),
    line: place,
    column: place,
    message: text,
    code: fc.option(text),
    tool: text.filter((tool) => tool !== ''),
    test: fc.option(text),
    severity: fc.constantFrom('error' as const, 'warning' as const, 'note' as const),
  })
  .map((fields) => finding({ ...fields, column: fields.line === null ? null : fields.column }));
const anyScan = fc.array(anyFinding, { maxLength: 5 }).map((findings) => scanWith(findings));

test('whatever was found, the SARIF is valid against its schema', () => {
  fc.assert(
    fc.property(anyScan, (scan) => {
      isSarif(JSON.parse(renderSarif(scan, '1.2.3')));
      expect(isSarif.errors ?? []).toEqual([]);
    }),
  );
});

test('the schema is one that refuses', () => {
  expect(isSarif({ version: '2.1.0', runs: [{ results: [] }] })).toBe(false);
});

test('SARIF is read again as the same places', () => {
  const scan = scanWith([
    finding({ file: 'src/a b#1.ts', line: 3, column: 7 }),
    finding({ file: 'src/c.ts', line: null }),
  ]);
  const again = scanLog({ log: renderSarif(scan, '1.2.3'), repositoryFiles: ['src/a b#1.ts', 'src/c.ts'] });
  expect(again.findings.map(({ file, line, column }) => [file, line, column])).toEqual([
    ['src/a b#1.ts', 3, 7],
    ['src/c.ts', null, null],
  ]);
});

test('an annotation is one workflow command with its place', () => {
  expect(renderAnnotations(scanWith([finding()]))).toBe(
    "::error file=src/cart.ts,line=2,col=10,title=tsc TS2322::Type 'string' is not assignable to type 'number'.\n",
  );
});

test('nothing of a log can end an annotation or start another command', () => {
  const hostile = finding({
    file: 'a,line=9::x',
    code: 'C:1',
    message: '50%\n::set-output name=x::y\r##[add-mask]z',
  });
  expect(renderAnnotations(scanWith([hostile]))).toBe(
    '::error file=a%2Cline=9%3A%3Ax,line=2,col=10,title=tsc C%3A1::50%25%0A:\u200b:set-output name=x::y%0A##\u200b[add-mask]z\n',
  );
  fc.assert(
    fc.property(anyScan, (scan) => {
      const lines = renderAnnotations(scan).trimEnd().split('\n');
      expect(lines).toHaveLength(Math.max(1, scan.findings.length));
      for (const line of lines) expect(line).toMatch(/^::(?:error|warning|notice) [^\r]*::/);
    }),
  );
});

test('where nothing is located, the reason is the annotation', () => {
  const scan = scanLog({ log: '##[error]The runner has received a shutdown signal.', repositoryFiles: null });
  expect(renderAnnotations(scan)).toBe(
    '::error title=infra failure::This line explains the failure, whatever else went wrong. The runner has received a shutdown signal.\n',
  );
});

test("reviewdog's format names source, severity and place, and leaves out what has no file", () => {
  const scan = scanWith([
    finding(),
    finding({ file: null, line: null, column: null }),
    finding({ file: 'src/a.ts', line: null, column: null, code: null, severity: 'note' }),
  ]);
  expect(JSON.parse(renderRdjson(scan))).toEqual({
    source: { name: 'smart-fix' },
    diagnostics: [
      {
        message: "Type 'string' is not assignable to type 'number'.",
        location: { path: 'src/cart.ts', range: { start: { line: 2, column: 10 } } },
        severity: 'ERROR',
        source: { name: 'tsc' },
        code: { value: 'TS2322' },
      },
      {
        message: "Type 'string' is not assignable to type 'number'.",
        location: { path: 'src/a.ts' },
        severity: 'INFO',
        source: { name: 'tsc' },
      },
    ],
  });
});

test('the JSON says what decided, whether to run again, and each finding with its lines of the log', () => {
  const scan = scanLog({ log: 'x\nsrc/a.ts(3,5): error TS2322: no', repositoryFiles: null });
  expect(JSON.parse(renderJson(scan))).toEqual({
    category: 'type',
    actionable: true,
    retryable: false,
    flaky: null,
    reason: { text: 'What tsc reports is of this category.', evidence: 'no', logLine: 2 },
    fingerprint: scan.fingerprint,
    diagnostics: [
      {
        ...{ file: 'src/a.ts', line: 3, column: 5, message: 'no', code: 'TS2322', tool: 'tsc', test: null },
        ...{ severity: 'error', logLine: 2, logEndLine: 2, why: 'error, log line 2', jobs: [] },
      },
    ],
    notes: [],
  });
});

test('what was left out is said in every format that has a place for it', () => {
  const scan = scanWith([], { notes: ['Of 101 problem matchers only the first 100 were used.'] });
  expect(JSON.parse(renderJson(scan)).notes).toEqual(scan.notes);
  expect(renderAnnotations(scan)).toContain('::notice title=smart-fix scan::Of 101 problem matchers');
  expect(renderText(scan, new Map())).toContain('note         Of 101 problem matchers');
  isSarif(JSON.parse(renderSarif(scan, '1.2.3')));
  expect(isSarif.errors ?? []).toEqual([]);
  expect(renderSarif(scan, '1.2.3')).toContain('Of 101 problem matchers');
});
