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

test('what may be in several folders is in the one where everything else is', () => {
  const files = ['one/src/main.rs', 'two/src/main.rs', 'two/src/inner.rs', 'one/src/outer.rs'];
  const at = (...lines: string[]): (string | null)[] =>
    scanLog({ log: lines.join('\n'), repositoryFiles: files }).findings.map(({ file }) => file);
  const [main, inner, outer] = ['main', 'inner', 'outer'].map((name) => `src/${name}.rs:3:1: error: no`);
  expect(at(main ?? '', inner ?? '')).toEqual(['two/src/main.rs', 'two/src/inner.rs']);
  expect(at(main ?? '', inner ?? '', outer ?? '')).toEqual(['two/src/inner.rs', 'one/src/outer.rs']);
});

test('a test file that jest names tells where its places are', () => {
  const log =
    'FAIL packages/two/test/a.test.js\n  ● adds\n\n    boom\n\n      at Object.<anonymous> (a.test.js:3:1)\n';
  const repositoryFiles = ['packages/one/test/a.test.js', 'packages/two/test/a.test.js'];
  const { findings } = scanLog({ log, repositoryFiles });
  expect(findings.map(({ file, line }) => [file, line])).toEqual([['packages/two/test/a.test.js', 3]]);
});

test("a bare name is of the folder that make is in: the outer one's again, once the inner is left", () => {
  const repositoryFiles = ['Makefile', 'app/Makefile', 'app/lib/Makefile'];
  const entering = (level: number, folder: string) =>
    `make[${level}]: Entering directory '/home/runner/work/r/r/${folder}'`;
  const leaving = (level: number, folder: string) =>
    `make[${level}]: Leaving directory '/home/runner/work/r/r/${folder}'`;
  const fileAfter = (...lines: string[]) =>
    scanLog({ log: [...lines, 'Makefile:8: *** missing separator.  Stop.'].join('\n'), repositoryFiles })
      .findings[0]?.file;
  expect(fileAfter(entering(1, 'app'))).toBe('app/Makefile');
  expect(fileAfter(entering(1, 'app'), entering(2, 'app/lib'))).toBe('app/lib/Makefile');
  expect(fileAfter(entering(1, 'app'), entering(2, 'app/lib'), leaving(2, 'app/lib'))).toBe('app/Makefile');
  expect(fileAfter(entering(1, 'app'), entering(1, 'app/lib'), leaving(1, 'app'))).toBe('app/lib/Makefile');
  expect(fileAfter(entering(1, 'app'), leaving(1, 'app'))).toBe('Makefile');
});
