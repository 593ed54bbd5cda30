import * as z from 'zod';
import type { Actor, FailedJob, FailedRun, RepositoryName } from '../../domain/failed-run.js';
import type { GitHubClient } from './client.js';

const actorSchema = z.object({ login: z.string(), type: z.string().optional() }).nullish();

/** What we read of a workflow run, in an event's payload as well as in the API's answer. */
export const workflowRunSchema = z.object({
  id: z.number().int().positive(),
  run_attempt: z.number().int().positive().default(1),
  name: z.string().nullish(),
  path: z.string().nullish(),
  html_url: z.string(),
  event: z.string(),
  conclusion: z.string().nullish(),
  head_sha: z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/),
  head_branch: z.string().nullish(),
  head_repository: z.object({ full_name: z.string() }).nullish(),
  actor: actorSchema,
  triggering_actor: actorSchema,
});

export function toFailedRun(run: z.infer<typeof workflowRunSchema>, repository: RepositoryName): FailedRun {
  const actor = toActor(run.actor);
  return {
    repository,
    runId: run.id,
    attempt: run.run_attempt,
    workflowName: run.name ?? 'workflow',
    workflowPath: workflowPath(run.path ?? ''),
    url: run.html_url,
    event: run.event,
    conclusion: run.conclusion ?? null,
    headSha: run.head_sha,
    headBranch: run.head_branch ?? null,
    headRepository: run.head_repository?.full_name ?? null,
    actor,
    triggeringActor: run.triggering_actor ? toActor(run.triggering_actor) : actor,
  };
}

/** `.github/workflows/ci.yml`, with or without `@` and the ref; required workflows name another repository in front. */
function workflowPath(path: string): string | null {
  return /^(\.github\/workflows\/[^@/]+\.ya?ml)(?:@|$)/.exec(path)?.[1] ?? null;
}

/** An account that is gone is a person of whom nothing is known: the permission look-up then refuses. */
function toActor(actor: z.infer<typeof actorSchema>): Actor {
  const login = actor?.login ?? 'ghost';
  return { login, isBot: actor?.type === 'Bot' || login.endsWith('[bot]') };
}

export async function readRun(
  client: GitHubClient,
  repository: RepositoryName,
  runId: number,
): Promise<FailedRun> {
  const { owner, name: repo } = repository;
  const { data } = await client.rest.actions.getWorkflowRun({ owner, repo, run_id: runId });
  return toFailedRun(workflowRunSchema.parse(data), repository);
}

const FAILED_CONCLUSIONS = ['failure', 'timed_out'];

const jobSchema = z.object({
  id: z.number().int().positive(),
  name: z.string(),
  html_url: z.string().nullish(),
  conclusion: z.string().nullish(),
  steps: z.array(z.object({ name: z.string(), conclusion: z.string().nullish() })).default([]),
});

/** Jobs of exactly that attempt that failed, over all pages. */
export async function readFailedJobs(client: GitHubClient, run: FailedRun): Promise<readonly FailedJob[]> {
  const { owner, name: repo } = run.repository;
  const jobs = await client.paginate(client.rest.actions.listJobsForWorkflowRunAttempt, {
    owner,
    repo,
    run_id: run.runId,
    attempt_number: run.attempt,
    per_page: 100,
  });
  return z
    .array(jobSchema)
    .parse(jobs)
    .filter((job) => FAILED_CONCLUSIONS.includes(job.conclusion ?? ''))
    .map((job) => ({
      id: job.id,
      runId: run.runId,
      name: job.name,
      url: job.html_url ?? run.url,
      failedSteps: job.steps
        .filter((step) => FAILED_CONCLUSIONS.includes(step.conclusion ?? ''))
        .map((step) => step.name),
    }));
}
