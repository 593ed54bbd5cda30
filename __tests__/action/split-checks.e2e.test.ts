import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Fact } from '../../src/ledger/entry.js';
import { GOOD, sumPlus } from '../support/broken-sum.js';
import { brokenProject, FAILED_OUTPUT } from '../support/failed-ci.js';
import { addFact, forgeLedger, readFacts } from '../support/forge-ledger.js';
import type { CiScript } from '../support/github/ci.js';
import type { FakeGithub } from '../support/github/fake-github.js';
import { useFakeGithub } from '../support/github/use-fake-github.js';
import { type Play, playWorkflow } from '../support/play-workflow.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Two publications, each of which waits for checks. */
const LONG = 240_000;

const folder = temporaryFolder('split-checks');
const start = useFakeGithub();
const model = scriptedModel();

async function begin(script: CiScript) {
  const github = await start(brokenProject());
  github.person.addCollaborator('octocat', 'write');
  github.runCi(script);
  return github;
}

async function play(script: CiScript, given: Play) {
  const github = await begin(script);
  const inputs = { 'wait-for-checks': '40' };
  const { jobs } = await playWorkflow({ github, folder, model }, { inputs, ...given });
  return { github, last: jobs.at(-1), names: jobs.map(({ name }) => name) };
}

const TRANSIENT = 'npm error code ECONNRESET\nnpm error network aborted';

test('the job that publishes has the checks of the fix started, and waits for them', async () => {
  const { github, last } = await play(() => ({ jobs: [{ name: 'test', conclusion: 'success' }] }), {
    answers: [{ reply: GOOD }],
  });
  expect(last?.outputs).toMatchObject({ 'stop-reason': 'fixed' });
  expect(github.pulls()[0]?.body).toContain('The real checks are green');
});

const RED_OUTPUT = 'src/sum.mjs:1: error: the sum of nothing is wrong';

/** Red on every fix whose sum ends in one of these. */
const redOn =
  (...ends: readonly string[]): CiScript =>
  ({ fileAt }) => {
    const isRed = ends.some((end) => fileAt('src/sum.mjs').includes(`b${end};`));
    return { jobs: [isRed ? { name: 'test', output: RED_OUTPUT } : { name: 'test', conclusion: 'success' }] };
  };

const ROUND_AFTER_CHECKS = ['publish', 'verify-5', 'repair-4', 'verify-6', 'publish-2'];

test(
  'red checks are answered by one more round of jobs, and the same pull request gets the next fix',
  async () => {
    const { github, last, names } = await play(redOn(' * 1'), {
      answers: [{ reply: sumPlus(' * 1') }, { reply: sumPlus('', ' * 1') }],
    });
    expect(names.slice(-5)).toEqual(ROUND_AFTER_CHECKS);
    expect(model.prompts()[1]).toContain('the sum of nothing is wrong');
    expect(last?.outputs).toMatchObject({ 'stop-reason': 'fixed', attempts: '2' });
    expect(github.pulls()).toHaveLength(1);
    expect(github.pulls()[0]?.body).toContain('The real checks are green');
    expect(github.fileAt(last?.outputs.branch ?? '', 'src/sum.mjs')).toContain('a + b;');
    expect(github.issues()).toEqual([]);
  },
  LONG,
);

test(
  'when the checks of that round are red as well, a person gets the draft and the whole history',
  async () => {
    const { github, last, names } = await play(redOn(' * 1', ' / 1'), {
      answers: [{ reply: sumPlus(' * 1') }, { reply: sumPlus(' / 1', ' * 1') }],
    });
    expect(names.slice(-5)).toEqual(ROUND_AFTER_CHECKS);
    expect(last?.outputs).toMatchObject({ status: 'needs-human', 'stop-reason': 'max-attempts' });
    expect(github.pulls()[0]?.body).toContain('The real checks are red');
    expect(github.issues()[0]?.body).toContain('Attempt 1: checks-red');
    expect(github.issues()[0]?.body).toContain('Attempt 2: checks-red');
  },
  LONG,
);

test(
  'red checks of the last attempt that is allowed are told by the job that saw them',
  async () => {
    const { github, last, names } = await play(redOn(' * 1'), {
      answers: [{ reply: sumPlus(' * 1') }],
      inputs: { 'wait-for-checks': '40', 'max-attempts': '1' },
    });
    expect(names.at(-1)).toBe('publish');
    expect(last?.outputs).toMatchObject({ 'stop-reason': 'max-attempts' });
    expect(github.issues()[0]?.body).toContain('Attempt 1: checks-red');
  },
  LONG,
);

