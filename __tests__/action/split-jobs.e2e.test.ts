import { expect, test } from '@jest/globals';
import { GOOD } from '../support/broken-sum.js';
import { brokenProject } from '../support/failed-ci.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { scriptedModel } from '../support/scripted-model.js';
import { playSplitJobs, type SplitRepair } from '../support/split-jobs.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('split-jobs');
const start = useFakeGithub();
const model = scriptedModel();

async function play(given: SplitRepair) {
  const github = await start(brokenProject());
  const jobs = await playSplitJobs({ github, folder, model }, given);
  return { github, last: jobs.at(-1), modes: jobs.map(({ mode }) => mode) };
}

test('a model repairs in the first round, and only the last job writes', async () => {
  const { github, last, modes } = await play({ answers: [{ reply: GOOD }] });
  expect(modes).toEqual(['admit', 'verify', 'repair', 'verify', 'publish']);
  expect(last?.outputs).toMatchObject({ status: 'completed', 'stop-reason': 'fixed' });
  expect(github.pulls()).toHaveLength(1);
});
