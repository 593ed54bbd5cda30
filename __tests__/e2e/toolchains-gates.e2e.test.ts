import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { proveRepair, replaceText } from '../support/prove-repair.js';
import { repair } from '../support/run-cli.js';
import { sampleRepository } from '../support/sample-repository.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('gates');
const model = scriptedModel();
const TSC = `"${resolve(import.meta.dirname, '../../node_modules/.bin/tsc')}" -p .`;
const NODE_TEST = 'node --test';

/** A TypeScript module that does not compile, and once it does, fails its test. */
const COUNTER = {
  '.gitignore': 'build\n',
  'package.json': '{ "name": "counter", "type": "module" }\n',
  'tsconfig.json':
    '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "rootDir": "src", "outDir": "build", "types": [] }, "include": ["src"] }\n',
  'src/counter.ts': [
    'export class Counter {',
    '  #count = 1;',
    '  next(): number {',
    "    return this.#count + '1';",
    '  }',
    '}',
    '',
  ].join('\n'),
  'test/counter.test.js': [
    "import assert from 'node:assert/strict';",
    "import { test } from 'node:test';",
    "import { Counter } from '../build/counter.js';",
    '',
    "test('counts on', () => {",
    '  const counter = new Counter();',
    '  assert.deepEqual([counter.next(), counter.next()], [2, 3]);',
    '});',
    '',
  ].join('\n'),
};

test('the first red command is what a proposal answers, and all commands must pass in the end', async () => {
  const { report } = await proveRepair(folder, model, {
    files: COUNTER,
    gate: [TSC, NODE_TEST],
    finding: { file: 'src/counter.ts', line: 4 },
    quoted: "return this.#count + '1';",
    replies: [
      replaceText('src/counter.ts', "+ '1'", '+ 1'),
      replaceText('src/counter.ts', 'return this.#count + 1;', 'return ++this.#count;'),
    ],
    tests: [null, [1, 0]],
  });
  expect(report.runs.map(({ commands }) => commands.map(({ command }) => command))).toEqual([
    [TSC],
    [TSC, NODE_TEST],
    [TSC, NODE_TEST],
  ]);
  const [first = '', second = ''] = model.prompts();
  expect(first).toContain(`$ ${NODE_TEST}\n(not reached)`);
  expect(second).toContain('test/counter.test.js:7');
  expect(second).toContain("+ '1'");
});

const SETUP = {
  'setup.sh':
    'set -e\necho run >> "$SETUP_LOG"\nmkdir -p build\necho "export const LIMIT = 10;" > build/limit.mjs\n',
  'src/clamp.mjs': [
    "import { LIMIT } from '../build/limit.mjs';",
    'export const clamp = (value) => Math.max(value, LIMIT);',
    '',
  ].join('\n'),
  'test/clamp.test.mjs': [
    "import assert from 'node:assert/strict';",
    "import { test } from 'node:test';",
    "import { clamp } from '../src/clamp.mjs';",
    "test('cuts', () => assert.equal(clamp(11), 10));",
    "test('leaves', () => assert.equal(clamp(4), 4));",
    '',
  ].join('\n'),
};

test.each([
  ['an ignored folder', 'build\n'],
  ['a folder that nothing ignores', '# nothing\n'],
])('what --setup makes in %s is made anew for every execution', async (where, ignored) => {
  const log = join(folder, `${where}.log`);
  const { report } = await proveRepair(folder, model, {
    files: { ...SETUP, '.gitignore': ignored },
    gate: NODE_TEST,
    args: ['--setup', 'sh setup.sh', '--gate-env', 'SETUP_LOG'],
    env: { SETUP_LOG: log },
    finding: { file: 'test/clamp.test.mjs', line: 4 },
    quoted: "test('cuts', () => assert.equal(clamp(11), 10));",
    replies: [
      replaceText('src/clamp.mjs', 'Math.max(value, LIMIT)', 'Math.abs(value)'),
      replaceText('src/clamp.mjs', 'Math.abs(value)', 'Math.min(value, LIMIT)'),
    ],
    tests: [
      [0, 2],
      [2, 0],
    ],
  });
  expect(report.runs).toHaveLength(3);
  expect(readFileSync(log, 'utf8')).toBe('run\n'.repeat(3));
});

test('a setup that fails is a red baseline in its own words, and no command of the gate runs', async () => {
  const repository = sampleRepository(folder, SETUP);
  const { report } = await repair(repository, {
    folder,
    gate: NODE_TEST,
    replies: [],
    args: ['--setup', 'echo "src/clamp.mjs:1: error: no build"; exit 3'],
  });
  expect(report.runs[0]?.commands.map(({ end }) => end)).toEqual([{ kind: 'exited', exitCode: 3 }]);
  expect(report.finding).toMatchObject({ file: 'src/clamp.mjs', line: 1 });
});
