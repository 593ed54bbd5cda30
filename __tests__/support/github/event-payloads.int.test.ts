import { expect, test } from '@jest/globals';
import { useFakeGithub } from './use-fake-github.js';

const start = useFakeGithub();

test('the payload of a failed run is a real one with the facts of this repository', async () => {
  const github = await start();
  const run = github.addFailedRun({ attempt: 2, triggeringActor: 'octo-org' });
  expect(github.events.workflowRun(run)).toMatchObject({
    action: 'completed',
    repository: { full_name: 'octo-org/project', default_branch: 'main' },
    sender: { login: 'octo-org' },
    workflow: { name: 'CI' },
    workflow_run: {
      ...{ id: run.id, run_attempt: 2, conclusion: 'failure', status: 'completed', event: 'push' },
      ...{ head_branch: 'main', head_sha: github.headOf('main'), pull_requests: [] },
      actor: { login: 'octocat', type: 'User' },
      triggering_actor: { login: 'octo-org' },
      head_repository: { full_name: 'octo-org/project' },
    },
  });
});

test('the payload of a run on a fork names the fork, and no pull request', async () => {
  const github = await start();
  const sha = github.person.pushToFork('stranger', 'work', { 'a.txt': 'a\n' });
  const run = github.addFailedRun({
    ...{ headRepository: 'stranger/project', branch: 'work', event: 'pull_request', actor: 'stranger' },
  });
  expect(github.events.workflowRun(run)).toMatchObject({
    repository: { full_name: 'octo-org/project' },
    workflow_run: {
      ...{ head_sha: sha, head_branch: 'work', pull_requests: [], event: 'pull_request' },
      head_repository: { full_name: 'stranger/project', fork: true, owner: { login: 'stranger' } },
    },
  });
});

test('the payload of a run on a pull request of this repository names it', async () => {
  const github = await start();
  const sha = github.person.push('work', { 'a.txt': 'a\n' });
  const { number } = github.person.openPull({ head: 'work' });
  const run = github.addFailedRun({ branch: 'work', event: 'pull_request', pulls: [number] });
  expect(github.events.workflowRun(run)).toMatchObject({
    workflow_run: { pull_requests: [{ number, head: { ref: 'work', sha }, base: { ref: 'main' } }] },
  });
});

test('the payload of a dispatch has its inputs', async () => {
  const github = await start();
  expect(github.events.workflowDispatch({ 'run-id': '7' }, 'octo-org')).toMatchObject({
    ...{ inputs: { 'run-id': '7' }, ref: 'refs/heads/main' },
    ...{ repository: { full_name: 'octo-org/project' }, sender: { login: 'octo-org' } },
  });
});

test('the payload of a comment says whether it lies under a pull request', async () => {
  const github = await start();
  const issue = github.person.openIssue('Red');
  github.person.push('work', { 'a.txt': 'a\n' });
  const pull = github.person.openPull({ head: 'work' });
  const payload = (number: number) => github.events.issueComment(github.person.comment(number, '/smart-fix'));
  expect(payload(pull.number)).toMatchObject({
    ...{ action: 'created', sender: { login: 'octocat' } },
    issue: { number: pull.number, pull_request: { url: expect.any(String) } },
    comment: { body: '/smart-fix', user: { login: 'octocat' }, author_association: 'COLLABORATOR' },
  });
  expect(payload(issue.number).issue).not.toHaveProperty('pull_request');
});
