import { expect, test } from '@jest/globals';
import { octokitOf } from './octokit-of.js';
import { useFakeGithub } from './use-fake-github.js';

const start = useFakeGithub();

async function begin() {
  const github = await start({ allowedRef: 'refs/heads/*' });
  github.runCi(({ event, fileAt }) => ({
    jobs: [{ name: `${event} of ${fileAt('a.txt').trim()}`, conclusion: 'success' }],
    reads: 1,
  }));
  github.person.push('work', { 'a.txt': 'a\n' });
  const as = (token: string) => octokitOf(github, { token });
  const checksOf = async (ref: string) => {
    const { octokit, at } = octokitOf(github);
    const { data } = await octokit.checks.listForRef({ ...at, ref });
    return data.check_runs.map(({ name, status }) => `${name}: ${status}`);
  };
  return { github, as, checksOf, sha: github.headOf('work')! };
}

test('a push starts the workflows, but not that of the workflow’s own token', async () => {
  const { github, as, checksOf, sha } = await begin();
  const bot = as(github.token);
  await bot.octokit.git.createRef({ ...bot.at, ref: 'refs/heads/of-the-bot', sha });
  expect(await checksOf('work')).toEqual([]);
  const person = as(github.tokenOf('octocat'));
  await person.octokit.git.createRef({ ...person.at, ref: 'refs/heads/of-a-person', sha });
  expect(await checksOf('work')).toEqual(['push of a: in_progress']);
  expect(await checksOf('work')).toEqual(['push of a: completed']);
});

test('the workflows of a pull request of the workflow’s own token wait for an approval', async () => {
  const { github, as, checksOf, sha } = await begin();
  const { octokit, at } = as(github.token);
  await octokit.pulls.create({ ...at, head: 'work', base: 'main', title: 'x', draft: true });
  const [waiting] = (await octokit.actions.listWorkflowRunsForRepo({ ...at, head_sha: sha })).data
    .workflow_runs;
  expect(waiting).toMatchObject({
    status: 'completed',
    conclusion: 'action_required',
    event: 'pull_request',
  });
  expect(await checksOf('work')).toEqual([]);
  github.person.approve(github.state.runs[0]!);
  expect(await checksOf('work')).toEqual(['pull_request of a: in_progress']);
});

test('a dispatch starts at once whoever asks, where the workflow has the trigger', async () => {
  const { github, as, checksOf } = await begin();
  const { octokit, at } = as(github.token);
  const dispatch = () =>
    octokit.actions.createWorkflowDispatch({ ...at, workflow_id: 'ci.yml', ref: 'work' });
  await dispatch();
  expect(await checksOf('work')).toEqual(['workflow_dispatch of a: in_progress']);
  github.state.workflows[0]!.isDispatchable = false;
  await expect(dispatch()).rejects.toMatchObject({ status: 422 });
});

test('what is required of a branch is told by its protection and by its rules', async () => {
  const { github, as } = await begin();
  Object.assign(github.state.repository, { protectedChecks: ['old'], ruledChecks: ['new'] });
  const { octokit, at } = as(github.token);
  const { data: branch } = await octokit.repos.getBranch({ ...at, branch: 'main' });
  expect(branch.protection?.required_status_checks?.contexts).toEqual(['old']);
  const { data: rules } = await octokit.repos.getBranchRules({ ...at, branch: 'main' });
  expect(rules).toMatchObject([
    { type: 'required_status_checks', parameters: { required_status_checks: [{ context: 'new' }] } },
  ]);
  expect((await octokit.repos.getBranchRules({ ...at, branch: 'work' })).data).toEqual([]);
});
