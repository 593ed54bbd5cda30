import { countRead } from '../ci.js';
import {
  answer,
  type Call,
  fault,
  invalid,
  list,
  notFound,
  type Reply,
  type Route,
  route,
} from '../route.js';
import type { CheckRecord, JobRecord, RunRecord } from '../state.js';
import { lastAttempt } from '../views/run-view.js';
import { nodeId } from '../views/user-view.js';

export const checkRoutes: readonly Route[] = [
  route('checks/list-for-ref', ['checks:read'], listForRef),
  route<NewCheck>('checks/create', ['checks:write'], createCheck),
  route<NewCheck>('checks/update', ['checks:write'], updateCheck),
  route('checks/list-annotations', ['checks:read'], listAnnotations),
];

interface NewCheck {
  readonly name: string;
  readonly head_sha: string;
  readonly status?: string;
  readonly conclusion?: string;
  readonly details_url?: string;
  readonly external_id?: string;
  readonly output?: {
    readonly title?: string;
    readonly summary: string;
    readonly text?: string;
    readonly annotations?: readonly Record<string, unknown>[];
  };
}

function checkView({ links, state }: Call, check: CheckRecord) {
  const url = `${links.repository}/check-runs/${check.id}`;
  const at = state.repository.createdAt;
  const { annotations } = check;
  return {
    id: check.id,
    node_id: nodeId('CheckRun', check.id),
    head_sha: check.headSha,
    external_id: check.externalId,
    url,
    html_url: `${links.html}/runs/${check.id}`,
    details_url: check.detailsUrl,
    name: check.name,
    status: check.status,
    conclusion: check.conclusion,
    started_at: at,
    completed_at: check.status === 'completed' ? at : null,
    output: { ...check.output, annotations_count: annotations.length, annotations_url: `${url}/annotations` },
    check_suite: { id: check.suite ?? 1 },
    app: null,
    pull_requests: [],
  };
}

function listForRef(call: Call): Reply {
  const name = call.path.ref ?? '';
  const sha = call.git.resolve(`refs/heads/${name}`) ?? call.git.resolve(name);
  if (sha === null) return fault(404, `No commit found for SHA: ${name}`);
  const { check_name, status } = call.query;
  const runs = call.state.runs.filter((run) => run.headSha === sha);
  for (const run of runs) countRead(run);
  const found = [...call.state.checks, ...runs.flatMap((run) => jobChecks(call, run))]
    .filter((check) => check.headSha === sha)
    .filter((check) => check_name === undefined || check.name === check_name)
    .filter((check) => status === undefined || check.status === status);
  return list(found, (check) => checkView(call, check), 'check_runs');
}

/** Every job of the last attempt is a check run of the same id. */
function jobChecks({ links }: Call, run: RunRecord): readonly CheckRecord[] {
  return lastAttempt(run).jobs.map((job: JobRecord) => ({
    ...{ id: job.id, headSha: run.headSha, name: job.name, conclusion: job.conclusion },
    status: job.conclusion === null ? 'in_progress' : 'completed',
    detailsUrl: `${links.html}/actions/runs/${run.id}/job/${job.id}`,
    ...{ externalId: null, output: { title: null, summary: null, text: null }, annotations: [] },
    suite: run.id + 1,
  }));
}

function createCheck(call: Call<NewCheck>): Reply {
  const { name, head_sha: headSha } = call.body;
  if (call.git.resolve(headSha) === null) return fault(422, `No commit found for SHA: ${headSha}`);
  const check: CheckRecord = {
    ...{ id: call.state.nextId++, headSha, name, status: 'queued', conclusion: null, detailsUrl: null },
    ...{ externalId: null, output: { title: null, summary: null, text: null }, annotations: [] },
  };
  const refusal = change(check, call.body);
  if (refusal !== null) return refusal;
  call.state.checks.push(check);
  return answer(201, checkView(call, check));
}

function updateCheck(call: Call<NewCheck>): Reply {
  const check = call.state.checks.find((each) => each.id === Number(call.path.check_run_id));
  if (check === undefined) return notFound();
  return change(check, call.body) ?? answer(200, checkView(call, check));
}

/** A conclusion completes a check, and nothing is completed without one. */
function change(check: CheckRecord, body: Partial<NewCheck>): Reply | null {
  const status = body.conclusion === undefined ? (body.status ?? check.status) : 'completed';
  const conclusion = body.conclusion ?? check.conclusion;
  if (status === 'completed' && conclusion === null) {
    return invalid('CheckRun', { code: 'missing_field', field: 'conclusion' });
  }
  Object.assign(check, { status, conclusion });
  check.name = body.name ?? check.name;
  check.detailsUrl = body.details_url ?? check.detailsUrl;
  check.externalId = body.external_id ?? check.externalId;
  if (body.output !== undefined) {
    const { annotations = [], title = null, summary, text = null } = body.output;
    check.output = { title, summary, text };
    check.annotations.push(...annotations);
  }
  return null;
}

function listAnnotations(call: Call): Reply {
  const check = call.state.checks.find((each) => each.id === Number(call.path.check_run_id));
  if (check === undefined) return notFound();
  return list(check.annotations, (annotation) => ({
    ...{ title: null, raw_details: null, start_column: null, end_column: null },
    ...annotation,
    blob_href: `${call.links.html}/blob/${check.headSha}/${String(annotation.path)}`,
  }));
}
