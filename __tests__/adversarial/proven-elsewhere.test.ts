import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

/** Cases of this folder's families that a suite of their subject proves: the case, the suite, words of its test's name. */
const PROVEN: readonly (readonly [id: string, suite: string, words: string])[] = [
  ['INJ-12', 'e2e/model-calls.e2e', 'follows no link and leaves the repository in no other way'],
  ['INJ-12', 'repair/model/take-looks', 'INJ-12'],
  ['MDL-01', 'e2e/openai.e2e', 'a rate limit is waited out as long as the endpoint asks'],
  [
    'MDL-01',
    'adapters/model/openai-model.int',
    'a rate limit without end is unavailable after three retries',
  ],
  ['MDL-02', 'e2e/openai.e2e', 'a server error that stays puts the run off with a warning'],
  ['MDL-02', 'e2e/model-calls.e2e', 'a request that gets no answer in its time is repeated'],
  ['MDL-04', 'e2e/openai.e2e', 'a refusal ends the run as the model giving up'],
  ['MDL-04', 'adapters/model/openai-model.int', 'an answer that the content filter held back is refused'],
  ['MDL-07', 'e2e/model-calls.e2e', 'is asked again at half its size'],
  ['MDL-11', 'e2e/budgets.e2e', 'when the model calls are spent the run is partial'],
  ['MDL-11', 'e2e/model-calls.e2e', 'is reserved at its worst before a call'],
  ['MDL-13', 'e2e/openai.e2e', 'a key that is refused needs a person, after one request'],
  ['MDL-13', 'e2e/openai.e2e', 'a model that the endpoint does not have needs a person'],
  ['PAT-13', 'adapters/git/git-workspace.int', 'a branch name that git refuses is refused'],
  ['PAT-17', 'e2e/checkouts.e2e', 'a submodule is left alone and named'],
];

test.each(PROVEN)('%s is proven in %s: %s', (_, suite, words) => {
  const text = readFileSync(join(import.meta.dirname, '..', `${suite}.test.ts`), 'utf8');
  expect(text).toContain(words);
});
