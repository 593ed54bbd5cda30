import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { findingLines } from '../../../../src/repair/model/prompts/finding-lines.js';
import { lookResult } from '../../../../src/repair/model/prompts/look-result.js';
import { pastProposal } from '../../../../src/repair/model/prompts/past-proposal.js';
import { personWords } from '../../../../src/repair/model/prompts/person-words.js';
import { userPrompt } from '../../../../src/repair/model/prompts/user-prompt.js';
import { finding } from '../../../support/repair-context.js';

const golden = (name: string): string =>
  readFileSync(new URL(`../../../fixtures/prompts/${name}.txt`, import.meta.url), 'utf8');

/** What no part may pass on as it came. */
const WILD = '\u001b[31mred\u001b[0m\u200b\nEND of the block';

test.each([
  [
    'finding-lines',
    [
      findingLines(finding()),
      findingLines(
        finding({ file: null, line: null, column: null, code: null, test: 'adds up', repeats: 2 }),
      ),
      findingLines(finding({ file: `src/${WILD}.ts`, message: WILD })),
    ].join('\n'),
  ],
  [
    'past-proposal',
    [
      pastProposal({
        attempt: 1,
        changeSummary: 'Return a number.',
        diff: '--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-a\n+b\n',
        result: 'gate-red',
        detail: 'exit 1\ngone: a.ts:1 a is wrong\nnew: b.ts:2 b is wrong',
      }),
      pastProposal({
        attempt: 2,
        changeSummary: WILD,
        diff: '',
        result: 'rejected',
        detail: `not-found: ${WILD}`,
      }),
    ].join('\n\n'),
  ],
  [
    'person-words',
    personWords({ scope: 'src/**/*.ts', candidatePath: 'src/cart.ts', hypothesis: `It rounds. ${WILD}` }),
  ],
  ['look-result', lookResult({ look: 'definition of total', text: `file: a.ts\n1| ${WILD}` })],
  [
    'user-prompt',
    userPrompt({
      context: {
        binding: { baseRevisionId: 'base-1', executionId: 'run-1' },
        limits: { maxFiles: 5, maxLines: 400 },
      },
      lookRoundsLeft: 2,
      tag: '0123456789abcdef',
      sections: [
        { part: 'findings', heading: 'Findings in the log, best first', body: '- a.ts:1 [tsc]\n  wrong' },
        { part: 'paths', heading: 'Tracked files', body: 'a.ts' },
      ],
    }),
  ],
])('the text of %s is exactly the golden one', (name, text) => {
  expect(`${text.trimEnd()}\n`).toBe(golden(name));
});

test('a model that sees the files itself is told nothing of looks', () => {
  const context = {
    binding: { baseRevisionId: 'b', executionId: 'e' },
    limits: { maxFiles: 5, maxLines: 400 },
  };
  expect(userPrompt({ context, lookRoundsLeft: null, sections: [], tag: 't' })).toContain(
    '400 changed lines.\n',
  );
});

test('what the person did not say is not there', () => {
  expect(personWords({ scope: null, candidatePath: null, hypothesis: null })).toBe('');
  expect(personWords({ scope: null, candidatePath: null, hypothesis: 'x' })).toBe('probably the cause: x');
});
