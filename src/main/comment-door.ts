import { readComment } from '../adapters/actions/read-comment.js';
import type { RunnerContext } from '../adapters/actions/read-event.js';
import type { GitHubClient } from '../adapters/github/client.js';
import { createComments, react } from '../adapters/github/comments.js';
import { addLabel, removeLabel } from '../adapters/github/labels.js';
import { readPermission } from '../adapters/github/read-permission.js';
import { readPullRequest } from '../adapters/github/read-pull-request.js';
import { createWorkComments } from '../adapters/github/work-comment.js';
import type { ActionSettings } from '../config/action-settings.js';
import type { DoorSettings } from '../config/door-settings.js';
import { UsageError } from '../config/usage-error.js';
import type { FailedRun } from '../domain/failed-run.js';
import { type Outcome, outcome } from '../domain/outcome.js';
import type { Comment, PullRequest } from '../domain/pull-request.js';
import type { Redact } from '../domain/redaction.js';
import { renderAnswer, renderCommandUsage } from '../report/render/comment-answers.js';
import {
  isFork,
  refuseBot,
  refuseCommand,
  refuseOtherCommit,
  switchedOff,
} from '../trigger/admit-command.js';
import { refuseActor } from '../trigger/admit-run.js';
import { type Command, parseCommand } from '../trigger/parse-command.js';
import { findFailedHead, headOfFix, refuseAgain } from './find-failed-head.js';
import type { TargetOrEnd } from './find-target.js';
import { isOwnBranch } from './own-branch.js';
import { refuseSecondCommand, type Talking } from './progress-teller.js';
import { readDoor } from './read-door.js';

/** A person's command that is followed, and where its answer goes. */
export interface Asked extends Talking {
  readonly command: Command;
  readonly comment: Comment;
  readonly pull: PullRequest;
  readonly isFork: boolean;
}

export interface CommentParts {
  readonly context: RunnerContext;
  readonly settings: ActionSettings;
  readonly client: GitHubClient;
  readonly redact: Redact;
}

/** `/smart-fix` under a pull request: who may, on which commit, and which of its runs failed. */
export async function findCommented(parts: CommentParts): Promise<TargetOrEnd> {
  const { context, settings, client } = parts;
  const { repository } = context;
  const read = await readComment(context);
  if (read.kind === 'nothing') return ended(read.outcome);
  const { comment } = read;
  const door = await readDoor(client, repository);
  const parsed = parseCommand(comment.body, door.kind === 'door' ? door.settings.phrases : []);
  if (parsed.kind === 'none') return ended(outcome('not-a-command', 'The comment is no command.'));
  const refused = refuseBot(comment, settings.bots) ?? (await refuseAuthor(parts, comment));
  if (refused !== null) return ended(refused);
  if ((await react(client, repository, comment.id)) === 'again' && context.ownAttempt === 1)
    return ended(outcome('duplicate', 'This very comment was taken up before.'));
  if (door.kind === 'faulty') throw new UsageError(door.faults);
  const talking = talkUnder(comment.number, parts);
  const answer = async (end: Outcome, body = renderAnswer(end)): Promise<TargetOrEnd> => {
    await talking.comments.save({ marker: 'answer', body });
    return ended(end);
  };
  if (parsed.kind === 'unclear') {
    const end = outcome('not-a-command', 'The comment holds words that mean nothing here.');
    return answer(end, renderCommandUsage(parsed.words, Object.keys(door.settings.gates)));
  }
  if (!comment.isOnPullRequest)
    return answer(outcome('event-not-handled', 'This is no pull request; nothing is repaired here.'));
  const pull = await readPullRequest(client, repository, comment.number);
  const talk = { ...parts, ...talking, comment, pull, door: door.settings };
  return answerOr(await follow(talk, parsed.command), answer);
}

/**
 * The command of a comment that another job of this workflow run has found the failed run for: it is read and its author
 * is admitted anew.
 */
export async function askedBefore(parts: CommentParts, door: DoorSettings): Promise<Asked | Outcome> {
  const { context, settings, client } = parts;
  const read = await readComment(context);
  if (read.kind === 'nothing') return read.outcome;
  const { comment } = read;
  const parsed = parseCommand(comment.body, door.phrases);
  if (parsed.kind !== 'command') return outcome('not-a-command', 'The comment is no command.');
  const refused = refuseBot(comment, settings.bots) ?? (await refuseAuthor(parts, comment));
  if (refused !== null) return refused;
  const { repository } = context;
  const pull = await readPullRequest(client, repository, comment.number);
  const talking = talkUnder(comment.number, parts);
  const { command } = parsed;
  const isOfFork = isFork({ pull, repository: `${repository.owner}/${repository.name}` });
  // A fork's commit is worked on only when it was named; any other is refused like every fork's.
  const isApproved = isOfFork && settings.allowForkCommand && command.commit !== null;
  return { command, comment, pull, isFork: isApproved, ...talking };
}

