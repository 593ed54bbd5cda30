import type { FailedRun } from '../../domain/failed-run.js';
import type { CheckExpectation, RealCheck } from '../../domain/real-checks.js';
import type { Redact } from '../../domain/redaction.js';
import type { CheckHost, Started } from '../../verify/check-host.js';
import type { GitHubClient } from './client.js';
import { statusOf } from './host-error.js';
import {
  type Commit,
  readCheckRuns,
  readRunsOf,
  readStatuses,
  type SuiteCheck,
  silentRuns,
  type WorkflowRun,
  withWorkflows,
  workflowOf,
} from './read-checks.js';
import { type LogLimits, readJobLog } from './read-job-log.js';
import { readOwnLogin } from './read-own-login.js';
import { readRequiredChecks } from './read-required-checks.js';
import { rerunFailedJobs } from './rerun-failed-jobs.js';

/** Events whose runs tell something of the commit itself; others happen to run on the newest one. */
const OF_THE_COMMIT = ['push', 'pull_request', 'pull_request_target', 'merge_group'];

/** Between the names of a job and of what it calls. */
const CALLED = ' / ';

/** Whom the workflow's own token acts as. */
const WORKFLOW_ACCOUNT = 'github-actions';

export interface OwnRun {
  readonly runId: number;
  /** `.github/workflows/smart-fix.yml`; null when the runner does not say. */
  readonly workflowPath: string | null;
}

export interface GitHubChecksParts {
  readonly client: GitHubClient;
  /** Of the token that pushes the fix. */
  readonly placing: GitHubClient;
  readonly run: FailedRun;
  /** Runs of other workflows whose failure is repaired with it. */
  readonly alsoFailed: readonly FailedRun[];
  /** The branch that the fix goes into. */
  readonly base: string;
  readonly own: OwnRun;
  readonly limits: LogLimits;
  readonly redact: Redact;
}

/** The checks of GitHub: check runs, commit statuses and runs of workflows that have neither yet. */
export class GitHubChecks implements CheckHost {
  readonly #parts: GitHubChecksParts;
  #expectation: CheckExpectation | null = null;

  constructor(parts: GitHubChecksParts) {
    this.#parts = parts;
  }

  /** Read once: what comes after is measured by the same. */
  async readExpectation(): Promise<CheckExpectation> {
    this.#expectation ??= await this.#readExpectation();
    return this.#expectation;
  }

  async #readExpectation(): Promise<CheckExpectation> {
    const { client, run, alsoFailed, base, own } = this.#parts;
    const failed = [run, ...alsoFailed].map(({ runId }) => runId);
    const commit = this.#commit(run.headSha);
    const [checks, runs] = [await readCheckRuns(client, commit), await readRunsOf(client, commit)];
    const statuses = await readStatuses(client, commit);
    const strangers = runs.filter(({ id, event }) => !failed.includes(id) && !OF_THE_COMMIT.includes(event));
    return {
      required: await readRequiredChecks(client, run.repository, base),
      onBase: [
        ...this.#foreign(withWorkflows(checks, runs), [...runs.filter(this.#isOurs), ...strangers]),
        ...statuses,
      ],
      ours: ownNames(checks.filter(({ job }) => job?.runId === own.runId)),
    };
  }

  /** While a job runs, one request says all there is to know. */
  async readChecks(sha: string): Promise<readonly RealCheck[]> {
    const { client } = this.#parts;
    const commit = this.#commit(sha);
    const checks = await readCheckRuns(client, commit);
    if (checks.some(({ state }) => state === 'pending')) return checks;
    const runs = await readRunsOf(client, commit);
    const all = [...withWorkflows(checks, runs), ...silentRuns(runs, checks)];
    return [...this.#foreign(all, runs.filter(this.#isOurs)), ...(await readStatuses(client, commit))];
  }

  async readLog(check: RealCheck): Promise<string> {
    const { client, run, limits, redact } = this.#parts;
    if (check.job === null) return redact(check.text);
    const job = { id: check.job.id, name: check.name };
    const log = await readJobLog(client, run.repository, job, limits);
    return log.kind === 'expired' ? '' : redact(log.text);
  }

  /** A host that does not tell is asked to start them. */
  async pushStarts(): Promise<boolean> {
    const own = await readOwnLogin(this.#parts.placing).catch(() => WORKFLOW_ACCOUNT);
    return own !== WORKFLOW_ACCOUNT;
  }

  /** Each workflow that failed; what cannot be started beside another is missed among the checks. */
  async startWorkflow(branch: string, sha: string): Promise<Started> {
    const { run, alsoFailed } = this.#parts;
    let told = await this.#startOne(run, branch, sha);
    for (const also of alsoFailed) {
      const started = await this.#startOne(also, branch, sha);
      if (started.kind === 'started') told = started;
    }
    return told;
  }

  async #startOne(run: FailedRun, branch: string, sha: string): Promise<Started> {
    const { client } = this.#parts;
    const { workflowPath } = run;
    if (workflowPath === null)
      return { kind: 'not-possible', detail: 'the run names no workflow of its own repository.' };
    const isStarted = async () => {
      const runs = await readRunsOf(client, this.#commit(sha), 'workflow_dispatch');
      return runs.some((each) => workflowOf(each) === workflowPath);
    };
    if (await isStarted()) return { kind: 'started' };
    try {
      await client.rest.actions.createWorkflowDispatch({
        ...{ owner: run.repository.owner, repo: run.repository.name },
        workflow_id: workflowPath.slice(workflowPath.lastIndexOf('/') + 1),
        ref: branch,
      });
      return { kind: 'started' };
    } catch (error) {
      const status = statusOf(error);
      if (status === 403 || status === 404 || status === 422)
        return { kind: 'not-possible', detail: (error as Error).message };
      if (await isStarted()) return { kind: 'started' };
      throw error;
    }
  }

  rerunFailedJobs(runId: number): Promise<Started> {
    const { client, run } = this.#parts;
    return rerunFailedJobs(client, run.repository, runId);
  }

  #commit(sha: string): Commit {
    return { repository: this.#parts.run.repository, sha };
  }

  /** Our own workflow says nothing of the commit, unless it is one of those that failed: then only our own job. */
  readonly #isOurs = (each: WorkflowRun): boolean => {
    const { own, run, alsoFailed } = this.#parts;
    const failed = [run, ...alsoFailed].map(({ workflowPath }) => workflowPath);
    return (
      own.workflowPath !== null && !failed.includes(own.workflowPath) && workflowOf(each) === own.workflowPath
    );
  };

  #foreign(checks: readonly SuiteCheck[], without: readonly WorkflowRun[]): readonly RealCheck[] {
    const suites = without.map(({ check_suite_id }) => check_suite_id);
    return checks.filter(({ suite }) => suite === null || !suites.includes(suite));
  }
}

/** Our job is the one that still runs; called as a workflow, all jobs of the caller's job are ours. */
function ownNames(ofOwnRun: readonly SuiteCheck[]): readonly string[] {
  const running = ofOwnRun.filter(({ state }) => state === 'pending').map(({ name }) => name);
  const callers = running.filter((name) => name.includes(CALLED)).map((name) => name.split(CALLED)[0] ?? '');
  const called = ofOwnRun
    .map(({ name }) => name)
    .filter((name) => callers.some((caller) => name.startsWith(`${caller}${CALLED}`)));
  return [...new Set([...running, ...callers, ...called])];
}
