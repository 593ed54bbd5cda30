import { expect, test } from '@jest/globals';
import { plainCommand } from '../../src/domain/shell-command.js';
import { gateScripts } from '../../src/policy/gate-scripts.js';

const scriptsOf = (text: string, folder = '.') =>
  gateScripts({ setup: [], commands: [{ ...plainCommand(text), folder }] });

test.each([
  ['sh ci/check.sh', 'ci/check.sh'],
  ['./ci.sh --all', 'ci.sh'],
  ['./run-tests', 'run-tests'],
  ['./ci.d/run-tests', 'ci.d/run-tests'],
  ['ci/check.sh', 'ci/check.sh'],
  ['bash -eu ./ci/check.sh', 'ci/check.sh'],
  ['/bin/bash ci/check.sh', 'ci/check.sh'],
  ['npm ci && bash check.sh', 'check.sh'],
  ['npm ci\n  . ci/env.sh', 'ci/env.sh'],
  ['(cd x; source ci/env.sh)', 'ci/env.sh'],
])('%j starts %s', (text, script) => {
  expect(scriptsOf(text)).toEqual([script]);
});

test.each([
  'shellcheck ci/check.sh',
  'npm test',
  'bats a.sh',
  'grep -r sh .',
  'node src/index.js',
  './main.py',
])('%j starts no script', (text) => {
  expect(scriptsOf(text)).toEqual([]);
});

test('a script is looked for in the folder of its command, and in the setup too', () => {
  expect(scriptsOf('./check.sh', 'packages/a')).toEqual(['packages/a/check.sh']);
  const setup = [plainCommand('sh setup.sh')];
  expect(gateScripts({ setup, commands: [plainCommand('sh setup.sh')] })).toEqual(['setup.sh']);
});

test('a command of any length is read at once', () => {
  const started = performance.now();
  for (const part of ['./', 'a/', 'sh ', 'sh -a ', '. ', ' ', ';', '\n'])
    expect(scriptsOf(part.repeat(100_000))).toEqual([]);
  expect(performance.now() - started).toBeLessThan(10_000);
});
