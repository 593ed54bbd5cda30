import { expect, test } from '@jest/globals';
import { octokitOf } from './octokit-of.js';
import { useFakeGithub } from './use-fake-github.js';

const start = useFakeGithub();

test('a check run is made, completed with annotations and found on its commit', async () => {
  const github = await start();
  const { octokit, at } = octokitOf(github);
  const head_sha = github.headOf('main')!;
  const { data: check } = await octokit.checks.create({
    ...at,
    name: 'smart-fix',
    head_sha,
    status: 'in_progress',
  });
  const annotation = {
    path: 'a.ts',
    start_line: 1,
    end_line: 1,
    annotation_level: 'failure',
    message: 'no',
  } as const;
  await octokit.checks.update({
    ...at,
    check_run_id: check.id,
    conclusion: 'neutral',
    output: { title: 'done', summary: 'text', annotations: [annotation] },
  });
  const found = await octokit.checks.listForRef({ ...at, ref: 'main', check_name: 'smart-fix' });
  expect(found.data.check_runs).toMatchObject([
    { status: 'completed', conclusion: 'neutral', output: { title: 'done' } },
  ]);
  const annotations = await octokit.checks.listAnnotations({ ...at, check_run_id: check.id });
  expect(annotations.data).toMatchObject([{ path: 'a.ts', message: 'no' }]);
});

test('nothing is completed without a conclusion, and nothing checked that is not there', async () => {
  const github = await start();
  const { octokit, at } = octokitOf(github);
  const create = (head_sha: string, status: 'queued' | 'completed') =>
    octokit.checks.create({ ...at, name: 'x', head_sha, status });
  await expect(create(github.headOf('main')!, 'completed')).rejects.toMatchObject({ status: 422 });
  await expect(create('1'.repeat(40), 'queued')).rejects.toMatchObject({ status: 422 });
});

test('the newest status of each context counts', async () => {
  const github = await start();
  const { octokit, at } = octokitOf(github);
  const sha = github.headOf('main')!;
  const combined = async () => (await octokit.repos.getCombinedStatusForRef({ ...at, ref: 'main' })).data;
  expect(await combined()).toMatchObject({ state: 'pending', total_count: 0 });
  const set = (state: 'failure' | 'success', context: string) =>
    octokit.repos.createCommitStatus({ ...at, sha, state, context, description: 'd' });
  await set('failure', 'ci');
  await set('success', 'lint');
  expect(await combined()).toMatchObject({ state: 'failure', total_count: 2 });
  await set('success', 'ci');
  expect(await combined()).toMatchObject({ state: 'success', total_count: 2 });
  const { data } = await octokit.repos.listCommitStatusesForRef({ ...at, ref: sha });
  expect(data.map(({ context, state }) => `${context} ${state}`)).toEqual([
    'ci success',
    'lint success',
    'ci failure',
  ]);
});

test('alerts are answered by their state and need their own permissions', async () => {
  const github = await start();
  const { octokit, at } = octokitOf(github);
  expect((await octokit.codeScanning.listAlertsForRepo({ ...at, state: 'open' })).data).toEqual([]);
  expect((await octokit.dependabot.listAlertsForRepo({ ...at, state: 'open' })).data).toEqual([]);
  const poor = octokitOf(github, { token: github.tokenWith({ contents: 'write' }) });
  await expect(poor.octokit.codeScanning.listAlertsForRepo(at)).rejects.toMatchObject({ status: 403 });
});

test('an alert that is not shaped like one of GitHub fails the test', async () => {
  const github = await start();
  const { octokit, at } = octokitOf(github);
  github.state.codeScanningAlerts.push({ number: 1, state: 'open' });
  await octokit.codeScanning.listAlertsForRepo(at);
  expect(github.takeViolations()).toContainEqual(
    expect.stringContaining("must have required property 'rule'"),
  );
});
