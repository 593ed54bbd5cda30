import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { GOOD, sumPlus } from '../support/broken-sum.js';
import { type Asking, ask, breakPull, saidBy, soundProject } from '../support/comment-ci.js';
import type { FakeGithub, FakeGithubOptions } from '../support/github/fake-github.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('action-results');
const start = useFakeGithub();
const model = scriptedModel();
const at = { folder, model };

const begin = async (files: Readonly<Record<string, string>> = {}, options: FakeGithubOptions = {}) =>
  breakPull(await start(soundProject(files, options)));
const fixBranches = (github: FakeGithub) => github.branches().filter((name) => name.startsWith('smart-fix/'));

test('`push` puts one commit on top of the head, and opens no pull request', async () => {
  const broken = await begin({}, { allowedRef: 'refs/heads/*' });
  const { github } = broken;
  const before = github.headOf('topic');
  const { outputs } = await ask(broken, at, { body: '/smart-fix', inputs: { 'on-success': 'push' } });
  expect(outputs).toMatchObject({ 'stop-reason': 'fixed', branch: 'topic', 'pull-request-url': '' });
  expect(github.fileAt('topic', 'src/sum.mjs')).toContain('a + b;');
  const head = github.headOf('topic') ?? '';
  expect(github.state.signedCommits).toContain(head);
  expect(github.world.git.git(['rev-parse', `${head}^`]).trim()).toBe(before);
  expect(github.pulls()).toHaveLength(1);
  expect(fixBranches(github)).toEqual([]);
  expect(saidBy(broken)[0]).toContain('completed (fixed)');
});

test('red checks of what was pushed are answered by one more commit, and the branch is never rewound', async () => {
  const broken = await begin({}, { allowedRef: 'refs/heads/*' });
  const { github } = broken;
  github.runCi(({ fileAt }) => {
    const isGood = fileAt('src/sum.mjs').includes('a + b;');
    const output = 'src/sum.mjs:1: error: the sum of nothing is wrong';
    return { jobs: [{ name: 'test', conclusion: isGood ? 'success' : 'failure', output }], reads: 1 };
  });
  const before = github.headOf('topic');
  const { outputs } = await ask(broken, at, {
    body: '/smart-fix',
    inputs: { 'on-success': 'push', 'wait-for-checks': '40' },
    answers: [{ reply: sumPlus(' * 1') }, { reply: sumPlus('', ' * 1') }],
  });
  expect(outputs).toMatchObject({ 'stop-reason': 'fixed', attempts: '2', branch: 'topic' });
  expect(github.fileAt('topic', 'src/sum.mjs')).toContain('a + b;');
  const commits = github.world.git
    .git(['rev-list', `${before}..refs/heads/topic`])
    .trim()
    .split('\n');
  expect(commits).toHaveLength(2);
});

test('`push` leaves a head alone that moved while the fix was made', async () => {
  const broken = await begin({}, { allowedRef: 'refs/heads/topic' });
  const { github } = broken;
  const { outputs } = await ask(broken, at, {
    body: '/smart-fix',
    inputs: { 'on-success': 'push', setup: 'sleep 1' },
    start: {
      onStart: (child) => {
        child.stdout?.on('data', (chunk: Buffer) => {
          if (chunk.toString().includes('$ sleep 1')) github.person.push('topic', { 'notes.txt': 'on\n' });
        });
      },
    },
  });
  expect(outputs).toMatchObject({ status: 'superseded', 'stop-reason': 'head-moved', branch: '' });
  expect(github.fileAt('topic', 'src/sum.mjs')).toContain('a + b + 1;');
  expect(saidBy(broken)[0]).toContain('superseded (head-moved)');
});

test('`push` puts nothing on a head that moved between the last look and the push', async () => {
  const broken = await begin({}, { allowedRef: 'refs/heads/*' });
  const { github } = broken;
  let moved: string | null = null;
  github.faults.plan('graphql/createCommitOnBranch', { kind: 'delay', milliseconds: 2000 });
  const { outputs } = await ask(broken, at, {
    ...{ body: '/smart-fix', inputs: { 'on-success': 'push' } },
    start: {
      onStart: (child) => {
        // The commit is being made: what was looked at has been looked at.
        const timer = setInterval(() => {
          if (!github.branches().some((name) => name.startsWith('smart-fix/staging-'))) return;
          clearInterval(timer);
          moved = github.person.push('topic', { 'notes.txt': 'on\n' });
        }, 50);
        child.on('close', () => clearInterval(timer));
      },
    },
  });
  expect(outputs).toMatchObject({ status: 'superseded', 'stop-reason': 'head-moved', branch: '' });
  expect([moved, fixBranches(github)]).toEqual([github.headOf('topic'), []]);
  expect(saidBy(broken)[0]).toMatch(/topic is no longer at [0-9a-f]{12}; .* is not pushed/);
});

