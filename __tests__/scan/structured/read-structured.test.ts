import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Scan } from '../../../src/domain/scan.js';
import { scanLog } from '../../../src/scan/scan-log.js';

const FOLDER = join(import.meta.dirname, '../../fixtures/structured');
const FILES = [
  'src/price.js',
  'src/legacy.js',
  'test/price.test.js',
  'test/flaky.test.js',
  'vit/total.mjs',
  'vit/total.test.mjs',
  'ledger/core.py',
  'ledger/__init__.py',
  'tests/test_core.py',
  'tests/test_gone.py',
  'tests/test_flaky.py',
  'tap/tape.test.js',
  'tap/node.test.mjs',
  'orders/store/store.go',
  'orders/store/store_test.go',
  'src/main/java/com/acme/Tax.java',
  'src/test/java/com/acme/TaxTest.java',
  'src/cart.js',
  'test/cart.test.js',
  'bj/cart.test.js',
  'bj/broken.test.js',
  'v.test.mjs',
];

const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');
const scan = (log: string): Scan => scanLog({ log, repositoryFiles: FILES });
const places = ({ findings }: Scan): string[] =>
  findings.map(({ file, line, column }) => [file, line, column].filter((part) => part !== null).join(':'));

test.each([
  [
    'jest.json',
    'test',
    ['jest', 'SyntaxError'],
    ['bj/broken.test.js:1:10', 'bj/cart.test.js:4:39', 'src/cart.js:2:37'],
  ],
  ['vitest.json', 'test', ['vitest', 'AssertionError'], ['v.test.mjs:4:69', 'src/cart.js:2:37']],
  ['mocha.json', 'test', ['mocha', 'AssertionError'], ['test/cart.test.js:4:39', 'src/cart.js:2:37']],
  ['jest-junit.xml', 'test', ['jest', 'Error'], ['test/price.test.js:4:32', 'src/price.js:3:23']],
  [
    'vitest-junit.xml',
    'test',
    ['vitest', 'AssertionError'],
    ['vit/total.test.mjs:4:22', 'vit/total.mjs:3:11'],
  ],
  [
    'pytest-junit.xml',
    'test',
    ['pytest', 'ModuleNotFoundError'],
    [
      'tests/test_gone.py:1',
      'tests/test_core.py:11',
      'ledger/core.py:11',
      'ledger/core.py:18',
      'tests/test_core.py:7',
      'tests/test_core.py:28',
    ],
  ],
  [
    'gotestsum.xml',
    'test',
    ['go test', null],
    ['orders/store/store_test.go:13', 'orders/store/store_test.go:11', 'orders/store/store_test.go:19'],
  ],
  [
    'surefire.xml',
    'test',
    ['surefire', 'java.lang.IllegalStateException'],
    ['src/main/java/com/acme/Tax.java:6', 'src/test/java/com/acme/TaxTest.java:12'],
  ],
  [
    'ruff.sarif',
    'lint',
    ['ruff', 'F401'],
    ['ledger/core.py:1:8', 'ledger/core.py:24:12', 'tests/test_gone.py:1:25'],
  ],
  ['semgrep.sarif', 'security', ['semgrep oss', 'shell-true'], ['ledger/core.py:24:12']],
  ['node.tap', 'test', ['node:test', null], ['tap/node.test.mjs:4:10']],
  ['tape.tap', 'test', ['node', 'Error'], ['tap/tape.test.js:3:5']],
  ['annotations.json', 'lint', ['github', null], ['src/legacy.js:2:39']],
])('%s is read as what it is: %s errors', (name, category, [tool, code], expected) => {
  const result = scan(read(name));
  expect(result.category).toBe(category);
  expect([result.findings[0]?.tool, result.findings[0]?.code]).toEqual([tool, code]);
  expect(places(result)).toEqual(expected);
});

test.each([
  ['jest-junit.xml', 'jest-junit.log'],
  ['vitest-junit.xml', 'vitest-junit.log'],
  ['pytest-junit.xml', 'pytest-junit.log'],
  ['pytest-report-log.jsonl', 'pytest-junit.log'],
  ['gotestsum.xml', 'gotestsum.log'],
  ['go-test.jsonl', 'gotestsum.log'],
  ['ruff.sarif', 'ruff.log'],
  ['eslint.json', 'eslint.log'],
])('%s names the category and the places that %s does', (document, log) => {
  const [one, other] = [scan(read(document)), scan(read(log))];
  expect(one.category).toBe(other.category);
  expect(places(one).sort()).toEqual(places(other).sort());
});

test.each([
  ['vitest-junit.xml', 'vitest-junit.log'],
  ['pytest-junit.xml', 'pytest-junit.log'],
  ['pytest-rerun.xml', 'pytest-rerun.log'],
  ['pytest-rerun.jsonl', 'pytest-rerun.log'],
  ['surefire.xml', 'surefire.log'],
  ['ruff.sarif', 'ruff.log'],
])('%s has the fingerprint of %s: it is the same failure', (document, log) => {
  expect(scan(read(document)).fingerprint).toBe(scan(read(log)).fingerprint);
});

