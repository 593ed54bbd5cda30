import { expect, test } from '@jest/globals';
import { BROKEN_SUM, CHECK } from '../support/broken-sum.js';
import { type Asking, ask, type BrokenPull, breakPull, saidBy, soundProject } from '../support/comment-ci.js';
import { FAILED_OUTPUT } from '../support/failed-ci.js';
import type { FakeGithub } from '../support/github/fake-github.js';
import { ALL_PERMISSIONS } from '../support/github/tokens.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { hold } from '../support/hold.js';
import { pushOwnCommit } from '../support/own-commit.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('action-comment');
const start = useFakeGithub();
const model = scriptedModel();
const at = { folder, model };

const FILE = '.github/smart-fix.yml';
const begin = async (config?: string) =>
  breakPull(await start(soundProject(config === undefined ? {} : { [FILE]: config })));
const operations = ({ writes }: FakeGithub) => writes().map(({ operation }) => operation);

/** Neither red nor worth a model call. */
function expectQuiet({ github }: BrokenPull, result: Awaited<ReturnType<typeof ask>>): void {
  expect([result.exitCode, model.prompts(), github.pulls().length]).toEqual([0, [], 1]);
  expect(result.log).not.toContain('::error');
}

test('`/smart-fix` becomes a reaction, one comment that is edited in place, and a draft into the pull request', async () => {
  const broken = await begin();
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
  const order = operations(github);
  expect(order.slice(0, 2)).toEqual(['reactions/create-for-issue-comment', 'issues/create-comment']);
  expect(order.at(-1)).toBe('issues/update-comment');
});

test('a phrase of the default branch’s configuration asks as well, and one of the pull request’s own does not', async () => {
  const broken = await begin('phrases: [auto-fix this]\n');
  broken.github.person.push('topic', { [FILE]: 'phrases: [self-heal]\n' });
  broken.github.addFailedRun({ branch: 'topic', event: 'pull_request', jobs: [{ output: 'no' }] });
  const ignored = await ask(broken, at, { body: 'self-heal' });
  expect(ignored.outputs).toMatchObject({ status: 'ignored', 'stop-reason': 'not-a-command' });
  expect(broken.github.writes()).toEqual([]);
  const { comment } = await ask(broken, at, { body: 'Auto-fix this!', inputs: { 'dry-run': 'true' } });
  expect(comment.reactions).toHaveLength(1);
});

test.each<[string, Partial<Asking>, string]>([
  ['an ordinary comment', { body: 'Nice work' }, 'not-a-command'],
  ['a quoted command', { body: '> /smart-fix\n\nNo.' }, 'not-a-command'],
  ['a command in a fence', { body: '```\n/smart-fix\n```' }, 'not-a-command'],
  ['a command in an HTML comment', { body: '<!--\n/smart-fix\n-->' }, 'not-a-command'],
  ['an edited command', { payload: { action: 'edited' } }, 'event-not-handled'],
  ['a deleted command', { payload: { action: 'deleted' } }, 'event-not-handled'],
])('%s starts nothing and is not answered', async (_, asking, reason) => {
  const broken = await begin();
  const result = await ask(broken, at, { body: '/smart-fix', ...asking });
  expect(result.outputs).toMatchObject({ status: 'ignored', 'stop-reason': reason });
  expectQuiet(broken, result);
  expect(broken.github.writes()).toEqual([]);
});

