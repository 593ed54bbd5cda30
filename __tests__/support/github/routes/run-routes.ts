import { countRead, hidden } from '../ci.js';
import { answer, type Call, fault, list, notFound, type Reply, type Route, route } from '../route.js';
import type { AttemptRecord, RunRecord } from '../state.js';
import { type JobPlace, jobView, lastAttempt, runStatus, runView, workflowView } from '../views/run-view.js';

export const runRoutes: readonly Route[] = [
  route('actions/list-workflow-runs-for-repo', ['actions:read'], listRuns),
  route('actions/get-workflow-run', ['actions:read'], (call) =>
    withRun(call, (_, run) => {
      countRead(run);
      return answer(200, runView(call, run));
    }),
  ),
  route('actions/get-workflow-run-attempt', ['actions:read'], (call) =>
    withAttempt(call, (run, attempt) => answer(200, runView(call, run, attempt))),
  ),
  route('actions/list-jobs-for-workflow-run', ['actions:read'], (call) => withRun(call, listJobs)),
  route('actions/list-jobs-for-workflow-run-attempt', ['actions:read'], (call) =>
    withAttempt(call, (run, attempt) => jobList(call, run, [attempt])),
  ),
  route('actions/get-job-for-workflow-run', ['actions:read'], (call) =>
    withJob(call, (place) => answer(200, jobView(call, place))),
  ),
  route('actions/download-job-logs-for-workflow-run', ['actions:read'], (call) =>
    withJob(call, redirectToLog(call)),
  ),
  route('actions/re-run-workflow-failed-jobs', ['actions:write'], (call) => withRun(call, rerunFailedJobs)),
  route('actions/get-workflow', ['actions:read'], getWorkflow),
  route<Dispatch>('actions/create-workflow-dispatch', ['actions:write'], dispatch),
];

interface Dispatch {
  readonly ref: string;
  readonly return_run_details?: boolean;
}

function withRun<Body>(call: Call<Body>, handle: (call: Call<Body>, run: RunRecord) => Reply): Reply {
  const run = call.state.runs.find((each) => each.id === Number(call.path.run_id));
  return run === undefined ? notFound() : handle(call, run);
}

function withAttempt(call: Call, handle: (run: RunRecord, attempt: AttemptRecord) => Reply): Reply {
  return withRun(call, (_, run) => {
    const attempt = run.attempts.find((each) => each.number === Number(call.path.attempt_number));
    return attempt === undefined ? notFound() : handle(run, attempt);
  });
}

function placesOf(run: RunRecord, attempts: readonly AttemptRecord[]): readonly JobPlace[] {
  return attempts.flatMap((attempt) => attempt.jobs.map((job) => ({ run, attempt, job })));
}

function withJob(call: Call, handle: (place: JobPlace) => Reply): Reply {
  const places = call.state.runs.flatMap((run) => placesOf(run, run.attempts));
  const place = places.find(({ job }) => job.id === Number(call.path.job_id));
  return place === undefined ? notFound() : handle(place);
}

function listRuns(call: Call): Reply {
  const { branch, event, status, head_sha, actor } = call.query;
  const found = call.state.runs
    .filter((run) => branch === undefined || run.headBranch === branch)
    .filter((run) => event === undefined || run.event === event)
    .filter((run) => head_sha === undefined || run.headSha === head_sha)
    .filter((run) => actor === undefined || run.actor === actor)
    .filter((run) => status === undefined || statusesOf(run).includes(status))
    .sort((a, b) => b.number - a.number);
  return list(found, (run) => runView(call, run), 'workflow_runs');
}

function statusesOf(run: RunRecord): readonly string[] {
  const attempt = lastAttempt(run);
  return attempt.conclusion === null ? [runStatus(attempt)] : ['completed', attempt.conclusion];
}

function jobList(call: Call, run: RunRecord, attempts: readonly AttemptRecord[]): Reply {
  return list(placesOf(run, attempts), (place) => jobView(call, place), 'jobs');
}

function listJobs(call: Call, run: RunRecord): Reply {
  return jobList(call, run, call.query.filter === 'all' ? run.attempts : [lastAttempt(run)]);
}

function redirectToLog(call: Call): (place: JobPlace) => Reply {
  return ({ job }) => {
    // A job that still runs has no log to give.
    if (job.conclusion === null) return notFound();
    if (job.logIsExpired) return fault(410, 'Server Error');
    return { status: 302, headers: { location: call.signedLink(`/logs/${job.id}`) } };
  };
}

function rerunFailedJobs(call: Call, run: RunRecord): Reply {
  const { number, jobs, conclusion } = lastAttempt(run);
  if (conclusion === null) return fault(403, 'This workflow run is already running');
  const again = jobs.filter((job) => job.conclusion !== 'success' && job.conclusion !== 'skipped');
  const attempt = call.rerunCi(run) ?? {
    number: number + 1,
    conclusion: run.rerunConclusion,
    jobs: again.map((job) => ({ ...job, id: call.state.nextId++, conclusion: run.rerunConclusion })),
  };
  run.attempts.push(run.rerunReads > 0 ? hidden(attempt, run.rerunReads) : attempt);
  return answer(201, {});
}

function findWorkflow({ state, path }: Call) {
  const id = path.workflow_id ?? '';
  return state.workflows.find((each) => String(each.id) === id || each.path.endsWith(`/${id}`));
}

function getWorkflow(call: Call): Reply {
  const workflow = findWorkflow(call);
  return workflow === undefined
    ? notFound()
    : answer(200, workflowView(call, workflow, call.state.repository.createdAt));
}

function dispatch(call: Call<Dispatch>): Reply {
  const workflow = findWorkflow(call);
  if (workflow === undefined) return notFound();
  const branch = call.body.ref.replace(/^refs\/heads\//, '');
  const headSha = call.git.resolve(`refs/heads/${branch}`);
  if (headSha === null) return fault(422, `No ref found for: ${call.body.ref}`);
  call.checkRef(`refs/heads/${branch}`);
  if (!workflow.isDispatchable) return fault(422, "Workflow does not have 'workflow_dispatch' trigger");
  const event = 'workflow_dispatch' as const;
  const run =
    call.startCi({ event, branch, workflow: workflow.id }) ??
    call.addRun({ workflow: workflow.id, event, headBranch: branch, headSha });
  if (call.body.return_run_details !== true) return answer(204);
  const { id, url, html_url } = runView(call, run);
  return answer(200, { workflow_run_id: id, run_url: url, html_url });
}
