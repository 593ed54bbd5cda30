import { resolve } from 'node:path';
import { test } from '@jest/globals';
import { proveRepair, replaceText } from '../support/prove-repair.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('javascript');
const model = scriptedModel();
const TOOLS = resolve(import.meta.dirname, '../../node_modules');

test('a type error of tsc is found, shown to the model and repaired', async () => {
  await proveRepair(folder, model, {
    files: {
      'tsconfig.json':
        '{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] }, "include": ["src"] }\n',
      'src/price.ts': 'export interface Price {\n  readonly cents: number;\n}\n',
      'src/cart.ts': [
        "import type { Price } from './price';",
        '',
        'export function total(prices: readonly Price[]): string {',
        '  return prices.reduce((sum, price) => sum + price.cents, 0);',
        '}',
        '',
      ].join('\n'),
    },
    gate: `"${TOOLS}/.bin/tsc" -p .`,
    finding: { file: 'src/cart.ts', line: 4 },
    quoted: 'return prices.reduce(',
    replies: [
      replaceText('src/cart.ts', 'price.cents, 0);', 'price.euros, 0);'),
      {
        edits: [
          { path: 'src/cart.ts', oldText: ']): string', newText: ']): number' },
          { path: 'src/cart.ts', oldText: 'price.euros', newText: 'price.cents' },
        ],
      },
    ],
    tests: [null, null],
  });
});

test('a failing node:test points at the fault in the module that it calls', async () => {
  await proveRepair(folder, model, {
    files: {
      'package.json': '{ "name": "slug", "type": "module", "scripts": { "test": "node --test" } }\n',
      'src/slug.js': [
        'const clean = (word) => word.trim().toLowercase();',
        '',
        "export const slug = (title) => title.split(' ').map(clean).join('-');",
        '',
      ].join('\n'),
      'test/slug.test.js': [
        "import assert from 'node:assert/strict';",
        "import { describe, test } from 'node:test';",
        "import { slug } from '../src/slug.js';",
        '',
        "describe('slug', () => {",
        "  test('words are joined', () => assert.equal(slug('Two Words'), 'two-words'));",
        "  test('nothing stays nothing', () => assert.equal(''.length, 0));",
        '});',
        '',
      ].join('\n'),
    },
    gate: 'npm test',
    finding: { file: 'src/slug.js', line: 1 },
    quoted: 'const clean = (word) =>',
    replies: [
      replaceText('src/slug.js', 'toLowercase', 'toUpperCase'),
      replaceText('src/slug.js', 'toUpperCase', 'toLowerCase'),
    ],
    tests: [
      [1, 1],
      [2, 0],
    ],
  });
});

test('a failing jest test points at its expectation, and the module is shown with it', async () => {
  await proveRepair(folder, model, {
    files: {
      'package.json': '{ "name": "range", "jest": { "testEnvironment": "node" } }\n',
      'src/range.js': [
        'exports.range = (from, to) => Array.from({ length: to - from - 1 }, (_, index) => from + index);',
        '',
      ].join('\n'),
      'test/range.test.js': [
        "const { range } = require('../src/range.js');",
        '',
        "describe('range', () => {",
        "  it('is empty from 1 to 1', () => {",
        '    expect([]).toHaveLength(0);',
        '  });',
        "  it('leaves the end out', () => {",
        '    expect(range(1, 4)).toEqual([1, 2, 3]);',
        '  });',
        "  it.todo('goes down');",
        '});',
        '',
      ].join('\n'),
    },
    gate: `node "${TOOLS}/jest/bin/jest.js" --runInBand`,
    finding: { file: 'test/range.test.js', line: 8 },
    quoted: 'expect(range(1, 4)).toEqual([1, 2, 3]);',
    replies: [replaceText('src/range.js', 'to - from - 1', 'to - from')],
    tests: [
      [1, 1],
      [2, 0],
    ],
  });
});