test.each<[string, (github: FakeGithub) => void, string, string]>([
  ['who may only read', ({ person }) => person.addCollaborator('eve', 'read'), 'eve', 'actor-not-authorised'],
  ['who may triage', ({ person }) => person.addCollaborator('eve', 'triage'), 'eve', 'actor-not-authorised'],
  [
    'of whom the host cannot say what they may',
    ({ person, faults }) => {
      person.addCollaborator('eve', 'write');
      faults.plan('repos/get-collaborator-permission-level', { kind: 'status', status: 403 });
    },
    'eve',
    'actor-not-authorised',
  ],
  [
    'that is a bot and not listed by its exact name',
    ({ person }) => person.addCollaborator('helper[bot]', 'write', 'Bot'),
    'helper[bot]',
    'bot-not-listed',
  ],
])('an account %s is refused without a word', async (_, prepare, author, reason) => {
  const broken = await begin();
  prepare(broken.github);
  const result = await ask(broken, at, { body: '/smart-fix', author, inputs: { bots: 'helper' } });
  expect(result.outputs).toMatchObject({ status: 'refused', 'stop-reason': reason });
  expectQuiet(broken, result);
  expect(broken.github.writes()).toEqual([]);
});

test('unknown words are answered with the usage, stand there as code, and reach nothing', async () => {
  const broken = await begin('gates: { unit: npm test }\n');
  const body = '/smart-fix --model http://evil.example --base main; rm -rf / @octocat';
  const result = await ask(broken, at, { body });
  expect(result.outputs).toMatchObject({ status: 'ignored', 'stop-reason': 'not-a-command' });
  expectQuiet(broken, result);
  const [said = '', ...more] = saidBy(broken);
  expect(more).toEqual([]);
  expect(said).toContain('`--model`, `http://evil.example`, `--base`');
  expect(said).toContain('/smart-fix [with isolation] [retry|stop|explain]');
  expect(said).toContain('Gates: `unit`');
  expect(said).not.toMatch(/(?<!`)@octocat/);
});

test('the same comment delivered again is a duplicate, unless a person re-ran the job', async () => {
  const broken = await begin();
  const asking = { body: '/smart-fix', inputs: { 'dry-run': 'true' } };
  const first = await ask(broken, at, asking);
  const again = { ...asking, comment: first.comment };
  const second = await ask(broken, at, again);
  expect(second.outputs).toMatchObject({ status: 'superseded', 'stop-reason': 'duplicate' });
  expectQuiet(broken, second);
  const rerun = await ask(broken, at, {
    ...again,
    start: { environment: { GITHUB_RUN_ATTEMPT: '2' } },
  });
  expect(rerun.outputs).toMatchObject({ 'stop-reason': 'fixed' });
});

test.each<[string, (broken: BrokenPull) => number]>([
  ['a plain issue', ({ github }) => github.person.openIssue('Help').number],
  [
    'a closed pull request',
    ({ github, pull }) => {
      github.person.close(pull.number);
      return pull.number;
    },
  ],
  [
    'a merged pull request',
    ({ github, pull }) => {
      github.person.merge(pull.number);
      return pull.number;
    },
  ],
])('%s gets one short reply, however often one asks', async (_, prepare) => {
  const broken = await begin();
  const number = prepare(broken);
  for (const body of ['/smart-fix', '/smart-fix retry']) {
    const result = await ask(broken, at, { body, number });
    expect(result.outputs).toMatchObject({ status: 'ignored', 'stop-reason': 'event-not-handled' });
    expectQuiet(broken, result);
  }
  const said = broken.github.comments(number).filter(({ isOurs }) => isOurs);
  expect(said).toMatchObject([{ body: expect.stringContaining('ignored (event-not-handled)') }]);
});

test('without a failed run of the head there is nothing to repair, which is said', async () => {
  const broken = breakPull(await start(soundProject()), { conclusion: 'success' });
  const result = await ask(broken, at, { body: '/smart-fix' });
  expect(result.outputs).toMatchObject({ status: 'ignored', 'stop-reason': 'conclusion-not-failure' });
  expectQuiet(broken, result);
  expect(saidBy(broken)).toEqual([expect.stringContaining('has failed: 1 ended otherwise, 0 still running')]);
});

test('a comment is about what CI says of the commit: neither a failed run of ours nor of a dispatch is taken for it', async () => {
  const broken = await begin();
  const { github } = broken;
  const own = {
    ...github.state.workflows[0]!,
    id: 501,
    name: 'smart-fix',
    path: '.github/workflows/fix.yml',
  };
  github.state.workflows.push(own, { ...own, id: 502, name: 'nightly', path: '.github/workflows/night.yml' });
  const jobs = [{ name: 'other', output: 'src/sum.mjs:1: error: another thing' }];
  for (const workflow of [501, 502])
    github.addFailedRun({ branch: 'topic', event: 'workflow_dispatch', workflow, jobs });
  const environment = { GITHUB_WORKFLOW_REF: 'octo/project/.github/workflows/fix.yml@refs/heads/main' };
  await ask(broken, at, { body: '/smart-fix explain', start: { environment } });
  const [said = ''] = saidBy(broken);
  expect(said).toContain('sum is 5');
  expect(said).not.toContain('another thing');
});

test('a head that was pushed after the command is not worked on', async () => {
  const broken = breakPull(await start(soundProject()));
  const comment = broken.github.person.comment(broken.pull.number, '/smart-fix');
  const early = { ...comment, createdAt: '2020-01-01T00:00:00Z' };
  const result = await ask(broken, at, { body: '', comment: early });
  expect(result.outputs).toMatchObject({ status: 'superseded', 'stop-reason': 'head-moved' });
  expectQuiet(broken, result);
  expect(saidBy(broken)[0]).toContain('was pushed after the command was given');
});

test('a command that names another commit than the head is not followed', async () => {
  const broken = await begin();
  const result = await ask(broken, at, { body: `/smart-fix ${'0'.repeat(40)}` });
  expect(result.outputs).toMatchObject({ status: 'superseded', 'stop-reason': 'head-moved' });
  expectQuiet(broken, result);
});

test('our own fix branch is not repaired on demand either', async () => {
  const github = await start(soundProject());
  const broken = breakPull(github);
  pushOwnCommit(github, 'smart-fix/0123456789ab');
  const { number } = github.person.openPull({ head: 'smart-fix/0123456789ab', base: 'topic' });
  const result = await ask(broken, at, { body: '/smart-fix', number });
  expect(result.outputs).toMatchObject({ status: 'ignored', 'stop-reason': 'own-branch' });
  expect(model.prompts()).toEqual([]);
});

test('a person’s branch under our prefix is repaired on demand: the name alone makes it none of ours', async () => {
  const github = await start(soundProject());
  github.person.addCollaborator('octocat', 'write');
  github.person.push('smart-fix/mine', { 'src/sum.mjs': BROKEN_SUM['src/sum.mjs'] });
  const pull = github.person.openPull({ head: 'smart-fix/mine' });
  const jobs = [{ name: 'test', output: FAILED_OUTPUT }];
  github.addFailedRun({ branch: 'smart-fix/mine', event: 'pull_request', jobs });
  const { outputs } = await ask({ github, pull }, at, { body: '/smart-fix' });
  expect(outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(github.pulls().at(-1)).toMatchObject({ pull: { base: 'smart-fix/mine' } });
});

test('a comment ends as failed when its payload is broken', async () => {
  const broken = await begin();
  const result = await ask(broken, at, { body: '/smart-fix', payload: { comment: { id: 'x' } } });
  expect(result.outputs).toMatchObject({ status: 'failed', 'stop-reason': 'internal' });
  expect(result.log).toContain('payload is not an issue_comment');
});

test('somebody else’s comment under our marker is left alone', async () => {
  const broken = await begin();
  const forged = '<!-- smart-fix:answer -->\nmine';
  broken.github.person.comment(broken.pull.number, forged, 'octocat');
  await ask(broken, at, { body: '/smart-fix nonsense' });
  expect(broken.github.comments(broken.pull.number)[0]?.body).toBe(forged);
  expect(saidBy(broken)).toHaveLength(1);
});

test('a stop of the job is the last word of the comment', async () => {
  const broken = await begin();
  const result = await ask(broken, at, {
    body: '/smart-fix',
    inputs: { gate: 'sleep 33' },
    start: {
      onStart: (child) => {
        child.stdout?.on('data', (chunk: Buffer) => {
          if (chunk.toString().includes('$ sleep 33')) setTimeout(() => child.kill('SIGINT'), 100);
        });
      },
    },
  });
  expect(result.outputs).toMatchObject({ status: 'cancelled' });
  expect(saidBy(broken)).toEqual([expect.stringContaining('cancelled (cancelled)')]);
});

test('one command is followed at a time: another one is told so, and does not disturb the first', async () => {
  const broken = await begin();
  const { github } = broken;
  const setup = hold(folder);
  let second: ReturnType<typeof ask> | null = null;
  const first = await ask(broken, at, {
    body: '/smart-fix',
    inputs: { setup: setup.command },
    start: {
      onStart: (child) => {
        child.stdout?.on('data', (chunk: Buffer) => {
          if (!chunk.toString().includes('$ while')) return;
          const asking = { body: '/smart-fix explain', start: { ownRunId: 2 } };
          second ??= ask(broken, at, asking).finally(setup.release);
        });
      },
    },
  });
  const other = await (second as ReturnType<typeof ask> | null);
  expect(first.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(other?.outputs).toMatchObject({ status: 'superseded', 'stop-reason': 'duplicate' });
  expect(github.pulls()).toHaveLength(2);
  expect(saidBy(broken)).toEqual([
    expect.stringContaining('completed (fixed)'),
    expect.stringMatching(/superseded \(duplicate\)[\s\S]*\/actions\/runs\/1\b/),
  ]);
});

test('of several commands in the same moment one is followed, and the others are told whose before any gate runs', async () => {
  const broken = await begin();
  const isAtTheGate = ({ log }: { readonly log: string }) => log.includes(`$ ${CHECK}`);
  // The second time there is the comment of an earlier result.
  for (const body of ['/smart-fix --dry-run', '/smart-fix']) {
    const several = [11, 12, 13, 14].map((ownRunId) => ask(broken, at, { body, start: { ownRunId } }));
    const ends = await Promise.all(several);
    const [first, ...more] = ends.filter(isAtTheGate);
    expect([first?.outputs['stop-reason'], more]).toEqual(['fixed', []]);
    const others = ends.filter((end) => end !== first);
    for (const { outputs, log } of others) {
      expect(outputs).toMatchObject({ status: 'superseded', 'stop-reason': 'duplicate' });
      expect(log).toMatch(
        /Another command is being followed on this pull request \(\S+\/actions\/runs\/1[1-4]\)/,
      );
    }
    const said = saidBy(broken).map((text) => /completed|superseded|at work/.exec(text)?.[0]);
    expect(said.sort()).toEqual(['completed', 'superseded']);
  }
});

test('what was left without a last word stands in nobody’s way for ever', async () => {
  const broken = await begin();
  const body = '<!-- smart-fix:progress:0123456789ab -->\n<!-- smart-fix:at-work run 7 -->\n\nat work';
  const left = broken.github.person.comment(broken.pull.number, body, 'github-actions[bot]');
  const early = await ask(broken, at, { body: '/smart-fix explain' });
  expect(early.outputs).toMatchObject({ 'stop-reason': 'duplicate' });
  left.updatedAt = '2020-01-01T00:00:00Z';
  const late = await ask(broken, at, { body: '/smart-fix explain' });
  expect(late.outputs).toMatchObject({ 'stop-reason': 'event-not-handled' });
});

test.each<[string, 'success' | null, string, string]>([
  [
    'has ended stands in nobody’s way, however late it said so',
    'success',
    '2126-01-01T00:00:00Z',
    'event-not-handled',
  ],
  ['still goes on does, however long ago it said so', null, '2020-01-01T00:00:00Z', 'duplicate'],
])('a command whose run %s', async (_, conclusion, updatedAt, reason) => {
  const broken = await begin();
  const run = broken.github.addFailedRun({ branch: 'main', conclusion });
  const marks = `<!-- smart-fix:progress:0123456789ab -->\n<!-- smart-fix:at-work run ${run.id} -->`;
  const { number } = broken.pull;
  const left = broken.github.person.comment(number, `${marks}\n\nat work`, 'github-actions[bot]');
  left.updatedAt = updatedAt;
  const { outputs } = await ask(broken, at, { body: '/smart-fix explain' });
  expect(outputs).toMatchObject({ 'stop-reason': reason });
});

test('a run of another workflow is no command that is followed, whoever writes its number', async () => {
  const broken = await begin();
  const run = broken.github.addFailedRun({ branch: 'main', conclusion: null });
  const marks = `<!-- smart-fix:progress:0123456789ab -->\n<!-- smart-fix:at-work run ${run.id} -->`;
  broken.github.person.comment(broken.pull.number, `${marks}\n\nat work`, 'github-actions[bot]');
  const own = 'octo-org/project/.github/workflows/smart-fix.yml@refs/heads/main';
  const start = { environment: { GITHUB_WORKFLOW_REF: own } };
  const { outputs } = await ask(broken, at, { body: '/smart-fix explain', start });
  expect(outputs).toMatchObject({ 'stop-reason': 'event-not-handled' });
});

test('a fault in the workflow’s inputs is told where the command was given', async () => {
  const broken = await begin();
  const result = await ask(broken, at, { body: '/smart-fix', start: { checkout: false } });
  expect(result.exitCode).toBe(64);
  expect(saidBy(broken)).toEqual([expect.stringContaining('smart-fix was not started')]);
});

test('a payload with a megabyte of unknown fields is read like any other', async () => {
  const broken = await begin();
  const result = await ask(broken, at, {
    body: '/smart-fix explain',
    payload: { rest: Array.from({ length: 10_000 }, (_, index) => ({ [`field-${index}`]: 'x'.repeat(90) })) },
  });
  expect(result.outputs).toMatchObject({ 'stop-reason': 'event-not-handled' });
});

test('a workflow that could not be started is handed to a person, without a model', async () => {
  const broken = breakPull(await start(soundProject()), { conclusion: 'startup_failure' });
  const result = await ask(broken, at, { body: '/smart-fix' });
  expect(result.outputs).toMatchObject({ status: 'needs-human', 'stop-reason': 'workflow-invalid' });
  expect(model.prompts()).toEqual([]);
  expect(saidBy(broken)).toEqual([expect.stringContaining('needs-human (workflow-invalid)')]);
});

test.each<[string, (github: FakeGithub) => void]>([
  [
    'the reaction',
    ({ faults }) =>
      faults.plan('reactions/create-for-issue-comment', { kind: 'status', status: 502, afterEffect: true }),
  ],
  [
    'the comment',
    ({ faults }) => faults.plan('issues/create-comment', { kind: 'status', status: 502, afterEffect: true }),
  ],
  [
    'the last word',
    ({ faults }) => faults.plan('issues/update-comment', { kind: 'status', status: 502, afterEffect: true }),
  ],
])('an answer of GitHub that got lost for %s makes nothing twice', async (_, prepare) => {
  const broken = await begin();
  prepare(broken.github);
  const { outputs, comment } = await ask(broken, at, { body: '/smart-fix', inputs: { 'dry-run': 'true' } });
  expect(outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(comment.reactions).toHaveLength(1);
  expect(saidBy(broken)).toEqual([expect.stringContaining('completed (fixed)')]);
});

test('a token that may not comment repairs all the same, and the log says how it ended', async () => {
  const broken = await begin();
  const token = broken.github.tokenWith({ ...ALL_PERMISSIONS, issues: 'read', pull_requests: 'read' });
  const { outputs, log } = await ask(broken, at, {
    body: '/smart-fix',
    inputs: { 'github-token': token, 'on-success': 'patch' },
  });
  expect(outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect([saidBy(broken), log.includes('::error')]).toEqual([[], false]);
});
