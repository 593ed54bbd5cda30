import { jobRecord, type NewJob } from './failed-run.js';
import { addRun } from './records.js';
import type { AttemptRecord, Conclusion, GithubState, RunRecord } from './state.js';

/** Why a run starts, and what its jobs can look at. */
export interface CiStart {
  readonly event: 'push' | 'pull_request' | 'workflow_dispatch';
  readonly branch: string;
  readonly sha: string;
  readonly attempt: number;
  fileAt(path: string): string;
}

export interface CiPlan {
  /** Their last words; they have them from the beginning, and say them later. */
  readonly jobs: readonly NewJob[];
  /** How often its checks are read before it has ended. */
  readonly reads?: number;
}

/** What the workflows of the fake do; null starts none. */
export type CiScript = (start: CiStart) => CiPlan | null;

export interface Ci {
  script: CiScript | null;
}

interface NewStart extends CiStart {
  readonly actor: string;
  readonly workflow?: number;
}

/** Starts the scripted run of an event. One that waits for an approval has no jobs yet. */
export function startRun(
  state: GithubState,
  { script }: Ci,
  { actor, workflow, ...start }: NewStart,
  { waits = false } = {},
): RunRecord | null {
  const plan = script?.(start) ?? null;
  if (plan === null) return null;
  const { sha: headSha, branch: headBranch, event } = start;
  const attempt: AttemptRecord = waits
    ? { number: 1, conclusion: 'action_required', jobs: [] }
    : plannedAttempt(state, start.attempt, plan);
  const id = workflow ?? state.workflows[0]?.id ?? 0;
  return addRun(state, { workflow: id, event, headBranch, headSha, actor, attempts: [attempt] });
}

export function plannedAttempt(
  state: GithubState,
  number: number,
  { jobs, reads = 1 }: CiPlan,
): AttemptRecord {
  const records = jobs.map((job) => jobRecord(state, job));
  const attempt = { number, conclusion: conclusionOf(records.map((job) => job.conclusion)), jobs: records };
  return reads === 0 ? attempt : hidden(attempt, reads);
}

/** The same attempt before it has ended. */
export function hidden(attempt: AttemptRecord, reads: number): AttemptRecord {
  const jobs = attempt.jobs.map((job) => ({ ...job, conclusion: null }));
  const conclusions = attempt.jobs.map((job) => job.conclusion);
  return { ...attempt, jobs, conclusion: null, ends: { reads, conclusion: attempt.conclusion, conclusions } };
}

/** Somebody looks at the checks of a commit, or at a run: time goes on. */
export function countRead(run: RunRecord): void {
  const attempt = run.attempts.at(-1);
  if (attempt?.ends === undefined) return;
  attempt.ends.reads -= 1;
  if (attempt.ends.reads >= 0) return;
  attempt.conclusion = attempt.ends.conclusion;
  for (const [index, job] of attempt.jobs.entries()) job.conclusion = attempt.ends.conclusions[index] ?? null;
  delete attempt.ends;
}

function conclusionOf(jobs: readonly (Conclusion | null)[]): Conclusion {
  if (jobs.includes('failure')) return 'failure';
  return jobs.includes('cancelled') ? 'cancelled' : 'success';
}
