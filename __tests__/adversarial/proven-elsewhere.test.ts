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
  ['TRG-01', 'action/comment-door.e2e', 'is refused without a word'],
  ['TRG-02', 'action/comment-door.e2e', 'who may only read'],
  ['TRG-03', 'action/comment-door.e2e', 'of whom the host cannot say what they may'],
  ['TRG-03', 'action/admission.e2e', 'a person of whom the host cannot say what they may'],
  ['TRG-04', 'action/admission.e2e', 'a commit of a fork'],
  ['TRG-05', 'action/admission.e2e', 'a re-run by a person without power'],
  ['TRG-05', 'action/events.e2e', 'a person may not have a fork repaired by naming its run'],
  ['TRG-06', 'action/admission.e2e', 'a bot that is not listed'],
  ['TRG-06', 'action/comment-door.e2e', 'that is a bot and not listed by its exact name'],
  ['TRG-07', 'action/comment-door.e2e', 'an edited command'],
  ['TRG-08', 'action/comment-door.e2e', 'a head that was pushed after the command is not worked on'],
  ['TRG-08', 'action/publication.e2e', 'when the branch moves while the fix is made, nothing is published'],
  ['TRG-08', 'action/opting-out.e2e', 'a commit that is no longer the head is told before anything is run'],
  ['TRG-09', 'trigger/parse-command', 'text in %s is no command'],
  ['TRG-10', 'action/comment-door.e2e', 'unknown words are answered with the usage'],
  ['TRG-11', 'action/events.e2e', 'naming %s is a usage error'],
  ['TRG-12', 'action/comment-door.e2e', 'gets one short reply, however often one asks'],
  ['TRG-13', 'action/admission.e2e', 'a run that ended as %s is ignored'],
  ['TRG-14', 'action/admission.e2e', 'a workflow that could not be started is handed to a person'],
  ['TRG-14', 'action/comment-door.e2e', 'a workflow that could not be started is handed to a person'],
  ['TRG-15', 'action/events.e2e', 'a payload that %s ends as failed without any effect'],
  ['TRG-15', 'action/comment-door.e2e', 'a payload with a megabyte of unknown fields is read like any other'],
  ['CON-02', 'action/comment-door.e2e', 'the same comment delivered again is a duplicate'],
  ['CON-03', 'action/comment-door.e2e', 'one command is followed at a time'],
  ['CON-04', 'action/admission.e2e', 'no repair of a repair'],
  ['CON-04', 'action/opting-out.e2e', 'what we pushed to a branch is not repaired by itself once more'],
  ['CON-07', 'action/comment-results.e2e', 'leaves a head alone that moved while the fix was made'],
  ['CON-08', 'action/opting-out.e2e', 'is not proposed again, until somebody asks'],
];

test.each(PROVEN)('%s is proven in %s: %s', (_, suite, words) => {
  const text = readFileSync(join(import.meta.dirname, '..', `${suite}.test.ts`), 'utf8');
  expect(text).toContain(words);
});
