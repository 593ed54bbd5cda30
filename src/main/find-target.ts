import { type RunnerContext, readWish } from '../adapters/actions/read-event.js';
import type { GitHubClient } from '../adapters/github/client.js';
import { statusOf } from '../adapters/github/host-error.js';
import { readRun } from '../adapters/github/read-failed-run.js';
import { readPermission } from '../adapters/github/read-permission.js';
import { readPullRequestOf } from '../adapters/github/read-pull-request.js';
import { readRef } from '../adapters/github/read-ref.js';
import type { DoorSettings } from '../config/door-settings.js';
import { UsageError } from '../config/usage-error.js';
import type { FailedRun } from '../domain/failed-run.js';
import { type Outcome, outcome } from '../domain/outcome.js';
import type { PullRequest } from '../domain/pull-request.js';
import type { NotCovered } from '../report/failed-checks.js';
import { refuseLabel, switchedOff } from '../trigger/admit-command.js';
import { actorsToCheck, refuseActor, refuseRun, refuseTag, refuseUnstartable } from '../trigger/admit-run.js';
import { parseRunId } from '../trigger/parse-run-id.js';
import {
  type Asked,
  askedBefore,
  type CommentParts,
  findCommented,
  refuseOtherHead,
  refuseOtherRun,
} from './comment-door.js';
import { readLeftOut } from './find-failed-head.js';
import { isOwnBranch } from './own-branch.js';
import { readDoor } from './read-door.js';
import { refusePushTo } from './refuse-push.js';

/** A run that may be repaired, and the branch that it failed on. */
export interface Target {
  readonly kind: 'target';
  readonly run: FailedRun;
  /** Runs of other workflows on the same commit, of the same branch, that failed as well and are repaired with it. */
  readonly alsoFailed: readonly FailedRun[];
  /** What else failed there and is not looked at, and why. */
  readonly leftOut: readonly NotCovered[];
  readonly base: string;
  /** The open pull request whose head failed, if there is one. */
  readonly pull: PullRequest | null;
  /** Null when no person asked in a comment. */
  readonly asked: Asked | null;
  readonly door: DoorSettings;
}

export type TargetOrEnd =
  | Target
  | {
      readonly kind: 'end';
      readonly outcome: Outcome;
      /** Null when the event asked for none. */
      readonly run: FailedRun | null;
      readonly alsoFailed?: readonly FailedRun[];
      /** Who was told by another job that work had begun. */
      readonly waiting?: { readonly asked: Asked; readonly door: DoorSettings };
    };

/** Which failed run is asked for, and whether it may be repaired; decided before any effect but an answer. */
export async function findTarget(parts: CommentParts): Promise<TargetOrEnd> {
  const { context, settings, client } = parts;
  // Runs that are named were found for a comment before, by the job that may answer.
  if (context.eventName === 'issue_comment' && settings.runId === null) return findCommented(parts);
  if (context.eventName === 'issue_comment') return findAskedBefore(parts);
  const wish = await readWish(context, readRunIdInput(context, settings.runId));
  if (wish.kind === 'nothing') return { kind: 'end', outcome: wish.outcome, run: null };
  const run = wish.kind === 'run' ? wish.run : await lookUp(client, context, wish.runId);
  const refused =
    refuseRun({ run, listedBots: settings.bots, fork: null, isOwnBranch: await isOwnBranch(run, parts) }) ??
    (await refuseActors(run, client));
  if (refused !== null) return { kind: 'end', outcome: refused, run };
  return findOnBranch([run], { door: await requireDoor(parts), asked: null, leftOut: [] }, parts);
}

/**
 * As another job of this workflow run found it for a comment: the power of its author counts, and not whose run it is.
 * Several runs are of one commit.
 */
