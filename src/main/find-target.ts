import { type RunnerContext, readWish } from '../adapters/actions/read-event.js';
import type { GitHubClient } from '../adapters/github/client.js';
import { statusOf } from '../adapters/github/host-error.js';
import { readRun } from '../adapters/github/read-failed-run.js';
import { readPermission } from '../adapters/github/read-permission.js';
import type { ActionSettings } from '../config/action-settings.js';
import { UsageError } from '../config/usage-error.js';
import type { FailedRun } from '../domain/failed-run.js';
import { type Outcome, outcome } from '../domain/outcome.js';
import { actorsToCheck, refuseActor, refuseRun, refuseUnstartable } from '../trigger/admit-run.js';
import { parseRunId } from '../trigger/parse-run-id.js';

/** Branches under this prefix are ours; their failures are never repaired. */
const OWN_BRANCH_PREFIX = 'smart-fix/';

/** A run that may be repaired, and the branch that it failed on. */
export interface Target {
  readonly kind: 'target';
  readonly run: FailedRun;
  readonly base: string;
}

export type TargetOrEnd =
  | Target
  /** No run when the event asked for none. */
  | { readonly kind: 'end'; readonly outcome: Outcome; readonly run: FailedRun | null };

/** Which failed run is asked for, and whether it may be repaired; decided before any effect. */
export async function findTarget(
  context: RunnerContext,
  settings: ActionSettings,
  client: GitHubClient,
): Promise<TargetOrEnd> {
  const wish = await readWish(context, readRunIdInput(context, settings.runId));
  if (wish.kind === 'nothing') return { kind: 'end', outcome: wish.outcome, run: null };
  const run = wish.kind === 'run' ? wish.run : await lookUp(client, context, wish.runId);
  const refused =
    refuseRun({ run, listedBots: settings.bots, ownBranchPrefix: OWN_BRANCH_PREFIX }) ??
    (await refuseActors(run, client)) ??
    refuseUnstartable(run);
  if (refused !== null) return { kind: 'end', outcome: refused, run };
  if (run.headBranch === null) {
    return {
      kind: 'end',
      run,
      outcome: outcome(
        'event-not-handled',
        'The run belongs to no branch, so that no pull request can go into it.',
      ),
    };
  }
  return { kind: 'target', run, base: run.headBranch };
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
