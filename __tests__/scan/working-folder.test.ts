import { expect, test } from '@jest/globals';
import { scanLog } from '../../src/scan/scan-log.js';

const FILES = ['packages/one/src/index.ts', 'packages/two/src/index.ts', 'two/src/index.ts'];

test.each([
  "make[1]: Entering directory '/home/runner/work/r/r/packages/two'",
  '> two@1.0.0 build /home/runner/work/r/r/packages/two',
  '   Compiling two v0.1.0 (/home/runner/work/r/r/packages/two)',
  'rootdir: /app/packages/two, configfile: pytest.ini',
  '+ cd packages/two',
])('after %j, the file below that folder is meant', (line) => {
  const log = `${line}\nsrc/index.ts:3:1: error: no\n`;
  expect(scanLog({ log, repositoryFiles: FILES }).findings.map(({ file }) => file)).toEqual([
    'packages/two/src/index.ts',
  ]);
});

test("a package's name says its folder, unless two folders are called so", () => {
  const log =
    '> @shop/one@1.0.0 build\nsrc/index.ts:3:1: error: no\n> @shop/two@1.0.0 build\nsrc/index.ts:4:1: error: no';
  expect(scanLog({ log, repositoryFiles: FILES }).findings.map(({ file }) => file)).toEqual([
    'packages/one/src/index.ts',
  ]);
});

test('a folder that is left says nothing of what follows', () => {
  const log = [
    "make[1]: Entering directory '/home/runner/work/r/r/packages/two'",
    "make[1]: Leaving directory '/home/runner/work/r/r/packages/two'",
    'src/index.ts:3:1: error: no',
  ].join('\n');
  expect(scanLog({ log, repositoryFiles: FILES }).findings).toEqual([]);
});
