import { plannedAttempt, startRun } from './ci.js';
import type { CiEvent } from './route.js';
import { type AttemptRecord, GITHUB_ACTIONS, type RunRecord } from './state.js';
import type { World } from './world.js';

/**
 * Starts what an event starts on a branch. What the workflow's own token pushes starts nothing, and a pull request that
 * it opens has its workflows wait for an approval; only a dispatch runs at once.
 */
export function startCi(
  world: World,
  { actor, ...start }: CiEvent & { readonly actor: string },
): RunRecord | null {
  const sha = world.git.resolve(`refs/heads/${start.branch}`);
  const isBot = actor === GITHUB_ACTIONS;
  if (sha === null || (isBot && start.event === 'push')) return null;
  const waits = isBot && start.event === 'pull_request';
  return startRun(
    world.state,
    world.ci,
    { ...start, sha, actor, attempt: 1, fileAt: reader(world, sha) },
    { waits },
  );
}

export function rerunCi(world: World, run: RunRecord): AttemptRecord | null {
  const attempt = run.attempts.length + 1;
  const branch = run.headBranch ?? '';
  const start = { branch, sha: run.headSha, attempt, fileAt: reader(world, run.headSha) };
  const event = run.event as CiEvent['event'];
  const plan = run.rerunConclusion === null ? world.ci.script?.({ ...start, event }) : null;
  return plan ? plannedAttempt(world.state, attempt, plan) : null;
}

/** A person lets a run go on that waited. */
export function approve(world: World, run: RunRecord): void {
  const plan = world.ci.script?.({
    ...{ event: 'pull_request', branch: run.headBranch ?? '', sha: run.headSha, attempt: 1 },
    fileAt: reader(world, run.headSha),
  });
  if (plan) run.attempts.splice(0, 1, plannedAttempt(world.state, 1, plan));
}

const reader =
  ({ git }: World, sha: string) =>
  (path: string): string =>
    git.git(['show', `${sha}:${path}`]);
