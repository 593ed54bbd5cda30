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
import { refuseLabel, switchedOff } from '../trigger/admit-command.js';
import { actorsToCheck, refuseActor, refuseRun, refuseTag, refuseUnstartable } from '../trigger/admit-run.js';
import { parseRunId } from '../trigger/parse-run-id.js';
import { type Asked, askedBefore, type CommentParts, findCommented, refuseOtherRun } from './comment-door.js';
import { isOwnBranch } from './own-branch.js';
import { readDoor } from './read-door.js';
import { refusePushTo } from './refuse-push.js';

/** A run that may be repaired, and the branch that it failed on. */
export interface Target {
  readonly kind: 'target';
  readonly run: FailedRun;
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
      /** Who was told by another job that work had begun. */
      readonly waiting?: { readonly asked: Asked; readonly door: DoorSettings };
    };

/** Which failed run is asked for, and whether it may be repaired; decided before any effect but an answer. */
export async function findTarget(parts: CommentParts): Promise<TargetOrEnd> {
  const { context, settings, client } = parts;
  // A run that is named was found for a comment before, by the job that may answer.
  if (context.eventName === 'issue_comment' && settings.runId === null) return findCommented(parts);
  const wish = await readWish(context, readRunIdInput(context, settings.runId));
  if (wish.kind === 'nothing') return { kind: 'end', outcome: wish.outcome, run: null };
  const run = wish.kind === 'run' ? wish.run : await lookUp(client, context, wish.runId);
  if (context.eventName === 'issue_comment') return findAskedBefore(run, parts);
  const refused =
    refuseRun({ run, listedBots: settings.bots, isOwnBranch: await isOwnBranch(run, parts) }) ??
    (await refuseActors(run, client));
  if (refused !== null) return { kind: 'end', outcome: refused, run };
  return findOnBranch(run, { door: await requireDoor(parts), asked: null }, parts);
}

/** As another job of this workflow run found it for a comment: the power of its author counts, and not whose run it is. */
async function findAskedBefore(run: FailedRun, parts: CommentParts): Promise<TargetOrEnd> {
  const door = await requireDoor(parts);
  const asked = await askedBefore(parts, door);
  if ('status' in asked) return { kind: 'end', outcome: asked, run };
  const waiting = { asked, door };
  const refused =
    refuseRun({ run, listedBots: null, isOwnBranch: await isOwnBranch(run, parts) }) ??
    refuseOtherRun(run, asked);
  if (refused !== null) return { kind: 'end', outcome: refused, run, waiting };
  return findOnBranch(run, waiting, parts);
}

async function requireDoor({ client, context }: CommentParts): Promise<DoorSettings> {
  const door = await readDoor(client, context.repository);
  if (door.kind === 'faulty') throw new UsageError(door.faults);
  return door.settings;
}

/** Whether its branch may be repaired as it is now. */
async function findOnBranch(
  run: FailedRun,
  { asked, door }: Pick<Target, 'asked' | 'door'>,
  parts: CommentParts,
): Promise<TargetOrEnd> {
  const ended = (end: Outcome): TargetOrEnd => ({
    ...{ kind: 'end', outcome: end, run },
    ...(asked && { waiting: { asked, door } }),
  });
  if (!door.enabled) return ended(switchedOff());
  const { headBranch: base } = run;
  if (base === null) return ended(refuseTag(null));
  const stale = await refuseBase(parts, run, base);
  if (stale !== null) return ended(stale);
  const pull =
    asked?.pull.headBranch === base
      ? asked.pull
      : await readPullRequestOf(parts.client, parts.context.repository, base);
  const end =
    (pull && refuseLabel(pull, door.optOutLabel)) ??
    (await refusePushTo(base, asked !== null, parts)) ??
    refuseUnstartable(run);
  return end === null ? { kind: 'target', run, base, pull, asked, door } : ended(end);
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

function readRunIdInput({ serverUrl, repository }: RunnerContext, text: string | null): number | null {
  if (text === null) return null;
  const id = parseRunId(text, `${serverUrl}/${repository.owner}/${repository.name}`);
  if (id === null) {
    throw new UsageError([
      `run-id: ${JSON.stringify(text)} is neither a number nor the page of a run of this repository`,
    ]);
  }
  return id;
}

async function refuseActors(run: FailedRun, client: GitHubClient): Promise<Outcome | null> {
  for (const login of actorsToCheck(run)) {
    const refused = refuseActor(login, await readPermission(client, run.repository, login));
    if (refused !== null) return refused;
  }
  return null;
}
