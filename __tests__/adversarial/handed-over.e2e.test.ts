import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openRepository } from '../../src/adapters/git/open-repository.js';
import { digestOf } from '../../src/domain/digest.js';
import type { FileChange } from '../../src/domain/patch.js';
import { patchDigest, revisionIdOf } from '../../src/domain/revision.js';
import type { Fact } from '../../src/ledger/entry.js';
import { fold } from '../../src/ledger/fold.js';
import { writePatchDocument } from '../../src/ledger/patch-document.js';
import { commitAttempt } from '../../src/loop/commit-attempt.js';
import { GOOD, WRONG } from '../support/broken-sum.js';
import { brokenProject, type FailedCi } from '../support/failed-ci.js';
import { forgeLedger, readFacts } from '../support/forge-ledger.js';
import { startFakeGithub } from '../support/github/fake-github.js';
import { type Play, type Played, playWorkflow } from '../support/play-workflow.js';
import { scriptedModel } from '../support/scripted-model.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** One failure, repaired in split jobs up to the last one, which is played again and again on what somebody did to it. */
const folder = temporaryFolder('handed-over');
const model = scriptedModel();
let ci: FailedCi;
let close: () => Promise<void>;
let green: Played;
let red: Played;

beforeAll(async () => {
  const github = await startFakeGithub(brokenProject());
  github.person.addCollaborator('octocat', 'write');
  close = () => github.close();
  ci = { github, folder, model };
  green = await playWorkflow(ci, { answers: [{ reply: GOOD }], before: 'publish', runId: 1 });
  model.mock.reset();
  const { failed } = green;
  red = await playWorkflow(ci, {
    failed,
    answers: [{ reply: WRONG[0] ?? GOOD }],
    before: 'repair-2',
    runId: 1,
  });
}, 120_000);

afterAll(() => close());

/** Plays the last job on what was handed over, changed by `tamper`. */
async function publish(so: Played, play: Play) {
  const { jobs } = await playWorkflow(ci, { runId: 1, ...play }, so);
  const last = jobs.at(-1);
  if (last?.name !== 'publish') throw new Error(`the last job is ${last?.name}`);
  return last;
}

async function expectTampered(so: Played, play: Play, why: RegExp): Promise<void> {
  const { exitCode, outputs, log } = await publish(so, play);
  expect(outputs).toMatchObject({ status: 'failed', 'stop-reason': 'tampered' });
  expect(exitCode).toBe(70);
  expect(log).toMatch(why);
  expect(ci.github.writes()).toEqual([]);
}

const ledgerOf = (artifact: string): string => join(artifact, 'ledger.jsonl');
const patchOf = (artifact: string): string => join(artifact, 'patches', '1.json');

function change(path: string, from: string | RegExp, to: string): void {
  const text = readFileSync(path, 'utf8');
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`${path} does not hold ${from}`);
  writeFileSync(path, changed);
}

const artifactOf = ({ jobs }: Played, name: string): string =>
  jobs.find((job) => job.name === name)?.artifact ?? '';

