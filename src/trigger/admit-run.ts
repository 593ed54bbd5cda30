import type { Actor, FailedRun } from '../domain/failed-run.js';
import { type Outcome, outcome } from '../domain/outcome.js';

/** What the code host says of an account's power over the repository; `unknown` when it did not say. */
export type Permission = 'admin' | 'write' | 'read' | 'none' | 'unknown';

export interface Admission {
  readonly run: FailedRun;
  /** Exact logins of the bots whose runs may be repaired; null when somebody asked, and counts in their place. */
  readonly listedBots: readonly string[] | null;
  /** The fork, as `owner/name`, whose very commit a person approved in a command; null when none did. */
  readonly fork: string | null;
  /** True when the branch has the name of a fix branch, and its last commit is ours (CON-05). */
  readonly isOwnBranch: boolean;
}

/** Conclusions of a run that somebody has to answer; an unstartable one is for a person. */
const FAILED = ['failure', 'timed_out', 'startup_failure'];

export const isFailed = (conclusion: string | null): boolean =>
  conclusion !== null && FAILED.includes(conclusion);

/** A deleted repository was another one. */
export const isOfFork = ({
  headRepository,
  repository: { owner, name },
}: Pick<FailedRun, 'headRepository' | 'repository'>): boolean =>
  headRepository?.toLowerCase() !== `${owner}/${name}`.toLowerCase();

/**
 * Why a run is not taken up before anything was asked of the host, or null. Rules from the trigger policy: only a
 * failure, only the repository's own commits or an approved one of a fork, never a branch of ours, bots only by their exact name.
 */
export function refuseRun({ run, listedBots, fork, isOwnBranch }: Admission): Outcome | null {
  const { conclusion, headRepository, headBranch } = run;
  if (conclusion !== null && !isFailed(conclusion)) {
    return outcome(
      'conclusion-not-failure',
      `The run ended as ${conclusion}; only failed runs are repaired.`,
    );
  }
  if (isOfFork(run) && (fork === null || headRepository?.toLowerCase() !== fork.toLowerCase())) {
    return outcome(
      'fork-head',
      `The commit comes from ${headRepository ?? 'a deleted repository'}, not from this repository.`,
    );
  }
  if (isOwnBranch) {
    return outcome('own-branch', `${headBranch} is a fix branch of ours; a repair is never repaired.`);
  }
  if (listedBots === null) return null;
  const bot = actorsOf(run).find((actor) => actor.isBot && !listedBots.includes(actor.login));
  if (bot !== undefined) {
    return outcome('bot-not-listed', `${bot.login} is a bot that is not listed under the input bots.`);
  }
  return null;
}

/** People whose power over the repository decides whether the run may be repaired; a schedule is nobody's. */
export function actorsToCheck(run: FailedRun): readonly string[] {
  if (run.event === 'schedule') return [];
  return [
    ...new Set(
      actorsOf(run)
        .filter((actor) => !actor.isBot)
        .map((actor) => actor.login),
    ),
  ];
}

/** Fails closed: a person of whom the host said nothing is refused like one without power. */
export function refuseActor(login: string, permission: Permission): Outcome | null {
  if (permission === 'admin' || permission === 'write') return null;
  const reason =
    permission === 'unknown' ? 'their permission could not be read' : `they have ${permission} permission`;
  return outcome('actor-not-authorised', `${login} may not start a repair: ${reason}, and write is needed.`);
}

/** A run on a tag, or on a commit alone: a pull request has nothing to go into. */
export function refuseTag(name: string | null): Outcome {
  const place = name === null ? 'no branch' : `the tag ${name}`;
  return outcome('event-not-handled', `The run belongs to ${place}, so that no pull request can go into it.`);
}

/** An admitted run that no patch of ours may help: workflow files are for people (TRG-14). */
export function refuseUnstartable({ conclusion, workflowName }: FailedRun): Outcome | null {
  if (conclusion !== 'startup_failure') return null;
  return outcome(
    'workflow-invalid',
    `The workflow ${workflowName} could not be started; a person has to correct its file.`,
  );
}

function actorsOf({ actor, triggeringActor, event }: FailedRun): readonly Actor[] {
  return event === 'schedule' ? [] : [actor, triggeringActor];
}