test(
  'a draft says that its checks are red before anybody answers them',
  async () => {
    const { github, last } = await play(redOn(' * 1'), {
      answers: [{ reply: sumPlus(' * 1') }],
      before: 'verify-5',
    });
    const [pull] = github.pulls();
    expect(last).toMatchObject({ name: 'publish', outputs: { next: 'verify', status: '' } });
    expect(last?.outputs['pull-request-url']).toMatch(new RegExp(`/pull/${pull?.number}$`));
    expect(pull?.body).toContain('The real checks are red');
  },
  LONG,
);

/** As a job would that runs the revision of the red checks again, and says that it passed. */
function passAgain(artifact: string): string {
  const path = join(artifact, 'ledger.jsonl');
  const facts = readFacts(artifact);
  const published = facts.findIndex((fact) => fact.kind === 'handed-over' && fact.from === 'publish');
  const lines = readFileSync(path, 'utf8').split('\n');
  writeFileSync(path, `${lines.slice(0, published + 1).join('\n')}\n`);
  const passed = facts.find(
    (fact) => fact.kind === 'execution-finished' && fact.execution.status === 'passed',
  );
  if (passed === undefined) throw new Error('no execution passed');
  addFact(artifact, passed);
  return addFact(artifact, { kind: 'handed-over', from: 'verify', next: 'publish', outcome: null });
}

const EVIL = 'https://evil.example/login';

const withLink = (fact: Fact): Fact => (fact.kind === 'published' ? { ...fact, url: EVIL } : fact);

test.each<[string, (artifact: string) => string, RegExp]>([
  [
    'adds',
    (at) => addFact(at, { kind: 'published', what: 'pull-request', url: EVIL }),
    /a fact of the job that comes last/,
  ],
  ['changes', (at) => forgeLedger(at, withLink), /does not go on from what was published/],
  ['overrules', passAgain, /a pass is recorded of what the real checks found red/],
])(
  'after a publication, what a later job %s is not taken',
  async (how, forge, why) => {
    const github = await begin(redOn(' * 1'));
    const ci = { github, folder, model };
    const given = { inputs: { 'wait-for-checks': '40' } };
    const answers = [{ reply: sumPlus(' * 1') }, { reply: sumPlus('', ' * 1') }];
    const so = await playWorkflow(ci, { ...given, answers, before: 'publish-2' });
    const forged = join(folder, `forged-${how}`);
    cpSync(so.jobs.at(-1)?.artifact ?? '', forged, { recursive: true });
    const head = forge(forged);
    const { jobs } = await playWorkflow(
      ci,
      { ...given, tamper: () => forged, job: () => ({ inputs: { 'ledger-head': head } }) },
      so,
    );
    expect(jobs.at(-1)).toMatchObject({ name: 'publish-2', outputs: { 'stop-reason': 'tampered' } });
    expect(jobs.at(-1)?.log).toMatch(why);
    expect(github.fileAt(fixBranch(github), 'src/sum.mjs')).toContain('a + b * 1;');
  },
  LONG,
);

const fixBranch = (github: FakeGithub) =>
  github.branches().find((name) => name.startsWith('smart-fix/')) ?? '';

test('what only the network spoiled is run once more by the job that may', async () => {
  const { github, last, names } = await play(() => null, {
    run: { jobs: [{ name: 'install', output: TRANSIENT }], rerunConclusion: 'success' },
  });
  expect(names).toEqual(['admit', 'publish']);
  expect(last?.outputs).toMatchObject({ status: 'needs-human', 'stop-reason': 'flaky' });
  expect([github.pulls(), github.issues()]).toEqual([[], []]);
});

test(
  'what is red again for a reason that a change can help is repaired in the same run',
  async () => {
    const script: CiScript = ({ attempt }) => ({
      jobs: [{ name: 'test', output: FAILED_OUTPUT, conclusion: attempt === 2 ? 'failure' : 'success' }],
    });
    const { github, last, names } = await play(script, {
      run: { jobs: [{ name: 'install', output: TRANSIENT }] },
      answers: [{ reply: GOOD }],
    });
    expect(names).toEqual(['admit', 'verify-1', 'repair-1', 'verify-2', 'publish']);
    expect(last?.outputs).toMatchObject({ 'stop-reason': 'fixed' });
    expect(github.requests.filter(({ operation }) => operation.includes('re-run'))).toHaveLength(1);
  },
  LONG,
);