async function findAskedBefore(parts: CommentParts): Promise<TargetOrEnd> {
  const { context, settings, client } = parts;
  const named: FailedRun[] = [];
  for (const text of (settings.runId ?? '').trim().split(/\s+/))
    named.push(await lookUp(client, context, requireRunId(context, text)));
  const [run, ...alsoFailed] = named;
  if (run === undefined) throw new Error('no run is named');
  const door = await requireDoor(parts);
  const asked = await askedBefore(parts, door);
  if ('status' in asked) return { kind: 'end', outcome: asked, run };
  const waiting = { asked, door };
  const fork = asked.isFork ? asked.pull.headRepository : null;
  for (const each of named) {
    const isOwn = await isOwnBranch(each, parts);
    const refused =
      refuseRun({ run: each, listedBots: null, fork, isOwnBranch: isOwn }) ??
      refuseOtherRun(each, asked) ??
      refuseOtherHead(each, run);
    if (refused !== null) return { kind: 'end', outcome: refused, run, alsoFailed, waiting };
  }
  const leftOut = await readLeftOut([run, ...alsoFailed], { ...parts, isFork: asked.isFork });
  return findOnBranch([run, ...alsoFailed], { ...waiting, leftOut }, parts);
}

async function requireDoor({ client, context }: CommentParts): Promise<DoorSettings> {
  const door = await readDoor(client, context.repository);
  if (door.kind === 'faulty') throw new UsageError(door.faults);
  return door.settings;
}

/** Whether its branch may be repaired as it is now. */
async function findOnBranch(
  [run, ...alsoFailed]: readonly [FailedRun, ...FailedRun[]],
  { asked, door, leftOut }: Pick<Target, 'asked' | 'door' | 'leftOut'>,
  parts: CommentParts,
): Promise<TargetOrEnd> {
  const ended = (end: Outcome): TargetOrEnd => ({
    ...{ kind: 'end', outcome: end, run },
    ...(asked && { waiting: { asked, door } }),
  });
  if (!door.enabled) return ended(switchedOff());
  const { headBranch: base } = run;
  if (base === null) return ended(refuseTag(null));
  const isFork = asked?.isFork === true;
  const stale = isFork ? null : await refuseBase(parts, run, base);
  if (stale !== null) return ended(stale);
  const pull =
    asked?.pull.headBranch === base
      ? asked.pull
      : await readPullRequestOf(parts.client, parts.context.repository, base);
  const end =
    (pull && refuseLabel(pull, door.optOutLabel)) ??
    (isFork ? null : await refusePushTo(base, asked !== null, parts)) ??
    refuseUnstartable(run);
  return end === null ? { kind: 'target', run, alsoFailed, leftOut, base, pull, asked, door } : ended(end);
}

/** A commit that is no longer the head of its branch is not worth a repair, but for a patch that goes nowhere. */
async function refuseBase(
  { client, settings }: CommentParts,
  { repository, headSha }: FailedRun,
  base: string,
): Promise<Outcome | null> {
  const head = await readRef(client, repository, `heads/${base}`);
  if (head === headSha) return null;
  if (head === null && (await readRef(client, repository, `tags/${base}`)) !== null) return refuseTag(base);
  if (settings.onSuccess === 'patch') return null;
  const now = head === null ? 'is gone' : `is at ${head.slice(0, 12)} now`;
  return outcome('head-moved', `The run failed on ${headSha.slice(0, 12)}, and ${base} ${now}.`);
}

async function lookUp(client: GitHubClient, { repository }: RunnerContext, id: number): Promise<FailedRun> {
  try {
    return await readRun(client, repository, id);
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
    throw new UsageError([
      `run-id: ${repository.owner}/${repository.name} has no run ${id} that this token may read`,
    ]);
  }
}

function readRunIdInput(context: RunnerContext, text: string | null): number | null {
  return text === null ? null : requireRunId(context, text);
}

function requireRunId({ serverUrl, repository }: RunnerContext, text: string): number {
  const id = parseRunId(text, `${serverUrl}/${repository.owner}/${repository.name}`);
  if (id !== null) return id;
  throw new UsageError([
    `run-id: ${JSON.stringify(text)} is neither a number nor the page of a run of this repository`,
  ]);
}

async function refuseActors(run: FailedRun, client: GitHubClient): Promise<Outcome | null> {
  for (const login of actorsToCheck(run)) {
    const refused = refuseActor(login, await readPermission(client, run.repository, login));
    if (refused !== null) return refused;
  }
  return null;
}
