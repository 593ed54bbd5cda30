import type { ScriptedReply } from './run-cli.js';

type Reply = Exclude<ScriptedReply, string>;

/**
 * A project whose tests follow from a list in its source, so that an edit of the source can lose, rename or skip them:
 * `src/cases.mjs` and a wrong `src/sum.mjs`.
 */
export const CASES = {
  'src/sum.mjs': 'export const sum = (a, b) => a + b + (a === 2 ? 1 : 0);\n',
  'src/cases.mjs': [
    'export const cases = [',
    "  { name: 'adds ones', a: 1, want: 2 },",
    "  { name: 'adds twos', a: 2, want: 4 },",
    "  { name: 'adds threes', a: 3, want: 6 },",
    '];',
    '',
  ].join('\n'),
};

export const NODE_TEST = {
  'test/sum.test.mjs': [
    "import assert from 'node:assert';",
    "import { test } from 'node:test';",
    "import { cases } from '../src/cases.mjs';",
    "import { sum } from '../src/sum.mjs';",
    '',
    'for (const { name, a, want, skip } of cases) {',
    '  test(name, { skip }, () => assert.equal(sum(a, a), want));',
    '}',
    '',
  ].join('\n'),
};

const edit = (path: string, oldText: string, newText: string): Reply => ({
  changeSummary: `change ${path}`,
  edits: [{ path, oldText, newText }],
});

/** Repairs the source. */
export const REPAIRED = edit('src/sum.mjs', ' + (a === 2 ? 1 : 0)', '');
/** Makes the failing test go, be called otherwise, or be skipped; or trades it for another. */
export const LOST = edit('src/cases.mjs', "  { name: 'adds twos', a: 2, want: 4 },\n", '');
export const RENAMED = edit('src/cases.mjs', "'adds twos', a: 2, want: 4", "'adds two', a: 2, want: 5");
export const SKIPPED = edit('src/cases.mjs', 'a: 2, want: 4', 'a: 2, want: 4, skip: true');
export const TRADED = edit('src/sum.mjs', 'a === 2 ? 1', 'a === 3 ? 1');
