import { expect, test } from '@jest/globals';
import { ask, breakPull, saidBy, soundProject } from '../support/comment-ci.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('action-comment');
const start = useFakeGithub();
const model = scriptedModel();
const at = { folder, model };

test('`/smart-fix` becomes a reaction, one comment that is edited in place, and a draft into the pull request', async () => {
  const broken = breakPull(await start(soundProject()));
  const { github } = broken;
  const { outputs, exitCode, comment } = await ask(broken, at, {
    body: '/smart-fix with isolation\nPlease.',
  });
  expect(outputs).toMatchObject({ status: 'completed', 'stop-reason': 'fixed' });
  expect(exitCode).toBe(0);
  expect(comment.reactions).toMatchObject([{ content: 'eyes' }]);
  expect(github.pulls()).toMatchObject([
    {},
    { pull: { base: 'topic', draft: true, head: { ref: outputs.branch } } },
  ]);
  const [said = '', ...more] = saidBy(broken);
  expect(more).toEqual([]);
  expect(said).toMatch(/^<!-- smart-fix:progress:\w+ -->\n/);
  expect(said).toContain('completed (fixed)');
  expect(said).toContain(`- ${outputs['pull-request-url']}`);
  expect(said).toContain('/actions/runs/1)');
  const order = github.writes().map(({ operation }) => operation);
  expect(order[0]).toBe('reactions/create-for-issue-comment');
  expect(order[1]).toBe('issues/create-comment');
  expect(order.at(-1)).toBe('issues/update-comment');
});
