import { expect, test } from '@jest/globals';
import type { Scan } from '../../src/domain/scan.js';
import { scanLog } from '../../src/scan/scan-log.js';

const scan = (lines: readonly string[], files: readonly string[] | null = null): Scan =>
  scanLog({ log: lines.join('\n'), repositoryFiles: files });
const places = ({ findings }: Scan): string[] => findings.map(({ file, line }) => `${file}:${line}`);

test.each(['ts', 'js', 'py', 'sh'])('path:line of a .%s file is a target', (extension) => {
  expect(places(scan([`lib/tool.${extension}:12: something is wrong`]))).toEqual([
    `lib/tool.${extension}:12`,
  ]);
});

test('nothing located is an empty list', () => {
  expect(scan(['everything is strange']).findings).toEqual([]);
});

test('errors stand before warnings, whatever their order in the log', () => {
  expect(places(scan(['a.c:1:1: warning: unused [-Wunused]', 'a.c:9:1: error: bad']))).toEqual([
    'a.c:9',
    'a.c:1',
  ]);
});

test('notes are no findings where there is an error', () => {
  expect(places(scan(['a.c:9:1: error: bad', 'b.h:2:1: note: declared here']))).toEqual(['a.c:9']);
});

test('the same place printed twice is one finding with a repeat', () => {
  const { findings } = scan(['src/a.ts(3,5): error TS2322: no', 'src/a.ts(3,5): error TS2322: no']);
  expect(findings.map(({ repeats }) => repeats)).toEqual([1]);
});

test('a list of files is no finding where something else was said, or where the step did not fail', () => {
  const files = ['a.go', 'b.go'];
  expect(places(scan(['a.go', 'b.go'], files))).toEqual(['a.go:null', 'b.go:null']);
  expect(places(scan(['a.go', 'b.go', 'all is well'], files))).toEqual([]);
  const log = [
    '##[group]Run ls',
    '##[endgroup]',
    'a.go',
    '##[group]Run x',
    '##[endgroup]',
    'no',
    '##[error]Process completed with exit code 1.',
  ];
  expect(places(scan(log, files))).toEqual([]);
});

test('the failed step comes before others', () => {
  const log = [
    '##[group]Run one',
    'shell: bash',
    '##[endgroup]',
    'a.c:1:1: error: tolerated',
    '##[group]Run two',
    'shell: bash',
    '##[endgroup]',
    'b.c:2:2: error: fatal here',
    '##[error]Process completed with exit code 1.',
  ];
  expect(places(scan(log))).toEqual(['b.c:2', 'a.c:1']);
});

test('the innermost frame of the repository is the suspect; libraries are counted', () => {
  const result = scan(
    [
      'TypeError: x',
      '    at lib (node_modules/l/i.js:1:1)',
      '    at f (src/f.js:2:17)',
      '    at main (src/main.js:9:1)',
    ],
    ['src/f.js', 'src/main.js'],
  );
  expect(places(result)).toEqual(['src/f.js:2']);
  expect(result.outsideLocations).toBe(1);
});

test('of a failed assertion, the caller of the helper is the suspect', () => {
  const result = scan(
    [
      'AssertionError: expected 1 to be 2',
      '    at assertTotal (test/helper.js:4:3)',
      '    at test (test/cart.js:20:3)',
    ],
    ['test/helper.js', 'test/cart.js'],
  );
  expect(places(result)).toEqual(['test/cart.js:20']);
});

test('a trace through libraries only locates nothing', () => {
  const result = scan(['TypeError: x', '    at lib (node_modules/l/i.js:1:1)'], ['src/f.js']);
  expect(result.findings).toEqual([]);
  expect(result.outsideLocations).toBe(1);
});

test("a missing module of the project's own is a compile error without a blocker", () => {
  const trace = (module: string): string[] => [
    'Traceback (most recent call last):',
    '  File "app.py", line 1, in <module>',
    `    import ${module}`,
    `ModuleNotFoundError: No module named '${module}'`,
  ];
  const files = ['app.py', 'ledger/core.py'];
  const own = scan(trace('ledger.gone'), files);
  const foreign = scan(trace('flask'), files);
  expect([own.category, own.blockers]).toEqual(['compile', []]);
  expect([foreign.category, foreign.blockers.map(({ kind }) => kind)]).toEqual([
    'dependency',
    ['missing-dependency'],
  ]);
});

test('a file that is not in the repository is a missing input, one that is there is not', () => {
  const trace = (file: string): string[] => [
    'Traceback (most recent call last):',
    '  File "app.py", line 3, in <module>',
    `FileNotFoundError: [Errno 2] No such file or directory: '${file}'`,
  ];
  const kinds = (file: string): string[] =>
    scan(trace(file), ['app.py', 'data/in.csv']).blockers.map(({ kind }) => kind);
  expect([kinds('data/gone.csv'), kinds('data/in.csv')]).toEqual([['missing-input'], []]);
});