/** Why a run that is named for a command is not the one that it is about, or null. */
export function refuseOtherRun(
  { headBranch, headSha, repository: { owner, name } }: FailedRun,
  asked: Asked,
): Outcome | null {
  const { command, pull } = asked;
  if (command.verb === 'retry' && pull.isFix && pull.baseBranch === headBranch) return null;
  const moved = asked.isFork ? refuseOtherCommit(command, pull.headSha) : null;
  if (moved !== null) return moved;
  const isMeant = asked.isFork
    ? headSha === command.commit
    : !isFork({ pull, repository: `${owner}/${name}` });
  if (pull.headBranch !== headBranch || !isMeant)
    return outcome('event-not-handled', 'The run is of another branch than the pull request of the comment.');
  if (pull.isOpen) return null;
  return outcome('event-not-handled', 'This pull request is closed; nothing is repaired.');
}

/** Why runs that are named together are not repaired together, or null. */
export function refuseOtherHead({ headSha }: FailedRun, first: FailedRun): Outcome | null {
  if (headSha === first.headSha) return null;
  return outcome('event-not-handled', 'The runs that are named are not all of one commit.');
}

const ended = (end: Outcome): TargetOrEnd => ({ kind: 'end', outcome: end, run: null });

/** An end is answered where it was asked for. */
function answerOr(
  found: TargetOrEnd,
  answer: (end: Outcome) => Promise<TargetOrEnd>,
): TargetOrEnd | Promise<TargetOrEnd> {
  return found.kind === 'end' ? answer(found.outcome) : found;
}

/** The look-up fails closed. A bot that got here is listed. */
async function refuseAuthor({ client, context }: CommentParts, { author }: Comment): Promise<Outcome | null> {
  if (author.isBot) return null;
  return refuseActor(author.login, await readPermission(client, context.repository, author.login));
}

export interface Talk extends CommentParts, Talking {
  readonly comment: Comment;
  readonly pull: PullRequest;
  readonly door: DoorSettings;
}

async function follow(talk: Talk, command: Command): Promise<TargetOrEnd> {
  const { client, context, settings, pull, door } = talk;
  const { owner, name } = context.repository;
  const place = {
    ...{ command, pull, repository: `${owner}/${name}`, isOwnBranch: await isOwnBranch(pull, talk) },
    ...{ allowForkCommand: settings.allowForkCommand, optOutLabel: door.optOutLabel },
  };
  if (!door.enabled) return ended(switchedOff());
  if (command.verb === 'stop' && pull.isOpen) return stop(talk);
  const isOfFix = command.verb === 'retry' && pull.isFix && !isFork(place);
  const again = isOfFix ? await headOfFix(talk, command) : null;
  const unfit = again === null ? refuseCommand(place) : refuseAgain(again, door.optOutLabel);
  const refused = unfit ?? (await refuseSecond(talk));
  if (refused !== null) return ended(refused);
  if (command.verb === 'retry' && pull.labels.includes(door.optOutLabel))
    await removeLabel(client, { repository: context.repository, number: pull.number }, door.optOutLabel);
  const { headBranch: branch, headSha } = pull;
  return findFailedHead(talk, again ?? { command, branch, headSha, isFork: isFork(place), pull });
}

/** What ended without a last word is taken for lost so long after its deadline. */
const GRACE_SECONDS = 300;

export const lostBefore = ({ deadline }: Pick<ActionSettings, 'deadline'>): Date =>
  new Date(Date.now() - (deadline + GRACE_SECONDS) * 1000);

/** Before anything is read; who comes in the same moment is told when it says that it is at work. */
async function refuseSecond({ work, settings, context }: Talk): Promise<Outcome | null> {
  const { owner, name } = context.repository;
  const other = await work.readOther(lostBefore(settings));
  if (other === null) return null;
  return refuseSecondCommand(`${context.serverUrl}/${owner}/${name}/actions/runs/${other}`);
}

/** Our comments under a pull request. */
export function talkUnder(
  number: number,
  { client, context, redact }: Pick<CommentParts, 'client' | 'context' | 'redact'>,
): Talking {
  const place = { repository: context.repository, number, redact };
  const work = createWorkComments(client, {
    ...place,
    runId: context.ownRunId,
    workflowPath: context.ownWorkflowPath,
  });
  return { comments: createComments(client, place), work };
}

async function stop({ client, context, pull, door: { optOutLabel } }: Talk): Promise<TargetOrEnd> {
  const place = { repository: context.repository, number: pull.number };
  if (!(await addLabel(client, place, optOutLabel))) {
    const detail = `The token may set no label; put ${optOutLabel} on this pull request yourself.`;
    return ended(outcome('opted-out', detail));
  }
  const detail = `smart-fix keeps away from this pull request (label ${optOutLabel}) until \`/smart-fix retry\`.`;
  return ended(outcome('opted-out', detail));
}
