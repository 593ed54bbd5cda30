import { readPullRequestOf } from '../adapters/github/read-pull-request.js';
import { readRef } from '../adapters/github/read-ref.js';
import { type CommitRun, readRunsOfCommit } from '../adapters/github/read-runs-of-commit.js';
import type { FailedRun } from '../domain/failed-run.js';
import { type Outcome, outcome } from '../domain/outcome.js';
import type { PullRequest } from '../domain/pull-request.js';
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

/** The run of that head that failed, in the last run of each of its workflows. */
export async function findFailedHead(talk: Talk, head: FailedHead): Promise<TargetOrEnd> {
  const { client, context, comment, comments, door } = talk;
  const { command, branch, headSha, pull } = head;
  if (headSha === null) return ended(outcome('head-moved', `The branch ${branch} is gone.`));
  const runs = (await readRunsOfCommit(client, context.repository, headSha)).filter(
    ({ run }) => run.headBranch === branch && isOfFork(run) === head.isFork,
  );
  const times = runs.map(({ createdAt }) => createdAt);
  const newHead = command.commit === null ? refuseNewHead(comment, { headSha }, times) : null;
  if (newHead !== null) return ended(newHead);
  const latest = lastOfEach(runs).filter((each) => !isOurs(each, context.ownWorkflowPath));
  const failed = latest.filter(({ conclusion }) => isFailed(conclusion));
  const [run, ...others] = [...failed.filter(isOfCommit), ...failed.filter((each) => !isOfCommit(each))];
  if (run === undefined) {
    const going = latest.filter(({ conclusion }) => conclusion === null).length;
    const detail = `No run of ${headSha.slice(0, 12)} has failed: ${latest.length - going} ended otherwise, ${going} still running.`;
    return ended(outcome('conclusion-not-failure', detail));
  }
  const end = refuseUnstartable(run) ?? (head.isFork ? null : await refusePushTo(branch, true, talk));
  if (end !== null) return ended(end);
  const alsoFailed = others.filter(({ workflowPath }) => workflowPath !== run.workflowPath);
  const asked = {
    ...{ command, comment, pull: talk.pull, isFork: head.isFork, comments },
    alsoFailed: alsoFailed.map(({ url }) => url),
  };
  return { kind: 'target', run, base: branch, pull, asked, door };
}

const ended = (end: Outcome): TargetOrEnd => ({ kind: 'end', outcome: end, run: null });

/** A run that the commit itself asked for; of the others, as of a dispatch, one knows less what they were for. */
const isOfCommit = ({ event }: FailedRun): boolean => ['push', 'pull_request', 'merge_group'].includes(event);

/** A repair of ours that failed is not the CI that is meant; CI may yet be in the same file. */
const isOurs = (run: FailedRun, ownPath: string | null): boolean =>
  ownPath !== null && run.workflowPath === ownPath && !isOfCommit(run);

/** Newest first, so that of a workflow the last run of each event speaks. */
function lastOfEach(runs: readonly CommitRun[]) {
  const isSame = (one: CommitRun['run'], other: CommitRun['run']): boolean =>
    one.workflowPath === other.workflowPath && one.event === other.event;
  return runs
    .filter(({ run }, index) => runs.findIndex((each) => isSame(each.run, run)) === index)
    .map(({ run }) => run);
}