test('`push` to a protected branch is refused before anything is run', async () => {
  const broken = await begin({}, { allowedRef: 'refs/heads/topic' });
  broken.github.state.repository.protectedBranches.push('topic');
  const result = await ask(broken, at, { body: '/smart-fix', inputs: { 'on-success': 'push' } });
  expect(result.outputs).toMatchObject({ status: 'refused', 'stop-reason': 'protected-target' });
  expect([result.exitCode, model.prompts()]).toEqual([0, []]);
});

test('`suggest` makes a review of suggestions, and writes nothing else to the repository', async () => {
  const broken = await begin();
  const { github, pull } = broken;
  const head = github.headOf('topic');
  const { outputs } = await ask(broken, at, { body: '/smart-fix', inputs: { 'on-success': 'suggest' } });
  expect(outputs).toMatchObject({ 'stop-reason': 'fixed', branch: '' });
  expect(github.state.reviews).toMatchObject([
    {
      ...{ pull: pull.number, event: 'COMMENT', commitId: head },
      comments: [
        {
          ...{ path: 'src/sum.mjs', line: 1, side: 'RIGHT' },
          body: '```suggestion\nexport const sum = (a, b) => a + b;\n```',
        },
      ],
    },
  ]);
  expect([github.headOf('topic'), fixBranches(github), github.pulls().length]).toEqual([head, [], 1]);
  const { reviewUrl } = JSON.parse(readFileSync(outputs['report-path'] ?? '', 'utf8'));
  expect(reviewUrl).toMatch(/\/pull\/\d+#pullrequestreview-\d+$/);
  expect(saidBy(broken)[0]).toContain(`- ${reviewUrl}\n`);
});

test('the same suggestions are made once, and another fix of the same head is suggested as well', async () => {
  const broken = await begin();
  const { github } = broken;
  github.person.addCollaborator('fixer', 'write');
  const inputs = { 'on-success': 'suggest', 'github-token': github.tokenOf('fixer') };
  for (const reply of [GOOD, GOOD, sumPlus(' + 0')])
    await ask(broken, at, { body: '/smart-fix', inputs, answers: [{ reply }] });
  const bodies = github.state.reviews.map(({ comments }) => JSON.stringify(comments));
  expect(bodies).toEqual([expect.stringContaining('a + b;'), expect.stringContaining('a + b + 0;')]);
});

test('what lies outside of the pull request’s lines is told as a patch instead', async () => {
  const broken = await begin({
    'src/other.mjs': 'export const more = 1;\n',
    'test/check.mjs':
      "import { more } from '../src/other.mjs';\nif (more !== 2) { console.log('src/other.mjs:1: error: more is ' + more); process.exit(1); }\n",
  });
  const edit = { path: 'src/other.mjs', oldText: 'more = 1;', newText: 'more = 2;' };
  const { outputs } = await ask(broken, at, {
    body: '/smart-fix',
    inputs: { 'on-success': 'suggest' },
    answers: [{ reply: { changeSummary: 'more', edits: [edit] } }],
  });
  expect(outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(broken.github.state.reviews).toEqual([]);
  expect(saidBy(broken)[0]).toContain('cannot be suggested');
  expect(saidBy(broken)[0]).toContain('+export const more = 2;');
});

test('`patch` puts the patch into the answer, folded, and touches no branch', async () => {
  const broken = await begin();
  const { outputs } = await ask(broken, at, { body: '/smart-fix', inputs: { 'on-success': 'patch' } });
  expect(outputs).toMatchObject({ 'stop-reason': 'fixed', branch: '' });
  const [said = ''] = saidBy(broken);
  expect(said).toContain('<details><summary>The verified patch</summary>');
  expect(said).toContain('+export const sum = (a, b) => a + b;');
  expect(broken.github.writes().map(({ operation }) => operation)).toEqual([
    'reactions/create-for-issue-comment',
    'issues/create-comment',
    'issues/update-comment',
  ]);
});

test('`--dry-run` says what would be, and publishes nothing', async () => {
  const broken = await begin();
  const { outputs } = await ask(broken, at, { body: '/smart-fix --dry-run' });
  expect(outputs).toMatchObject({ 'stop-reason': 'fixed', branch: '' });
  expect([fixBranches(broken.github), broken.github.pulls().length]).toEqual([[], 1]);
  expect(saidBy(broken)[0]).toContain('Dry run: nothing is published.');
});

test('`explain` posts the diagnosis, runs nothing and asks no model', async () => {
  const broken = await begin();
  const result = await ask(broken, at, { body: '/smart-fix explain' });
  expect(result.outputs).toMatchObject({ status: 'ignored', 'stop-reason': 'event-not-handled' });
  expect([result.exitCode, model.prompts()]).toEqual([0, []]);
  const [said = '', ...more] = saidBy(broken);
  expect(more).toEqual([]);
  expect(said).toContain('the diagnosis');
  expect(said).toContain('`src/sum.mjs:1` sum is 5');
  expect(said).toContain('> 1 | export const sum = (a, b) => a + b + 1;');
  expect(said).toContain('The gate would be: `node test/check.mjs`.');
  expect(result.log).not.toContain('$ node test/check.mjs');
});

test('`explain` answers beside the last result, and leaves that as it is', async () => {
  const broken = await begin();
  await ask(broken, at, { body: '/smart-fix' });
  const [result = ''] = saidBy(broken);
  expect(result).toContain('completed (fixed)');
  for (const round of [1, 2]) {
    await ask(broken, at, { body: '/smart-fix explain' });
    expect([round, ...saidBy(broken)]).toEqual([round, result, expect.stringContaining('the diagnosis')]);
  }
});

test('a gate is named by the repository’s list or by the failed job, and a comment is never a command', async () => {
  const config = 'gates: { unit: [node test/check.mjs, "true"] }\n';
  const broken = await begin({ '.github/smart-fix.yml': config });
  const named = await ask(broken, at, { body: '/smart-fix --gate unit --dry-run', inputs: { gate: '' } });
  expect(named.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(named.log).toContain('$ true');
  const job = await ask(broken, at, { body: '/smart-fix --gate test --dry-run' });
  expect(job.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  const unknown = await ask(broken, at, { body: '/smart-fix --gate "touch /tmp/x"' });
  expect(unknown.outputs).toMatchObject({ status: 'ignored', 'stop-reason': 'not-a-command' });
  expect(model.prompts()).toEqual([]);
  expect(saidBy(broken).at(-1)).toContain('there are: unit, test');
});

test.each(['constructor', '__proto__'])('%s is no gate that a repository lists', async (name) => {
  const broken = await begin();
  const { outputs } = await ask(broken, at, { body: `/smart-fix --gate ${name}` });
  expect(outputs).toMatchObject({ status: 'ignored', 'stop-reason': 'not-a-command' });
});

test('a gate that is misspelt runs nothing again, though the failure may pass by itself', async () => {
  const jobs = [{ name: 'install', output: 'npm error code ECONNRESET\nnpm error network aborted' }];
  const broken = breakPull(await start(soundProject()), { jobs, rerunConclusion: 'success' });
  const inputs = { 'wait-for-checks': '40' };
  const { outputs } = await ask(broken, at, { body: '/smart-fix --gate instal', inputs });
  expect(outputs).toMatchObject({ status: 'ignored', 'stop-reason': 'not-a-command' });
  expect(broken.github.requests.filter(({ operation }) => operation.includes('re-run'))).toEqual([]);
});

test('`--attempts` asks for less than the workflow allows, never for more', async () => {
  const wrong: Asking['answers'] = [{ reply: sumPlus(' + 2') }];
  const broken = await begin();
  const fewer = await ask(broken, at, { body: '/smart-fix --attempts 1', answers: wrong });
  expect(fewer.outputs).toMatchObject({ 'stop-reason': 'max-attempts', attempts: '1' });
  expect(saidBy(broken)[0]).toContain('needs-human (max-attempts)');
  expect(saidBy(broken)[0]).toMatch(/- \S+\/issues\/\d+/);
  const more = await ask(broken, at, {
    body: '/smart-fix --attempts 5',
    answers: wrong,
    inputs: { 'max-attempts': '1' },
  });
  expect(more.outputs).toMatchObject({ attempts: '1' });
  expect(saidBy(broken)[0]).toContain('At most 1 attempts');
});

test('one fix is open into a pull request at a time', async () => {
  const broken = await begin();
  const { github } = broken;
  await ask(broken, at, { body: '/smart-fix' });
  github.person.push('topic', {
    'test/check.mjs': "console.log('src/sum.mjs:1: error: another thing'); process.exit(1);\n",
  });
  const jobs = [{ name: 'test', output: 'src/sum.mjs:1: error: another thing' }];
  github.addFailedRun({ branch: 'topic', event: 'pull_request', jobs });
  const second = await ask(broken, at, { body: '/smart-fix' });
  expect(second.outputs).toMatchObject({ status: 'superseded', 'stop-reason': 'duplicate' });
  expect(model.prompts()).toEqual([]);
  expect(github.pulls()).toHaveLength(2);
});
