import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { systemPrompt } from '../../../../src/repair/model/prompts/system-prompt.js';
import { replySchema } from '../../../../src/repair/model/reply.js';

const golden = (name: string): string =>
  readFileSync(new URL(`../../../fixtures/prompts/${name}.txt`, import.meta.url), 'utf8');

test.each(['reply', 'worktree'] as const)(
  'the instructions for an answer by %s are exactly the golden text',
  (answersBy) => {
    expect(systemPrompt(answersBy)).toBe(golden(answersBy));
  },
);

test('the instructions name every field of the reply', () => {
  for (const field of Object.keys(replySchema.shape)) {
    expect(systemPrompt('reply')).toContain(`"${field}":`);
  }
});
