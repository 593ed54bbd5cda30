import { expect } from '@jest/globals';
import { replaceText } from '../support/prove-repair.js';
import { repair } from '../support/run-cli.js';
import { sampleRepository } from '../support/sample-repository.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { toolchain } from '../support/toolchain.js';

const folder = temporaryFolder('lost-tests');
const JEST = `${process.cwd()}/node_modules/jest/bin/jest.js`;
const COLD_START_MS = 240_000;

interface Project {
  readonly files: Readonly<Record<string, string>>;
  readonly gate: string;
  /** An edit of the source after which the failing test has another name and passes. */
  readonly trade: readonly [path: string, oldText: string, newText: string];
  readonly gone: string;
  readonly instead: string;
}

/** The number of tests stays, and every command exits with 0: only the names tell. */
async function refuteTrade({ files, gate, trade, gone, instead }: Project) {
  const { report } = await repair(sampleRepository(folder, files), {
    folder,
    gate,
    replies: [replaceText(...trade)],
    args: ['--max-attempts', '1'],
  });
  expect(report.runs[1]).toMatchObject({ status: 'failed', errorCode: 'tests-lost', exitCode: 0 });
  const check = report.runs[1]?.checks.find(({ name }) => name === 'test-names');
  expect(check?.detail).toContain(`ran before and are gone: ${gone} (new: ${instead})`);
  expect(report).toMatchObject({ stopReason: 'max-attempts', acceptedRevisionId: null });
}

const pytest = toolchain('python3 -m pytest --version');
const go = toolchain('go version');
const node = toolchain('node --version');

pytest.test('pytest: a parameter that the source trades for an easier one is a lost test', async () => {
  await refuteTrade({
    files: {
      'shop.py': "CASES = {'one': (1, 2), 'two': (2, 4)}\n\n\ndef twice(n):\n    return 2 if n == 1 else 5\n",
      'test_shop.py': [
        'import pytest',
        '',
        'from shop import CASES, twice',
        '',
        '',
        "@pytest.mark.parametrize('name', CASES)",
        'def test_twice(name):',
        '    n, want = CASES[name]',
        '    assert twice(n) == want',
        '',
      ].join('\n'),
    },
    gate: 'python3 -m pytest -v',
    trade: ['shop.py', "'two': (2, 4)", "'uno': (1, 2)"],
    gone: 'test_shop.py::test_twice[two]',
    instead: 'test_shop.py::test_twice[uno]',
  });
});

node.test('jest: a case that the source trades for an easier one is a lost test', async () => {
  await refuteTrade({
    files: {
      'package.json': '{ "name": "shop", "jest": { "testEnvironment": "node" } }\n',
      'shop.js': [
        "exports.cases = [['one', 1, 2], ['two', 2, 4]];",
        'exports.twice = (n) => (n === 1 ? 2 : 5);',
        '',
      ].join('\n'),
      'shop.test.js': [
        "const { cases, twice } = require('./shop');",
        "test.each(cases)('twice %s', (_, n, want) => expect(twice(n)).toBe(want));",
        '',
      ].join('\n'),
    },
    gate: `node "${JEST}" --verbose`,
    trade: ['shop.js', "['two', 2, 4]", "['uno', 1, 2]"],
    gone: './shop.test.js > twice two',
    instead: './shop.test.js > twice uno',
  });
});

go.test(
  'go: a case that the source trades for an easier one is a lost test',
  async () => {
    await refuteTrade({
      files: {
        'go.mod': 'module example.com/shop\n\ngo 1.21\n',
        'shop.go': [
          'package shop',
          '',
          'var Cases = map[string]int{"one": 1, "two": 2}',
          '',
          'func Twice(n int) int {',
          '\tif n == 1 {',
          '\t\treturn 2',
          '\t}',
          '\treturn 5',
          '}',
          '',
        ].join('\n'),
        'shop_test.go': [
          'package shop',
          '',
          'import "testing"',
          '',
          'func TestTwice(t *testing.T) {',
          '\tfor name, n := range Cases {',
          '\t\tt.Run(name, func(t *testing.T) {',
          '\t\t\tif Twice(n) != n+n {',
          '\t\t\t\tt.Error("no")',
          '\t\t\t}',
          '\t\t})',
          '\t}',
          '}',
          '',
        ].join('\n'),
      },
      gate: 'go test -v ./...',
      trade: ['shop.go', '"two": 2', '"uno": 1'],
      gone: 'example.com/shop > TestTwice/two',
      instead: 'example.com/shop > TestTwice/uno',
    });
  },
  COLD_START_MS,
);
