import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { Octokit } from '@octokit/rest';
import type { FakeGithub } from './fake-github.js';
import { useFakeGithub } from './use-fake-github.js';

const start = useFakeGithub();
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const client = (github: FakeGithub, token = github.token, baseUrl = github.apiUrl) =>
  new Octokit({ auth: token, baseUrl, log: quiet });

test('a fix goes from refs to a pull request', async () => {
  const github = await start();
  const run = github.addFailedRun();
  const octokit = client(github);
  const at = { owner: github.owner, repo: github.name };
  const { data } = await octokit.actions.getWorkflowRun({ ...at, run_id: run.id });
  expect(data.head_sha).toBe(github.headOf('main'));
  const jobs = await octokit.actions.listJobsForWorkflowRunAttempt({
    ...at,
    run_id: run.id,
    attempt_number: 1,
  });
  const log = await octokit.actions.downloadJobLogsForWorkflowRun({ ...at, job_id: jobs.data.jobs[0]!.id });
  expect(log.data).toContain('##[error]');
  const tree = await octokit.git.createTree({
    ...at,
    base_tree: data.head_sha,
    tree: [{ path: 'a', mode: '100644', type: 'blob', content: 'x\n' }],
  });
  const commit = await octokit.git.createCommit({
    ...at,
    message: 'fix',
    tree: tree.data.sha,
    parents: [data.head_sha],
  });
  await octokit.git.createRef({ ...at, ref: 'refs/heads/smart-fix/1', sha: commit.data.sha });
  const pull = await octokit.pulls.create({
    ...at,
    head: 'smart-fix/1',
    base: 'main',
    title: 'x',
    draft: true,
  });
  expect(pull.data.changed_files).toBe(1);
  const issue = await octokit.issues.create({ ...at, title: 'x', labels: ['bug'] });
  expect(issue.data.number).toBe(2);
});

test('git clones and pushes', async () => {
  const github = await start();
  const folder = mkdtempSync(join(tmpdir(), 'x-'));
  const url = github.gitUrl.replace('http://', `http://x-access-token:${github.token}@`);
  const git = async (...args: string[]) =>
    (
      await promisify(execFile)('git', args, {
        cwd: folder,
        env: {
          PATH: process.env.PATH,
          GIT_AUTHOR_NAME: 'x',
          GIT_AUTHOR_EMAIL: 'x',
          GIT_COMMITTER_NAME: 'x',
          GIT_COMMITTER_EMAIL: 'x',
        },
      })
    ).stdout;
  await git('clone', '-q', url, '.');
  await git('commit', '-q', '--allow-empty', '-m', 'x');
  await git('push', '-q', 'origin', 'HEAD:refs/heads/smart-fix/2');
  expect(github.branches()).toContain('smart-fix/2');
  expect(github.writes()).toHaveLength(1);
});
