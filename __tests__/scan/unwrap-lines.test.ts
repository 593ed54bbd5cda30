import { expect, test } from '@jest/globals';
import { cleanLines } from '../../src/scan/clean-lines.js';
import { scanLog } from '../../src/scan/scan-log.js';
import { unwrapLines } from '../../src/scan/unwrap-lines.js';

const FILES = ['packages/web/shop/cart.py', 'packages/core/shop/cart.py', 'tests/test_cart.py'];
const REPORT = [
  '____ test_total ____',
  '',
  '    def test_total():',
  '>       assert total([1]) == 2',
  'E       assert 1 == 2',
  '',
  'tests/test_cart.py:27: AssertionError',
];
const textsOf = (log: string): string[] => [...unwrapLines(cleanLines(log))].map(({ text }) => text);

test.each([
  '@shop/web:test: ',
  'web:test:unit: ',
  'packages/web test: ',
  '[0] ',
  '[web] ',
  '[test:unit ] ',
  '#12 3.456 ',
  'web-1  | ',
  'web.1 | ',
  'py311: ',
  '[@shop/web]: ',
  '➤ YN0000: [@shop/web]: ',
  '@shop/web: ',
  '[CI/build]   | ',
])('what stands behind %j is read as if it stood alone', (prefix) => {
  const log = REPORT.map((line) => prefix + line).join('\n');
  const { findings } = scanLog({ log, repositoryFiles: FILES });
  const { findings: bare } = scanLog({ log: REPORT.join('\n'), repositoryFiles: FILES });
  expect(bare.map(({ file, line }) => `${file}:${line}`)).toEqual(['tests/test_cart.py:27']);
  expect(findings).toEqual(bare);
});

test.each(['@shop/web:test: ', 'packages/web test: ', '@shop/web: '])(
  'the package that %j names decides between files that end alike',
  (prefix) => {
    const log = `${prefix}start\n${prefix}shop/cart.py:3: error: no\n`;
    const { findings } = scanLog({ log, repositoryFiles: FILES });
    expect(findings.map(({ file }) => file)).toEqual(['packages/web/shop/cart.py']);
  },
);

test('lines of tasks that run at the same time do not mix', () => {
  const log = REPORT.flatMap((line) => [`[0] ${line}`, '[1] ====== 1 passed in 0.01s ======', '[1] ok']);
  const { findings } = scanLog({ log: log.join('\n'), repositoryFiles: FILES });
  expect(findings.map(({ line, test: name }) => [line, name])).toEqual([[27, 'test_total']]);
});

test.each(['[error] a\n[error] b', '[warn] a\n[warn] b', 'src/a.c:3: b\nsrc/a.c:4: b', '[0] once'])(
  '%j is what the tool itself said',
  (log) => {
    expect(textsOf(log)).toEqual(log.split('\n'));
  },
);

test('a report that is cut off stays as it is', () => {
  const log = '{"Action":"output","Output":"x';
  expect(textsOf(log)).toEqual([log]);
});