const TAMPERED: Readonly<Record<string, readonly [(artifact: string) => void, RegExp]>> = {
  'a word of the ledger changed': [(at) => change(ledgerOf(at), 'sum is 5', 'sum is 6'), /hash chain/],
  'a line of the ledger gone': [(at) => change(ledgerOf(at), /\n.*\n/, '\n'), /sequence|chain/],
  'a whole ledger forged': [(at) => void forgeLedger(at, (fact) => fact), /does not end as the job before/],
  'no ledger': [(at) => rmSync(ledgerOf(at)), /ledger\.jsonl is missing/],
  'a file beside the ledger': [(at) => writeFileSync(join(at, 'notes.md'), ''), /notes\.md.* lies beside/],
  'a file among the patches': [(at) => writeFileSync(join(at, 'patches', 'x.sh'), ''), /x\.sh.* lies among/],
  'no patch document': [(at) => rmSync(patchOf(at)), /1\.json is missing/],
  'a link in place of a patch document': [
    (at) => {
      rmSync(patchOf(at));
      symlinkSync('/etc/passwd', patchOf(at));
    },
    /no regular file/,
  ],
  'another patch': [(at) => change(patchOf(at), /"added": "[^"]*"/, '"added": "evil\\n"'), /another text/],
  'a text behind the patch': [(at) => appendFileSync(patchOf(at), '{}'), /not JSON/],
  'a patch of more than a document holds': [
    (at) => appendFileSync(patchOf(at), ' '.repeat(1024 * 1024)),
    /larger than/,
  ],
};

test.each(Object.entries(TAMPERED))('%s: nothing is published', async (_, [tamper, why]) => {
  await expectTampered(
    green,
    {
      tamper: (artifact) => {
        tamper(artifact);
        return undefined;
      },
    },
    why,
  );
});

test('an artifact of an earlier job of the same run is not taken for the last one', async () => {
  const earlier = artifactOf(green, 'repair-1');
  await expectTampered(green, { tamper: () => earlier }, /does not end as the job before/);
});

test('the artifact of another run is refused, whatever its hashes say', async () => {
  await expectTampered(green, { runId: 2 }, /workflow run 1, not of this one/);
});

test('what was begun with other settings is refused', async () => {
  await expectTampered(green, { inputs: { 'max-files': '50' } }, /other settings/);
});

/** As a hostile job could, that writes ledger and outputs: the whole chain holds. */
async function expectForged(so: Played, forge: (artifact: string) => string, why: RegExp): Promise<void> {
  let head = '';
  await expectTampered(
    so,
    {
      lost: ['repair-2'],
      tamper: (artifact) => {
        head = forge(artifact);
        return undefined;
      },
      job: () => ({ inputs: { 'ledger-head': head } }),
    },
    why,
  );
}

test('a red gate that is called passed stays red: the verdict is computed from what was run', async () => {
  const verdict = (fact: Fact): Fact => {
    if (fact.kind !== 'execution-finished' || fact.execution.number === 0) return fact;
    const checks = fact.execution.checks.map((check) => ({ ...check, passed: true }));
    const passed = { status: 'passed', errorCode: null, fingerprint: null } as const;
    return { ...fact, scan: null, execution: { ...fact.execution, ...passed, checks } };
  };
  await expectForged(
    red,
    (at) => forgeLedger(at, verdict),
    /a pass is recorded that what was run does not show/,
  );
});

test('a fix that is only said is none', async () => {
  const said = (fact: Fact): Fact =>
    fact.kind === 'handed-over'
      ? { ...fact, outcome: { status: 'completed', stopReason: 'fixed', detail: 'trust me' } }
      : fact;
  await expectForged(red, (at) => forgeLedger(at, said), /a repair is said that the ledger does not show/);
});

test('a field in a form that we do not write is refused before anything is shown', async () => {
  const markup = (fact: Fact): Fact =>
    fact.kind === 'execution-finished'
      ? ({ ...fact, execution: { ...fact.execution, number: '@everyone' } } as unknown as Fact)
      : fact;
  await expectForged(red, (at) => forgeLedger(at, markup), /is no fact of ours/);
});

test('a link or an end that only the last job may record is not taken from another', async () => {
  const link = (fact: Fact): Fact =>
    fact.kind === 'execution-reserved' && fact.number === 1
      ? { kind: 'published', what: 'pull-request', url: 'https://evil.example/login' }
      : fact;
  await expectForged(green, (at) => forgeLedger(at, link), /a fact of the job that comes last/);
});

test('a gate that is easier than the one that was asked for proves nothing', async () => {
  const easy = (fact: Fact): Fact =>
    fact.kind === 'run-started'
      ? { ...fact, request: { ...fact.request, gate: [{ ...fact.request.gate[0], text: 'true' }] } as never }
      : fact;
  await expectForged(green, (at) => forgeLedger(at, easy), /the request was changed/);
});

test('a patch that policy never let through is refused, although every digest and commit fits', async () => {
  const path = '.github/workflows/ci.yml';
  const evil: readonly FileChange[] = [{ path, before: 'name: ci\n', after: 'name: ci\non: push\n' }];
  const forged = await forgePatch(artifactOf(green, 'verify-2'), evil);
  await expectForged(green, (at) => forged(at), /policy refuses the patch \(protected-path\)/);
});

/** Every id, digest and commit of the first attempt made again for other changes. */
async function forgePatch(artifact: string, changes: readonly FileChange[]) {
  const state = fold(readFacts(artifact));
  const { request, binding, revisions } = state;
  const [base] = revisions;
  if (request === null || binding === null || base === undefined) throw new Error('no run');
  const clone = join(folder, `clone-${Date.now()}`);
  cpSync(ci.github.world.git.folder, join(clone, '.git'), { recursive: true });
  execFileSync('git', ['config', 'core.bare', 'false'], { cwd: clone });
  const repository = await openRepository(clone, { environment: process.env, temporaryRoot: folder });
  const workspace = await repository?.openWorkspace(request.baseCommit);
  if (workspace === undefined) throw new Error('no workspace');
  const attempt = { number: 1, parent: base, on: request.baseCommit, changes };
  const commit = await commitAttempt(workspace, attempt, request);
  const diff = await workspace.diff(request.baseCommit, commit);
  await workspace.dispose();
  const digest = patchDigest(changes);
  const revisionId = revisionIdOf(state.requestDigest ?? '', base.revisionId, digest);
  const own = { revisionId, commit, diff, patchDigest: digest, paths: changes.map(({ path }) => path) };
  return (at: string): string => {
    const { baseCommit } = request;
    const place = { binding, baseCommit, revision: { revisionId, patchDigest: digest } };
    mkdirSync(join(at, 'patches'), { recursive: true });
    writeFileSync(patchOf(at), writePatchDocument(place, changes, ''));
    return forgeLedger(at, (fact) => {
      if (fact.kind === 'proposal-accepted') return { ...fact, revision: { ...fact.revision, ...own } };
      if (fact.kind !== 'execution-finished' || fact.execution.number === 0) return fact;
      const { execution } = fact;
      const executionId = digestOf([revisionId, 1, execution.commands.map(({ command }) => command)]);
      return { ...fact, execution: { ...execution, revisionId, executionId } };
    });
  };
}

test.each(['verify-1', 'repair-1', 'verify-2'])(
  'a job %s that gets a changed ledger starts nothing, and its workflow publishes nothing',
  async (name) => {
    model.mock.reset();
    const tamper = (artifact: string, job: string): undefined => {
      if (job === name) change(ledgerOf(artifact), '"looksFlaky":false', '"looksFlaky":true');
    };
    const { jobs } = await playWorkflow(ci, { runId: 1, tamper, answers: [] }, keepBefore(green, name));
    const job = jobs.find((each) => each.name === name);
    expect([job?.exitCode, job?.outputs['stop-reason']]).toEqual([70, 'tampered']);
    expect(job?.log).not.toContain('$ node test/check.mjs');
    expect(model.prompts()).toEqual([]);
    expect(jobs.at(-1)).toMatchObject({ name: 'publish', exitCode: 70 });
    expect(ci.github.writes()).toEqual([]);
  },
);

function keepBefore({ jobs, done, failed }: Played, name: string): Played {
  const names = Object.keys(done);
  const kept = names.slice(0, names.indexOf(name));
  return {
    jobs: jobs.filter((job) => kept.includes(job.name)),
    done: Object.fromEntries(Object.entries(done).filter(([each]) => kept.includes(each))),
    failed,
  };
}

test('untouched, the same artifact is published', async () => {
  const { outputs } = await publish(green, {});
  expect(outputs).toMatchObject({ status: 'completed', 'stop-reason': 'fixed' });
  expect(ci.github.pulls()).toHaveLength(1);
});
