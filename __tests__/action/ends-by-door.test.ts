import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { STOP_REASONS, type StopReason } from '../../src/domain/outcome.js';
import { HOST_ENDS } from '../support/host-ends.js';
import { LOOP_ENDS } from '../support/loop-ends.js';

const DOORS = ['local', 'ci', 'comment', 'split'] as const;
type Door = (typeof DOORS)[number];

/** A suite that shows an end by its name, and words of the test; or, as a sentence, why the door has no such end. */
type Cell = readonly [suite: string, words: string] | string;

const NO_HOST = 'the command line asks no code host, and a person started it';
const ONLY_GREEN = 'a green gate is the end here: a door on GitHub says not-reproduced';
const NOTHING_HANDED = 'nothing is handed over between jobs, and the state folder is new';
const STOPS = 'e2e/stop-reasons.e2e';
const FIRST: Cell = ['action/ends-one-job.e2e', 'on failed CI a repair can end as $reason'];

/** Ends that the tables of `loop-ends.ts` and `host-ends.ts` play, by the doors that play them. */
const PLAYED: Readonly<
  Record<Exclude<Door, 'local'>, readonly [reasons: readonly StopReason[], cell: Cell][]>
> = {
  ci: [[LOOP_ENDS.map(({ reason }) => reason), FIRST]],
  comment: [
    [
      LOOP_ENDS.map(({ reason }) => reason),
      ['action/ends-one-job.e2e', 'a command can end as $reason, and its answer'],
    ],
    [
      HOST_ENDS.map(({ reason }) => reason),
      ['action/ends-one-job.e2e', 'a command can end as $reason by what the host says'],
    ],
  ],
  split: [
    [
      LOOP_ENDS.map(({ reason }) => reason).filter((reason) => reason !== 'same-error'),
      ['action/ends-split.e2e', 'in split jobs a repair can end as $reason'],
    ],
    [
      HOST_ENDS.map(({ reason }) => reason),
      ['action/ends-split.e2e', 'split jobs can end as $reason by what the host says'],
    ],
  ],
};