test.each([
  ['data/orders.cvs', []],
  ['/home/runner/work/r/r/data/ordres.csv', []],
  ['dta/orders.csv', []],
  ['data/orders-2.csv', ['missing-input']],
  ['data/items.csv', ['missing-input']],
])('%s is missing only when no file of the repository is called almost so', (file, kinds) => {
  const log = [
    'Traceback (most recent call last):',
    '  File "app.py", line 3, in <module>',
    `FileNotFoundError: [Errno 2] No such file or directory: '${file}'`,
  ];
  const result = scan(log, ['app.py', 'data/orders.csv', 'data/orders-1.csv']);
  expect(result.blockers.map(({ kind }) => kind)).toEqual(kinds);
});

test('the same holds for what only a program without a trace says', () => {
  const kinds = (line: string): string[] =>
    scan([line], ['data/orders.csv']).blockers.map(({ kind }) => kind);
  expect([
    kinds('cat: data/orders.cvs: No such file or directory'),
    kinds('cat: in.txt: No such file or directory'),
  ]).toEqual([[], ['missing-input']]);
});

test('where no change can help, nothing is located, and what stands in the way is still told', () => {
  const result = scan([
    'src/a.c:3:1: error: half',
    'cp: Permission denied',
    '##[error]Process completed with exit code 137.',
  ]);
  const denied = scan(
    ['##[error]deploy: 403 Forbidden', '##[error]Process completed with exit code 1.'],
    ['src/a.c'],
  );
  expect([result.actionable, result.findings]).toEqual([false, []]);
  expect([denied.actionable, denied.findings, denied.blockers]).toEqual([
    false,
    [],
    [{ kind: 'permission', evidence: 'deploy: 403 Forbidden', logLine: 1 }],
  ]);
});

test('words about permission inside an assertion are no blocker', () => {
  const log = ["AssertionError: expected 'permission denied' to equal 'ok'", '    at t (test/a.js:1:1)'];
  expect(scan(log, ['test/a.js']).blockers).toEqual([]);
});

test('a denied permission that nothing else explains is one', () => {
  const result = scan(['##[error]fatal: Authentication failed for https://example.org/r.git']);
  expect([result.category, result.actionable, result.blockers.map(({ kind }) => kind)]).toEqual([
    'permission',
    false,
    ['permission'],
  ]);
});

test.each([
  ['##[error]The runner has received a shutdown signal.', 'infra'],
  ['##[error]Process completed with exit code 137.', 'oom'],
  ['npm error code ECONNRESET', 'transient'],
  ['ld: final link failed: No space left on device', 'infra'],
])('%s: no change can help, so nothing is located', (line, category) => {
  const result = scan(['src/a.c:3:1: error: half', line]);
  if (category !== 'transient') expect(result.findings).toEqual([]);
  const alone = scan([line]);
  expect([alone.category, alone.actionable, alone.findings]).toEqual([category, false, []]);
});

test("a test's own time limit can be mended, a command's cannot", () => {
  const own = scan(
    ['  1) slow', '       ends:', '     Error: Timeout of 20ms exceeded. (/home/runner/work/r/r/test/a.js)'],
    ['test/a.js'],
  );
  const job = scan([
    '##[error]The job running on runner X has exceeded the maximum execution time of 360 minutes.',
  ]);
  expect([own.category, own.actionable, job.category, job.actionable]).toEqual([
    'timeout',
    true,
    'timeout',
    false,
  ]);
});

test('a summary of a test that failed where another did is no finding of its own', () => {
  const log = [
    ...[
      '____ test_first[a] ____',
      '',
      '    def test_first(x):',
      '>       first(x)',
      '',
      'src/t_test.py:4: ',
      '',
    ],
    ...[
      '    def first(x):',
      '>       return x[0]',
      'E       IndexError: out of range',
      '',
      'src/t.py:2: IndexError',
    ],
    ...[
      '____ test_first[b] ____',
      '',
      '    def test_first(x):',
      '>       first(x)',
      '',
      'src/t_test.py:4: ',
      '',
    ],
    ...[
      '    def first(x):',
      '>       return x[0]',
      'E       IndexError: out of range',
      '',
      'src/t.py:2: IndexError',
    ],
    '=== short test summary info ===',
    'FAILED src/t_test.py::test_first[a] - IndexError: out of range',
    'FAILED src/t_test.py::test_first[b] - IndexError: out of range',
  ].join('\n');
  const { findings } = scanLog({ log, repositoryFiles: ['src/t.py', 'src/t_test.py'] });
  expect(findings.map(({ file, line, repeats }) => [file, line, repeats])).toEqual([['src/t.py', 2, 1]]);
});
