import { readPullRequestOf } from '../adapters/github/read-pull-request.js';
import { readRef } from '../adapters/github/read-ref.js';
import { readRunsOfCommit } from '../adapters/github/read-runs-of-commit.js';
import type { FailedRun } from '../domain/failed-run.js';
import { type Outcome, outcome } from '../domain/outcome.js';
import type { PullRequest } from '../domain/pull-request.js';
import type { NotCovered } from '../report/failed-checks.js';
import { refuseLabel, refuseNewHead, refuseOtherCommit } from '../trigger/admit-command.js';
import { isFailed, isOfFork, refuseUnstartable } from '../trigger/admit-run.js';
import type { Command } from '../trigger/parse-command.js';
import type { Talk } from './comment-door.js';
import type { TargetOrEnd } from './find-target.js';
import { refusePushTo } from './refuse-push.js';

/** The branch whose failure is meant, which is not always that of the pull request under which one talks. */
export interface FailedHead {
  readonly command: Command;
  readonly branch: string;
  /** Null when the branch is gone. */
  readonly headSha: string | null;
  readonly isFork: boolean;
  /** The pull request whose head it is. */
  readonly pull: PullRequest | null;
}

/** Under a fix of ours, open or not, the failure is meant that it was for: that of the branch that it goes into. */
export async function headOfFix(
  { client, context, pull }: Pick<Talk, 'client' | 'context' | 'pull'>,
  command: Command,
): Promise<FailedHead> {
  const { repository } = context;
  const branch = pull.baseBranch;
  const headSha = await readRef(client, repository, `heads/${branch}`);
  return {
    command,
    branch,
    headSha,
    isFork: false,
    pull: await readPullRequestOf(client, repository, branch),
  };
}

/** Why the failure under a fix of ours is not taken up again, or null; a branch that is gone is told later. */
export function refuseAgain({ command, headSha, pull }: FailedHead, optOutLabel: string): Outcome | null {
  const other = headSha === null ? null : refuseOtherCommit(command, headSha);
  return other ?? (pull && refuseLabel(pull, optOutLabel));
}

/** The runs of that head that failed, in the last run of each of its workflows. */
export async function findFailedHead(talk: Talk, head: FailedHead): Promise<TargetOrEnd> {
  const { context, comment, comments, work, door } = talk;
  const { command, branch, headSha, pull, isFork } = head;
  if (headSha === null) return ended(outcome('head-moved', `The branch ${branch} is gone.`));
  const { latest, startedAt } = await readHeadRuns({ branch, headSha, isFork }, talk);
  const newHead = command.commit === null ? refuseNewHead(comment, { headSha }, startedAt) : null;
  if (newHead !== null) return ended(newHead);
  const { taken, leftOut } = chooseFailed(latest, context.ownWorkflowPath);
  const [run, ...alsoFailed] = taken;
  if (run === undefined) {
    const going = latest.filter(({ conclusion }) => conclusion === null).length;
    const detail = `No run of ${headSha.slice(0, 12)} has failed: ${latest.length - going} ended otherwise, ${going} still running.`;
    return ended(outcome('conclusion-not-failure', detail));
  }
  const end = refuseUnstartable(run) ?? (isFork ? null : await refusePushTo(branch, true, talk));
  if (end !== null) return ended(end);
  const asked = { command, comment, pull: talk.pull, isFork, comments, work };
  return { kind: 'target', run, alsoFailed, leftOut, base: branch, pull, asked, door };
}

interface HeadRuns {
  /** The last run of each workflow and event, newest first. */
  readonly latest: readonly FailedRun[];
  /** ISO 8601, of every run. */
  readonly startedAt: readonly string[];
}

/** The runs of the head of a branch; another repository's branch may bear the same name. */
async function readHeadRuns(
  { branch, headSha, isFork }: Pick<FailedHead, 'branch' | 'isFork'> & { readonly headSha: string },
  { client, context }: Pick<Talk, 'client' | 'context'>,
): Promise<HeadRuns> {
  const runs = (await readRunsOfCommit(client, context.repository, headSha)).filter(
    ({ run }) => run.headBranch === branch && isOfFork(run) === isFork,
  );
  const isSame = (one: FailedRun, other: FailedRun): boolean =>
    one.workflowPath === other.workflowPath && one.event === other.event;
  const latest = runs
    .map(({ run }) => run)
    .filter((run, index) => runs.findIndex((each) => isSame(each.run, run)) === index);
  return { latest, startedAt: runs.map(({ createdAt }) => createdAt) };
}

interface FailedRuns {
  /** One of each workflow, newest first, to be repaired together. */
  readonly taken: readonly FailedRun[];
  /** The others, and why. */
  readonly leftOut: readonly NotCovered[];
}

/**
 * All that the commit itself asked for and that could be started; of other runs, as of a dispatch, one knows less what
 * they were for: the newest counts when there is nothing else.
 */
function chooseFailed(latest: readonly FailedRun[], ownWorkflowPath: string | null): FailedRuns {
  const failed = latest
    .filter((run) => isFailed(run.conclusion) && !isOurs(run, ownWorkflowPath))
    .filter((run, index, all) => all.findIndex((each) => each.workflowPath === run.workflowPath) === index);
  const isWanted = (run: FailedRun): boolean => isOfCommit(run) && refuseUnstartable(run) === null;
  const wanted = failed.filter(isWanted);
  const taken = wanted.length > 0 ? wanted : [...failed.filter(isOfCommit), ...failed].slice(0, 1);
  const leftOut = failed
    .filter((run) => !taken.includes(run))
    .map((run) => {
      const unstarted = refuseUnstartable(run)?.detail;
      return toLeftOut(run, unstarted ?? `it was started by ${run.event} and not by the commit`);
    });
  return { taken, leftOut };
}

const toLeftOut = ({ workflowName: name, url }: FailedRun, why: string): NotCovered => ({ name, url, why });

/** The same for runs that another job has found: what else failed is told, and nothing is added to them. */
export async function readLeftOut(
  named: readonly [FailedRun, ...FailedRun[]],
  { client, context, isFork }: Pick<Talk, 'client' | 'context'> & { readonly isFork: boolean },
): Promise<readonly NotCovered[]> {
  const [{ headBranch: branch, headSha }] = named;
  if (branch === null) return [];
  const { latest } = await readHeadRuns({ branch, headSha, isFork }, { client, context });
  const { taken, leftOut } = chooseFailed(latest, context.ownWorkflowPath);
  const later = taken.filter(({ runId }) => named.every((run) => run.runId !== runId));
  return [...leftOut, ...later.map((run) => toLeftOut(run, 'it failed later'))];
}

const ended = (end: Outcome): TargetOrEnd => ({ kind: 'end', outcome: end, run: null });

/** A run that the commit itself asked for; of the others, as of a dispatch, one knows less what they were for. */
const isOfCommit = ({ event }: FailedRun): boolean => ['push', 'pull_request', 'merge_group'].includes(event);

/** A repair of ours that failed is not the CI that is meant; CI may yet be in the same file. */
const isOurs = (run: FailedRun, ownPath: string | null): boolean =>
  ownPath !== null && run.workflowPath === ownPath && !isOfCommit(run);
