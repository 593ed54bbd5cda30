import { expect, test } from '@jest/globals';
import { BROKEN_SUM, GOOD, WRONG } from '../support/broken-sum.js';
import { type BrokenPull, breakPull, soundProject } from '../support/comment-ci.js';
import { FAILED_OUTPUT } from '../support/failed-ci.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { type Play, playWorkflow } from '../support/play-workflow.js';
import { runAction } from '../support/run-action.js';
import { type ModelAnswer, scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder('split-comment');
const start = useFakeGithub();
const model = scriptedModel();

/** Somebody comments: the job that may answer, then those of the reusable workflow when it says so. */
async function ask(
  { github, pull }: BrokenPull,
  body: string,
  {
    author,
    answers,
    inputs,
    first: firstInputs,
    meanwhile,
    ...given
  }: Pick<Play, 'cancelledIn' | 'lost'> & {
    readonly author?: string;
    readonly answers?: readonly ModelAnswer[];
    readonly inputs?: Readonly<Record<string, string>>;
    /** Of the job that answers alone. */
    readonly first?: Readonly<Record<string, string>>;
    /** What happens before the last job. */
    readonly meanwhile?: () => void;
  } = {},
) {
  const comment = github.person.comment(pull.number, body, author);
  const event = { name: 'issue_comment', payload: github.events.issueComment(comment) };
  const token = github.tokenWith({
    actions: 'read',
    contents: 'read',
    issues: 'write',
    pull_requests: 'write',
  });
  const first = await runAction({
    ...{ github, folder, event, checkout: false },
    inputs: {
      ...{ mode: 'answer', model: 'scripted', gate: 'node test/check.mjs', 'github-token': token },
      ...{ ...inputs, ...firstInputs },
    },
  });
  if (first.outputs.go !== 'true') return { first, jobs: [] };
  const failed = github.state.runs.at(-1);
  if (failed === undefined) throw new Error('no run');
  const ci = { github, folder, model };
  const play = {
    failed,
    inputs: { ...inputs, 'run-id': first.outputs['run-id'] ?? '' },
    job: () => ({ event }),
    ...given,
  };
  const most = await playWorkflow(ci, { ...play, before: 'publish', ...(answers && { answers }) });
  meanwhile?.();
  const { jobs } = await playWorkflow(ci, play, most);
  return { first, jobs };
}

const repaired = (reply: typeof GOOD = GOOD): readonly ModelAnswer[] => [{ reply }];

test('a command is taken up by the job that may answer, repaired by the others, and answered by the last', async () => {
  const broken = breakPull(await start(soundProject()));
  const { first, jobs } = await ask(broken, '/smart-fix', { answers: repaired() });
  expect(first.outputs).toMatchObject({ go: 'true', next: 'admit' });
  expect(jobs.map(({ name }) => name)).toEqual(['admit', 'verify-1', 'repair-1', 'verify-2', 'publish']);
  expect(jobs.at(-1)?.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  const comments = broken.github.comments(broken.pull.number);
  expect(comments).toHaveLength(2);
  expect(comments[1]?.body).toContain(jobs.at(-1)?.outputs['pull-request-url'] ?? 'no pull request');
  expect(broken.github.pulls().at(-1)).toMatchObject({ pull: { base: 'topic', draft: true } });
});

test('a comment asks for less than the workflow allows, in every job alike', async () => {
  const broken = breakPull(await start(soundProject()));
  const { jobs } = await ask(broken, '/smart-fix --attempts 1 --dry-run', { answers: repaired(WRONG[0]) });
  expect(jobs.at(-1)?.outputs).toMatchObject({ 'stop-reason': 'max-attempts', attempts: '1' });
  expect(broken.github.issues()).toEqual([]);
  expect(broken.github.pulls()).toHaveLength(1);
});

test('an explanation needs no second job', async () => {
  const broken = breakPull(await start(soundProject()));
  const { first, jobs } = await ask(broken, '/smart-fix explain');
  expect([first.outputs.go, jobs]).toEqual(['false', []]);
  expect(broken.github.comments(broken.pull.number).at(-1)?.body).toContain('sum is 5');
});

test('who may not, gets no second job and no answer', async () => {
  const broken = breakPull(await start(soundProject()));
  broken.github.person.addCollaborator('reader', 'read');
  const { first } = await ask(broken, '/smart-fix', { author: 'reader' });
  expect(first.outputs).toMatchObject({ status: 'refused', go: 'false' });
  expect(broken.github.comments(broken.pull.number)).toHaveLength(1);
});

test('a workflow that forgets the job that answers still asks who may', async () => {
  const { github, pull } = breakPull(await start(soundProject()));
  github.person.addCollaborator('reader', 'read');
  const comment = github.person.comment(pull.number, '/smart-fix', 'reader');
  const failed = github.state.runs.at(-1);
  if (failed === undefined) throw new Error('no run');
  const event = { name: 'issue_comment', payload: github.events.issueComment(comment) };
  const { jobs } = await playWorkflow(
    { github, folder, model },
    { failed, inputs: { 'run-id': String(failed.id) }, job: () => ({ event }) },
  );
  expect(jobs.map(({ name, outputs }) => [name, outputs['stop-reason']])).toEqual([
    ['admit', 'actor-not-authorised'],
    ['close', 'actor-not-authorised'],
  ]);
  expect(github.writes().filter(({ operation }) => operation !== 'git-receive-pack')).toEqual([]);
});

test('who asks for what is repaired already is told so by the last job', async () => {
  const broken = breakPull(await start(soundProject()));
  await ask(broken, '/smart-fix', { answers: repaired() });
  const { jobs } = await ask(broken, '/smart-fix');
  expect(jobs.map(({ name, outputs }) => [name, outputs['stop-reason']])).toEqual([
    ['admit', 'duplicate'],
    ['publish', 'duplicate'],
  ]);
  // The one answer to this failure, below the command that it answers.
  const [, , answer, ...more] = broken.github.comments(broken.pull.number);
  expect([answer?.body, more]).toEqual([expect.stringContaining('duplicate'), []]);
}, 240_000);

test('the last job puts a fix where the workflow says: a commit on the very head that failed', async () => {
  const broken = breakPull(await start(soundProject({}, { allowedRef: 'refs/heads/*' })));
  const head = broken.github.headOf('topic');
  const { jobs } = await ask(broken, '/smart-fix', { answers: repaired(), inputs: { 'on-success': 'push' } });
  expect(jobs.at(-1)?.outputs).toMatchObject({ 'stop-reason': 'fixed', 'pull-request-url': '' });
  expect(broken.github.fileAt('topic', 'src/sum.mjs')).toContain('a + b;');
  expect(broken.github.world.git.resolve('refs/heads/topic^')).toBe(head);
});

test('a push while it is repaired is told as the end, and the next command is followed', async () => {
  const broken = breakPull(await start(soundProject()));
  const { github, pull } = broken;
  const { jobs } = await ask(broken, '/smart-fix', {
    answers: repaired(),
    meanwhile: () => github.person.push('topic', { 'notes.txt': 'more\n' }),
  });
  expect(jobs.at(-1)).toMatchObject({ name: 'publish', outputs: { 'stop-reason': 'head-moved' } });
  const ours = github.comments(pull.number).filter(({ isOurs }) => isOurs);
  expect(ours.map(({ body }) => /at work|head-moved/.exec(body)?.[0])).toEqual(['head-moved']);
  github.addFailedRun({
    ...{ branch: 'topic', event: 'pull_request', pulls: [pull.number] },
    jobs: [{ name: 'test', output: FAILED_OUTPUT }],
  });
  const next = await ask(broken, '/smart-fix');
  expect(next.first.outputs).toMatchObject({ go: 'true', next: 'admit' });
});

test("the power of who comments counts, and not that a bot's push failed", async () => {
  const broken = breakPull(await start(soundProject()), { actor: 'renovate[bot]' });
  const { jobs } = await ask(broken, '/smart-fix', { answers: repaired() });
  expect(jobs.at(-1)?.outputs).toMatchObject({ 'stop-reason': 'fixed' });
});

test('a gate that only the later jobs are told of is enough', async () => {
  const broken = breakPull(await start(soundProject()));
  const { jobs } = await ask(broken, '/smart-fix', { first: { gate: '' }, answers: repaired() });
  expect(jobs.at(-1)?.outputs).toMatchObject({ 'stop-reason': 'fixed' });
});

test('what only the network spoiled is run once more by the job that may, and the last one tells it', async () => {
  const broken = breakPull(await start(soundProject()), {
    jobs: [{ name: 'install', output: 'npm error code ECONNRESET\nnpm error network aborted' }],
    ...{ rerunConclusion: 'success', rerunReads: 1 },
  });
  const { jobs } = await ask(broken, '/smart-fix', { inputs: { 'wait-for-checks': '40' } });
  expect(jobs.map(({ name, outputs }) => [name, outputs['stop-reason']])).toEqual([
    ['admit', 'flaky'],
    ['publish', 'flaky'],
  ]);
  expect(broken.github.comments(broken.pull.number).at(-1)?.body).toContain('flaky');
});

test('a comment that is no command gets no second job', async () => {
  const broken = breakPull(await start(soundProject()));
  const { first, jobs } = await ask(broken, 'I read about /smart-fix yesterday');
  expect(first.outputs).toMatchObject({ status: 'ignored', 'stop-reason': 'not-a-command', go: 'false' });
  expect([jobs, broken.github.comments(broken.pull.number)]).toMatchObject([[], [{ isOurs: false }]]);
});

test('the job that answers hands on every failed workflow of the head, and the others repair them together', async () => {
  const workflow = (name: string) =>
    `name: ${name}\non: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - run: node test/check.mjs\n`;
  const files = {
    '.github/workflows/ci.yml': workflow('ci'),
    '.github/workflows/more.yml': workflow('more'),
  };
  const broken = breakPull(await start(soundProject(files)));
  const { github } = broken;
  const [ci] = github.state.workflows;
  github.state.workflows.push({ ...ci!, id: 501, name: 'more', path: '.github/workflows/more.yml' });
  const jobs = [{ name: 'test', command: 'node test/check.mjs', output: FAILED_OUTPUT }];
  github.addFailedRun({ branch: 'topic', event: 'pull_request', workflow: 501, jobs });
  const { first, jobs: done } = await ask(broken, '/smart-fix', {
    ...{ answers: repaired(), inputs: { gate: '' } },
    // Fails once the others are at work, and is left to the next command.
    meanwhile: () => {
      github.state.workflows.push({ ...ci!, id: 502, name: 'late', path: '.github/workflows/late.yml' });
      github.addFailedRun({ branch: 'topic', event: 'pull_request', workflow: 502, jobs });
    },
  });
  expect(first.outputs['run-id']).toMatch(/^\d+ \d+$/);
  expect(done.at(-1)?.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  const said = github.comments(broken.pull.number).at(-1)?.body;
  expect(said).toMatch(/\[more \/ test\]\(\S+\), \[CI \/ test\]\(\S+\): /i);
  expect(said).toMatch(/not covered:\*\* \[late\]\(http\S+\): it failed later/);
});

test.each([
  ['cancelled before anything is published', { cancelledIn: 'repair-1' }, /cancelled.*repair-1/s],
  ['cancelled in the job that publishes', { cancelledIn: 'publish' }, /cancelled.*publish/s],
  ['broken off since its first job broke', { lost: ['admit'] }, /internal.*admit failed/s],
])(
  'a workflow that is %s tells who asked, and leaves no lease',
  async (_, given, said) => {
    const broken = breakPull(await start(soundProject()));
    const { github, pull } = broken;
    const { jobs } = await ask(broken, '/smart-fix', { answers: repaired(), ...given });
    expect(jobs.at(-1)?.name).toBe('close');
    const ours = github.comments(pull.number).filter(({ isOurs }) => isOurs);
    expect(ours.map(({ body }) => body)).toEqual([expect.stringMatching(said)]);
    expect(ours[0]?.body).not.toContain('at work');
    expect(github.world.git.refs('refs/smart-fix/')).toEqual([]);
  },
  240_000,
);

test('who is taken up by the job that answers, and refused by the next, is told so', async () => {
  const broken = breakPull(await start(soundProject()));
  const { github, pull } = broken;
  const { jobs } = await ask(broken, '/smart-fix', { author: 'helper[bot]', first: { bots: 'helper[bot]' } });
  expect(jobs.map(({ name }) => name)).toEqual(['admit', 'close']);
  const ours = github.comments(pull.number).filter(({ isOurs }) => isOurs);
  expect(ours.map(({ body }) => body)).toEqual([expect.stringContaining('refused (bot-not-listed)')]);
  expect(ours[0]?.body).not.toContain('at work');
}, 240_000);

test('of two runs that were started again, one that still goes on is no flaky test of the other', async () => {
  const broken = breakPull(await start(soundProject()), null);
  const { github } = broken;
  github.state.workflows.push({
    ...github.state.workflows[0]!,
    id: 501,
    name: 'more',
    path: '.github/workflows/more.yml',
  });
  const failed = {
    ...{ branch: 'topic', event: 'pull_request' },
    jobs: [{ name: 'install', output: 'npm error code ECONNRESET\nnpm error network aborted' }],
    rerunConclusion: 'success' as const,
  };
  github.addFailedRun({ ...failed, rerunReads: 999 });
  github.addFailedRun({ ...failed, workflow: 501 });
  const { jobs } = await ask(broken, '/smart-fix', { inputs: { 'wait-for-checks': '5' } });
  expect(jobs.map(({ name }) => name)).toEqual(['admit', 'publish']);
  expect(jobs.at(-1)?.outputs).toMatchObject({ 'stop-reason': 'infra' });
  expect(github.comments(broken.pull.number).at(-1)?.body).toContain('had not ended');
}, 240_000);

test('where the checks of a pushed fix are red, who asked is told to ask again', async () => {
  const broken = breakPull(await start(soundProject({}, { allowedRef: 'refs/heads/*' })));
  broken.github.runCi(() => ({ jobs: [{ name: 'test', output: 'src/sum.mjs:1: error: still wrong' }] }));
  const inputs = { 'on-success': 'push', 'wait-for-checks': '40' };
  const { jobs } = await ask(broken, '/smart-fix', { answers: repaired(), inputs });
  expect(jobs.at(-1)).toMatchObject({ name: 'publish', outputs: { 'stop-reason': 'max-attempts' } });
  const said = broken.github.comments(broken.pull.number).at(-1)?.body;
  expect(said).toContain('Comment /smart-fix to have what they say repaired');
}, 240_000);

/** A pull request of a stranger, from a fork, whose head failed. */
async function breakFork() {
  const github = await start(soundProject());
  github.person.addCollaborator('octocat', 'write');
  const sha = github.person.pushToFork('mallory', 'topic', { 'src/sum.mjs': BROKEN_SUM['src/sum.mjs'] });
  const pull = github.person.openPull({ head: 'topic', headOwner: 'mallory', author: 'mallory' });
  const jobs = [{ name: 'test', output: FAILED_OUTPUT }];
  github.addFailedRun({ branch: 'topic', headRepository: 'mallory/project', event: 'pull_request', jobs });
  return { github, pull, sha };
}

test('the approved commit of a fork is repaired by the jobs as a patch in the answer, and nothing is pushed', async () => {
  const broken = await breakFork();
  const inputs = { 'allow-fork-command': 'true' };
  const { jobs } = await ask(broken, `/smart-fix ${broken.sha}`, { answers: repaired(), inputs });
  expect(jobs.at(-1)).toMatchObject({ name: 'publish', outputs: { 'stop-reason': 'fixed', branch: '' } });
  const said = broken.github.comments(broken.pull.number).at(-1)?.body;
  expect(said).toContain('+export const sum = (a, b) => a + b;');
  expect(broken.github.branches()).toEqual(['main']);
}, 240_000);

test('a fork that only the job that answers allows is refused by the next', async () => {
  const broken = await breakFork();
  const first = { 'allow-fork-command': 'true' };
  const { jobs } = await ask(broken, `/smart-fix ${broken.sha}`, { answers: repaired(), first });
  expect(jobs.map(({ name, outputs }) => [name, outputs['stop-reason']])).toEqual([
    ['admit', 'fork-head'],
    ['publish', 'fork-head'],
  ]);
}, 240_000);

test('a push of the fork while its approved commit is repaired is told as the end', async () => {
  const broken = await breakFork();
  const { jobs } = await ask(broken, `/smart-fix ${broken.sha}`, {
    ...{ answers: repaired(), inputs: { 'allow-fork-command': 'true' } },
    meanwhile: () => broken.github.person.pushToFork('mallory', 'topic', { 'evil.txt': 'x\n' }),
  });
  expect(jobs.at(-1)).toMatchObject({ name: 'publish', outputs: { 'stop-reason': 'head-moved' } });
}, 240_000);
