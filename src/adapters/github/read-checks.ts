import * as z from 'zod';
import type { RepositoryName } from '../../domain/failed-run.js';
import type { CheckState, RealCheck } from '../../domain/real-checks.js';
import type { GitHubClient } from './client.js';

const checkRunSchema = z.object({
  id: z.number().int().positive(),
  name: z.string(),
  status: z.string(),
  conclusion: z.string().nullish(),
  html_url: z.string().nullish(),
  details_url: z.string().nullish(),
  output: z.object({
    title: z.string().nullish(),
    summary: z.string().nullish(),
    text: z.string().nullish(),
  }),
  check_suite: z.object({ id: z.number() }).nullish(),
});

const runSchema = z.object({
  id: z.number().int().positive(),
  name: z.string().nullish(),
  path: z.string().nullish(),
  event: z.string(),
  status: z.string().nullish(),
  conclusion: z.string().nullish(),
  html_url: z.string(),
  check_suite_id: z.number().nullish(),
});

const statusSchema = z.object({
  context: z.string(),
  state: z.string(),
  description: z.string().nullish(),
});

/** A run of a workflow on a commit, as far as its checks need it. */
export type WorkflowRun = z.infer<typeof runSchema>;
type CheckRun = z.infer<typeof checkRunSchema>;

/** A check with the suite that it belongs to: the runs of a workflow have one each. */
export interface SuiteCheck extends RealCheck {
  readonly suite: number | null;
}

/** `stale` is what GitHub makes of a check that nobody ended. */
const STATES: Readonly<Record<string, CheckState>> = {
  success: 'passed',
  failure: 'failed',
  timed_out: 'failed',
  startup_failure: 'failed',
  error: 'failed',
  cancelled: 'cancelled',
  stale: 'cancelled',
  skipped: 'skipped',
  neutral: 'neutral',
  action_required: 'awaiting-approval',
};

export interface Commit {
  readonly repository: RepositoryName;
  readonly sha: string;
}

/** The newest check run of every name and suite, over all pages. */
export async function readCheckRuns(client: GitHubClient, commit: Commit): Promise<readonly SuiteCheck[]> {
  const runs = await client.paginate(client.rest.checks.listForRef, {
    ...placeOf(commit),
    ref: commit.sha,
    per_page: 100,
  });
  return z.array(checkRunSchema).parse(runs).map(toCheck);
}

export async function readRunsOf(
  client: GitHubClient,
  commit: Commit,
  event?: string,
): Promise<readonly WorkflowRun[]> {
  const { data } = await client.rest.actions.listWorkflowRunsForRepo({
    ...placeOf(commit),
    head_sha: commit.sha,
    per_page: 100,
    ...(event === undefined ? {} : { event }),
  });
  return z.array(runSchema).parse(data.workflow_runs);
}

/** The newest commit status of every context. */
export async function readStatuses(client: GitHubClient, commit: Commit): Promise<readonly SuiteCheck[]> {
  const { data } = await client.rest.repos.getCombinedStatusForRef({
    ...placeOf(commit),
    ref: commit.sha,
    per_page: 100,
  });
  return z
    .array(statusSchema)
    .parse(data.statuses)
    .map(({ context, state, description }) => ({
      name: context,
      state: STATES[state] ?? 'pending',
      // Its own address leads anywhere.
      url: null,
      job: null,
      workflow: null,
      text: description ?? '',
      suite: null,
    }));
}

/**
 * Runs of workflows that no check speaks for: one waits for an approval, one has not begun or has jobs that wait for
 * others, one could not be started.
 */
export function silentRuns(
  runs: readonly WorkflowRun[],
  checks: readonly SuiteCheck[],
): readonly SuiteCheck[] {
  return runs.flatMap((run) => {
    const own = checks.filter(({ suite }) => suite !== null && suite === run.check_suite_id);
    const state = run.status === 'completed' ? (STATES[run.conclusion ?? ''] ?? null) : 'pending';
    const isSilent = state === 'pending' ? !own.some((check) => check.state === 'pending') : own.length === 0;
    if (!isSilent || state === null || (state !== 'pending' && !UNHEARD.includes(state))) return [];
    // Another run of the workflow on this commit speaks for it.
    if (state === 'awaiting-approval' && runs.some((other) => other.path === run.path && !waits(other)))
      return [];
    const name = run.name ?? run.path ?? 'workflow';
    const workflow = workflowOf(run);
    return [{ ...{ name, state, workflow, url: run.html_url }, job: null, text: '', suite: suiteOf(run) }];
  });
}

/** The checks with the workflows whose runs they are. */
export function withWorkflows(
  checks: readonly SuiteCheck[],
  runs: readonly WorkflowRun[],
): readonly SuiteCheck[] {
  const workflows = new Map(runs.map((run) => [suiteOf(run), workflowOf(run)]));
  return checks.map((check) => ({
    ...check,
    workflow: (check.suite === null ? null : workflows.get(check.suite)) ?? check.workflow,
  }));
}

const suiteOf = (run: WorkflowRun): number | null => run.check_suite_id ?? null;

/** `.github/workflows/ci.yml`, without the branch that GitHub puts behind it. */
export const workflowOf = ({ path }: WorkflowRun): string | null => path?.split('@')[0] ?? null;

const waits = ({ conclusion }: WorkflowRun): boolean => conclusion === 'action_required';

/** How a run without jobs can end and matter. */
const UNHEARD: readonly CheckState[] = ['awaiting-approval', 'failed'];

function toCheck(run: CheckRun): SuiteCheck {
  const { title, summary, text } = run.output;
  const [, runId] = /\/actions\/runs\/(\d+)\/job\/\d+/.exec(run.details_url ?? run.html_url ?? '') ?? [];
  return {
    name: run.name,
    state: run.status === 'completed' ? (STATES[run.conclusion ?? ''] ?? 'neutral') : 'pending',
    url: run.html_url ?? null,
    // The check run of a job has the job's id.
    job: runId === undefined ? null : { id: run.id, runId: Number(runId) },
    workflow: null,
    text: [title, summary, text].filter((part) => part).join('\n'),
    suite: run.check_suite?.id ?? null,
  };
}

const placeOf = ({ repository }: Commit) => ({ owner: repository.owner, repo: repository.name });
