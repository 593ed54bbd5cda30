import { type Outcome, outcome } from '../domain/outcome.js';
import type { Comment, PullRequest } from '../domain/pull-request.js';
import type { Command } from './parse-command.js';

/** A repository that wants none of it. */
export function switchedOff(): Outcome {
  return outcome('opted-out', 'smart-fix is switched off in this repository (enabled: false).');
}

/** A pull request that its people want to be left alone. */
export function refuseLabel({ labels, url }: PullRequest, optOutLabel: string): Outcome | null {
  if (!labels.includes(optOutLabel)) return null;
  return outcome(
    'opted-out',
    `The label ${optOutLabel} on ${url} keeps smart-fix away; \`/smart-fix retry\` takes it off.`,
  );
}

/** A bot may ask only by its exact name; the ending of a name grants nothing (TRG-06). */
export function refuseBot(
  { author }: Pick<Comment, 'author'>,
  listedBots: readonly string[],
): Outcome | null {
  if (!author.isBot || listedBots.includes(author.login)) return null;
  return outcome('bot-not-listed', `${author.login} is a bot that is not listed under the input bots.`);
}

export interface CommandPlace {
  readonly command: Command;
  readonly pull: PullRequest;
  /** `owner/name` */
  readonly repository: string;
  /** True when its head is a fix branch of ours, and not only named like one (CON-05). */
  readonly isOwnBranch: boolean;
  readonly allowForkCommand: boolean;
  readonly optOutLabel: string;
}

export const isFork = ({ pull, repository }: Pick<CommandPlace, 'pull' | 'repository'>): boolean =>
  pull.headRepository?.toLowerCase() !== repository.toLowerCase();

/**
 * Why the command is not followed on this pull request, or null. A fork's commit runs only when the repository allows
 * it and the command names that very commit: the approval is for what was read, and not for what is pushed next.
 */
export function refuseCommand(place: CommandPlace): Outcome | null {
  const { command, pull, isOwnBranch, optOutLabel } = place;
  if (!pull.isOpen) return outcome('event-not-handled', 'This pull request is closed; nothing is repaired.');
  const other = refuseOtherCommit(command, pull.headSha);
  if (other !== null) return other;
  if (isFork(place)) return refuseFork(place);
  if (isOwnBranch) {
    return outcome('own-branch', `${pull.headBranch} is a fix branch of ours; a repair is never repaired.`);
  }
  return command.verb === 'repair' ? refuseLabel(pull, optOutLabel) : null;
}

/** A commit that the command names is the head, or the command is for what is no longer there. */
export function refuseOtherCommit({ commit }: Command, headSha: string): Outcome | null {
  if (commit === null || commit === headSha) return null;
  return outcome('head-moved', `The command names ${commit.slice(0, 12)}, and the head is ${headSha}.`);
}

function refuseFork({ command, pull, allowForkCommand }: CommandPlace): Outcome | null {
  const whose = pull.headRepository ?? 'a deleted repository';
  if (!allowForkCommand) {
    const detail = `The commit comes from ${whose}; the input allow-fork-command is not set.`;
    return outcome('fork-head', detail);
  }
  if (command.commit !== null) return null;
  const detail = `The commit comes from ${whose}. When you have read it, name it: \`/smart-fix ${pull.headSha}\`.`;
  return outcome('fork-head', detail);
}

/**
 * The head that the person saw: a run of it began before they wrote. Pushes have no time that could not be forged, but
 * the host dates the runs that they start.
 */
export function refuseNewHead(
  comment: Pick<Comment, 'createdAt'>,
  pull: Pick<PullRequest, 'headSha'>,
  runsCreatedAt: readonly string[],
): Outcome | null {
  const asked = Date.parse(comment.createdAt);
  if (runsCreatedAt.length === 0 || runsCreatedAt.some((at) => Date.parse(at) <= asked)) return null;
  const detail = `${pull.headSha.slice(0, 12)} was pushed after the command was given; give it again for this commit.`;
  return outcome('head-moved', detail);
}
