import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import type { FailedRun, RepositoryName } from '../../domain/failed-run.js';
import { type Outcome, outcome } from '../../domain/outcome.js';
import { toFailedRun, workflowRunSchema } from '../github/read-failed-run.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** What the runner says of the job that we are in. */
const runnerSchema = z.object({
  GITHUB_REPOSITORY: z.string().regex(/^[^/\s]+\/[^/\s]+$/),
  GITHUB_EVENT_NAME: z.string().min(1),
  GITHUB_EVENT_PATH: z.string().min(1),
  GITHUB_REPOSITORY_ID: z.coerce.number().int().positive().nullish().default(null),
  GITHUB_RUN_ID: z.coerce.number().int().positive(),
  GITHUB_RUN_ATTEMPT: z.coerce.number().int().positive().default(1),
  GITHUB_API_URL: z.url(),
  GITHUB_SERVER_URL: z.url(),
  GITHUB_WORKSPACE: z.string().min(1),
  RUNNER_TEMP: z.string().min(1),
  GITHUB_WORKFLOW_REF: z.string().default(''),
});

export interface RunnerContext {
  readonly repository: RepositoryName;
  /** It stays when the repository is renamed; null when the runner does not say. */
  readonly repositoryId: number | null;
  readonly eventName: string;
  readonly eventPath: string;
  readonly ownRunId: number;
  /** `.github/workflows/smart-fix.yml`; null when the runner does not say. */
  readonly ownWorkflowPath: string | null;
  /** More than 1 when a person re-ran our own job. */
  readonly ownAttempt: number;
  readonly apiUrl: string;
  readonly serverUrl: string;
  readonly workspace: string;
  readonly temporaryFolder: string;
}

/** @throws when the runner's variables are missing: the Action was started by something else. */
export function readRunner(environment: Environment): RunnerContext {
  const parsed = runnerSchema.safeParse(environment);
  if (!parsed.success) {
    const names = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ');
    throw new Error(
      `the runner's variables are missing or odd (${names}); smart-fix runs as a step of GitHub Actions`,
    );
  }
  const { data } = parsed;
  const [owner = '', name = ''] = data.GITHUB_REPOSITORY.split('/');
  return {
    repository: { owner, name },
    repositoryId: data.GITHUB_REPOSITORY_ID,
    eventName: data.GITHUB_EVENT_NAME,
    eventPath: data.GITHUB_EVENT_PATH,
    ownRunId: data.GITHUB_RUN_ID,
    ownWorkflowPath: /\/(\.github\/workflows\/[^@/]{1,255})@/.exec(data.GITHUB_WORKFLOW_REF)?.[1] ?? null,
    ownAttempt: data.GITHUB_RUN_ATTEMPT,
    apiUrl: data.GITHUB_API_URL.replace(/\/$/, ''),
    serverUrl: data.GITHUB_SERVER_URL.replace(/\/$/, ''),
    workspace: data.GITHUB_WORKSPACE,
    temporaryFolder: data.RUNNER_TEMP,
  };
}

/** What an event asks for: a run that it carries, a run to look up, or nothing. */
export type Wish =
  | { readonly kind: 'run'; readonly run: FailedRun }
  | { readonly kind: 'look-up'; readonly runId: number }
  | { readonly kind: 'nothing'; readonly outcome: Outcome };

const workflowRunEventSchema = z.object({ action: z.string(), workflow_run: workflowRunSchema });

/** Events in whose workflow a step with `if: failure()` may repair the run that it belongs to. */
const SAME_WORKFLOW = [
  'push',
  'pull_request',
  'merge_group',
  'schedule',
  'workflow_dispatch',
  'repository_dispatch',
];

/** @param runId the run that the input names, null when it names none. */
export async function readWish(context: RunnerContext, runId: number | null): Promise<Wish> {
  if (runId !== null) return { kind: 'look-up', runId };
  if (context.eventName === 'workflow_run') return readWorkflowRun(context);
  if (SAME_WORKFLOW.includes(context.eventName)) return { kind: 'look-up', runId: context.ownRunId };
  return nothing(`${context.eventName} starts no repair; see the README for the events that do.`);
}

async function readWorkflowRun({ eventPath, repository }: RunnerContext): Promise<Wish> {
  const event = workflowRunEventSchema.safeParse(JSON.parse(await readFile(eventPath, 'utf8')));
  if (!event.success)
    throw new Error(`the event's payload is not a workflow_run: ${z.prettifyError(event.error)}`);
  const { action, workflow_run: run } = event.data;
  if (action !== 'completed') return nothing(`workflow_run ${action} starts no repair; only completed does.`);
  return { kind: 'run', run: toFailedRun(run, repository) };
}

function nothing(detail: string): Wish {
  return { kind: 'nothing', outcome: outcome('event-not-handled', detail) };
}