const ENDS: Readonly<Record<StopReason, Partial<Readonly<Record<Door, Cell>>>>> = {
  fixed: { local: ['e2e/first-repair.e2e', "stopReason: 'fixed'"] },
  'already-green': {
    local: [STOPS, 'a green gate ends the run without a model call'],
    ...{ ci: ONLY_GREEN, comment: ONLY_GREEN, split: ONLY_GREEN },
  },
  permission: { local: [STOPS, 'a denied permission'] },
  'missing-input': { local: [STOPS, 'an input file that is not there'] },
  'missing-dependency': { local: [STOPS, 'a package that is not installed'] },
  'vendor-trace': { local: [STOPS, 'a trace through libraries alone'] },
  'sensitive-area': { local: [STOPS, 'a failure in authentication code'] },
  'too-many-files': { local: [STOPS, 'a patch over five files ends the run at once'] },
  'gate-timeout': { local: ['e2e/budgets.e2e', 'a gate past its own limit needs a person'] },
  ambiguous: { local: [STOPS, 'a failure that names no place'] },
  'model-gave-up': { local: [STOPS, 'a model that gives up ends the run in its own words'] },
  'weak-evidence': { local: ['adversarial/doubtful-passes.e2e', '%s is for a person'] },
  'same-error': {
    local: [STOPS, 'the same error for a fourth time in a row'],
    split: 'three rounds are the most, and the fourth red one would be the same error',
  },
  'max-attempts': { local: [STOPS, 'when all attempts are red a person is needed'] },
  'proposals-exhausted': { local: [STOPS, 'a red gate without any strategy says how to get one'] },
  'workflow-invalid': {
    local: NO_HOST,
    ci: ['action/admission.e2e', 'a workflow that could not be started is handed to a person'],
  },
  'not-reproduced': { local: 'a green gate is already-green here' },
  flaky: {
    local: ['e2e/differential-runs.e2e', "stopReason: 'flaky'"],
    ci: ['action/rerun.e2e', 'what only the network spoiled runs once more'],
  },
  'red-on-base': { local: NO_HOST, ci: ['action/red-on-base.e2e', 'a failure that the base has as well'] },
  infra: { local: 'the category of a log of CI, or of the real checks; a gate here is run' },
  'log-expired': { local: NO_HOST, ci: ['action/logs.e2e', 'logs that are gone are said to be gone'] },
  'budget-model-calls': { local: ['e2e/budgets.e2e', 'when the model calls are spent'] },
  'budget-executions': { local: ['e2e/budgets.e2e', 'when the executions are spent'] },
  'budget-cost': { local: ['e2e/model-calls.e2e', 'is reserved at its worst before a call'] },
  deadline: { local: ['e2e/budgets.e2e', 'a gate that runs into the deadline'] },
  'model-unavailable': { local: ['e2e/budgets.e2e', 'a model that cannot be had defers the run'] },
  'platform-unavailable': {
    local: NO_HOST,
    ci: ['action/host-faults.e2e', 'a pull request that was not made is not said to be there'],
  },
  'rate-limited': {
    local: NO_HOST,
    ci: ['action/host-faults.e2e', 'a limit that lasts beyond the deadline defers the repair'],
  },
  'fork-head': {
    local: NO_HOST,
    ci: ['action/admission.e2e', 'a commit of a fork'],
    comment: ['action/comment-fork.e2e', "'fork-head'"],
    split: ['action/ends-split.e2e', "reason: 'fork-head'"],
  },
  'actor-not-authorised': {
    local: NO_HOST,
    ci: ['action/admission.e2e', 'a person who may only read'],
    comment: ['action/comment-door.e2e', 'who may only read'],
    split: ['action/ends-split.e2e', "reason: 'actor-not-authorised'"],
  },
  'bot-not-listed': {
    local: NO_HOST,
    ci: ['action/admission.e2e', 'a bot that is not listed'],
    comment: ['action/comment-door.e2e', 'that is a bot and not listed by its exact name'],
    split: ['action/ends-split.e2e', "reason: 'bot-not-listed'"],
  },
  'opted-out': {
    local: NO_HOST,
    ci: [
      'action/opting-out.e2e',
      'a label keeps smart-fix away from a pull request, by itself and on demand',
    ],
  },
  'disabled-after-revert': {
    local: NO_HOST,
    ci: ['action/opting-out.e2e', 'is not proposed again, until somebody asks'],
    comment: ['action/opting-out.e2e', 'is not proposed again to who only says the word'],
    split: ['action/ends-split.e2e', 'split jobs propose no fix again that people closed'],
  },
  'protected-target': {
    local: ['e2e/delivery.e2e', "'protected-target'"],
    ci: ['action/ends-one-job.e2e', 'a fix of failed CI is never pushed to the default branch'],
  },
  'sandbox-unavailable': {
    local: ['e2e/sandbox.e2e', "'sandbox-unavailable'"],
    ci: ['action/sandbox.e2e', 'a job with a model key and no sandbox starts nothing'],
  },
  'not-a-command': {
    local: 'there is no comment',
    ci: 'there is no comment',
    comment: ['action/comment-door.e2e', 'unknown words are answered with the usage'],
    split: ['action/split-comment.e2e', 'a comment that is no command gets no second job'],
  },
  'own-branch': {
    local: NO_HOST,
    ci: ['action/admission.e2e', 'a failure on a branch of ours is ignored'],
    comment: ['action/comment-door.e2e', 'our own fix branch is not repaired on demand either'],
    split: ['action/ends-split.e2e', 'split jobs repair no fix of ours'],
  },
  'conclusion-not-failure': {
    local: NO_HOST,
    ci: ['action/admission.e2e', 'a run that ended as %s is ignored'],
    comment: ['action/comment-door.e2e', 'without a failed run of the head there is nothing to repair'],
    split: ['action/ends-split.e2e', "reason: 'conclusion-not-failure'"],
  },
  'event-not-handled': {
    local: NO_HOST,
    ci: ['action/events.e2e', "'event-not-handled'"],
    comment: ['action/comment-door.e2e', "'event-not-handled'"],
    split: ['action/ends-split.e2e', "reason: 'event-not-handled'"],
  },
  'head-moved': {
    local: 'the commit that is repaired is the one that was checked out',
    ci: ['action/publication.e2e', 'when the branch moves while the fix is made'],
    comment: ['action/comment-door.e2e', 'a head that was pushed after the command is not worked on'],
    split: ['action/ends-split.e2e', 'split jobs leave a moved head alone'],
  },
  'lease-lost': {
    local: NO_HOST,
    ci: ['action/concurrency.e2e', 'who is too late is told whose run it is'],
    comment: ['action/concurrency.e2e', 'who asks for what is being repaired is told whose run it is'],
    split: ['action/concurrency.e2e', 'the last of split jobs leaves to another run what that took up'],
  },
  duplicate: {
    local: NO_HOST,
    ci: ['action/publication.e2e', 'the very same commit again is a duplicate and asks no model'],
    comment: ['action/comment-door.e2e', 'the same comment delivered again is a duplicate'],
    split: ['action/split-jobs.e2e', 'what is repaired already gets no second job either'],
  },
  cancelled: {
    local: ['e2e/cancelled.e2e', "'cancelled'"],
    ci: ['action/concurrency.e2e', 'the lease is given back when the job is cancelled'],
    comment: ['action/comment-door.e2e', 'a stop of the job is the last word of the comment'],
    split: ['action/ends-split.e2e', 'a job of the split form that is stopped ends as cancelled'],
  },
  tampered: {
    local: ['e2e/resumed.e2e', 'a patch that was changed while the run lay still'],
    ci: NOTHING_HANDED,
    comment: NOTHING_HANDED,
    split: ['action/split-jobs.e2e', 'a gate that writes into what its job hands over'],
  },
  'permission-revoked': {
    local: NO_HOST,
    ci: ['action/host-faults.e2e', 'a token that is taken back in the middle ends as revoked'],
  },
  'ledger-corrupt': {
    local: ['e2e/resumed.e2e', 'a ledger with a broken record in its middle'],
    ci: NOTHING_HANDED,
    comment: NOTHING_HANDED,
    split: 'what is handed over is held against the head that the job before it named, and ends as tampered',
  },
  storage: {
    local: ['e2e/full-disk.e2e', 'a run whose disk is full after %i KiB ends as storage'],
    ci: ['e2e/full-disk.e2e', 'on failed CI likewise'],
    comment: ['e2e/full-disk.e2e', 'who asked for a repair is told that the disk was full'],
    split: ['e2e/full-disk.e2e', 'a job of the split form says likewise'],
  },
  internal: {
    local: ['e2e/usage.e2e', 'a temporary folder that is not there fails the run'],
    ci: ['action/events.e2e', 'a payload that %s ends as failed without any effect'],
    comment: ['action/comment-door.e2e', 'a comment ends as failed when its payload is broken'],
    split: ['action/split-jobs.e2e', 'a lost job that had to run the gate is called so'],
  },
};

const cells = (reason: StopReason, door: Door): readonly Cell[] => {
  const own = ENDS[reason][door];
  const played = door === 'local' ? [] : PLAYED[door].filter(([reasons]) => reasons.includes(reason));
  return [...(own === undefined ? [] : [own]), ...played.map(([, cell]) => cell)];
};

const MATRIX = Object.values(STOP_REASONS)
  .flat()
  .flatMap((reason) => DOORS.map((door) => [reason, door] as const));

test.each(MATRIX)(
  'that a repair can end as %s by the door %s is shown from end to end, or cannot be',
  (...at) => {
    const found = cells(...at);
    expect(found).not.toEqual([]);
    for (const cell of found) {
      if (typeof cell === 'string') {
        expect(found).toHaveLength(1);
        continue;
      }
      const [suite, words] = cell;
      const file = join(import.meta.dirname, '..', `${suite}.test.ts`);
      expect([file, existsSync(file) && readFileSync(file, 'utf8').includes(words)]).toEqual([file, true]);
    }
  },
);