test("a report in pytest's CTRF names what its log does, but for files that could not be collected", () => {
  const log = places(scan(read('pytest-junit.log'))).filter(
    (place) => !place.startsWith('tests/test_gone.py'),
  );
  expect(places(scan(read('pytest.ctrf'))).sort()).toEqual(log.sort());
});

test('a finding of a document names the lines that hold it', () => {
  const { findings } = scan(read('pytest-junit.xml'));
  const lines = read('pytest-junit.xml').split('\n');
  for (const { message, logLine, logEndLine } of findings)
    expect(lines.slice(logLine - 1, logEndLine).join('\n')).toContain(
      message.replaceAll("'", '&#x27;').slice(0, 20),
    );
});

const wrap = (result: object, run: object = {}) =>
  JSON.stringify({
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'X' } }, results: [{ message: { text: 'm' }, ...result }], ...run }],
  });
const at = (uri: string) => ({ locations: [{ physicalLocation: { artifactLocation: { uri } } }] });

test.each([
  ['passed', { kind: 'pass' }],
  ['is gone since the baseline', { baselineState: 'absent' }],
  ['is suppressed', { suppressions: [{ kind: 'inSource' }] }],
])('a SARIF result that %s is no finding', (_, result) => {
  expect(places(scan(wrap({ ...at('src/price.js'), ...result })))).toEqual([]);
  expect(places(scan(wrap(at('src/price.js'))))).toEqual(['src/price.js']);
});

test('SARIF takes level and text from the rule where the result has none', () => {
  const rule = {
    id: 'R1',
    defaultConfiguration: { level: 'error' },
    messageStrings: { a: { text: 'no {0} in {1}' } },
  };
  const { findings } = scan(
    wrap(
      { ruleId: 'R1', message: { id: 'a', arguments: ['tabs', 'Go'] }, ...at('src/price.js') },
      { tool: { driver: { name: 'X', rules: [rule] } } },
    ),
  );
  expect(findings.map(({ severity, message, code }) => [severity, message, code])).toEqual([
    ['error', 'no tabs in Go', 'R1'],
  ]);
});

test('TAP of any producer: its YAML names the place, todo and a sum of subtests are no failures', () => {
  const tap = [
    'TAP version 14',
    '# Subtest: prices',
    '    not ok 1 - rounds',
    '      ---',
    '      message: wrong sum',
    '      at:',
    '        file: src/price.js',
    '        line: 3',
    '        column: 7',
    '      ...',
    '    1..1',
    'not ok 1 - prices',
    'not ok 2 - later # TODO',
    'ok 3 - fine',
    '1..3',
  ].join('\n');
  const { findings } = scan(tap);
  expect(findings.map(({ file, line, test: name, message }) => [file, line, name, message])).toEqual([
    ['src/price.js', 3, 'rounds', 'wrong sum'],
  ]);
});

test('what the runner annotates for the job as a whole decides like the line that it printed', () => {
  const annotation = {
    path: '.github',
    start_line: 1,
    start_column: null,
    annotation_level: 'failure',
    title: '',
    message: 'The runner has received a shutdown signal.',
  };
  expect(scan(JSON.stringify([annotation])).category).toBe('infra');
});

test('of TAP with subtests, only the point that failed is told, whatever stands between it and those above', () => {
  const log = [
    ...[
      'TAP version 14',
      '# Subtest: test/cart.test.js',
      '    # Subtest: cart',
      '        not ok 1 - adds up',
    ],
    ...[
      '          ---',
      '          at:',
      '            fileName: test/cart.test.js',
      '            lineNumber: 3',
      '          ...',
    ],
    ...[
      '        ok 2 - parses',
      '        1..2',
      '    not ok 1 - cart # time=3ms',
      '      ---',
      '      at: none',
      '      ...',
    ],
    ...['    ok 2 - other', '    1..2', 'not ok 1 - test/cart.test.js', '1..1'],
  ].join('\n');
  expect(scanLog({ log, repositoryFiles: null }).findings.map(({ test: name }) => name)).toEqual(['adds up']);
});

test('of TAP in braces, too', () => {
  const log = [
    ...[
      'TAP version 13',
      '1..1',
      'not ok 1 - test/cart.test.js # time=3ms {',
      '    1..1',
      '    not ok 1 - cart # time=2ms {',
    ],
    ...[
      '        1..1',
      '        not ok 1 - adds up',
      '          ---',
      '          at: "test/cart.test.js:3:5"',
      '          ...',
    ],
    ...['    }', '}'],
  ].join('\n');
  expect(scanLog({ log, repositoryFiles: null }).findings.map(({ test: name }) => name)).toEqual(['adds up']);
});
