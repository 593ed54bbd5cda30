import { readCommit } from '../read-commit.js';
import type { Scene } from '../route.js';
import type { ArtifactRecord, AttemptRecord, JobRecord, RunRecord, WorkflowRecord } from '../state.js';
import { minimalRepositoryView } from './repository-view.js';
import { nodeId, userView } from './user-view.js';

export function workflowView({ links }: Scene, workflow: WorkflowRecord, createdAt: string) {
  return {
    id: workflow.id,
    node_id: nodeId('Workflow', workflow.id),
    name: workflow.name,
    path: workflow.path,
    state: 'active',
    created_at: createdAt,
    updated_at: createdAt,
    url: `${links.repository}/actions/workflows/${workflow.id}`,
    html_url: `${links.html}/blob/main/${workflow.path}`,
    badge_url: `${links.html}/workflows/${workflow.id}/badge.svg`,
  };
}

export function lastAttempt(run: RunRecord): AttemptRecord {
  const attempt = run.attempts.at(-1);
  if (attempt === undefined) throw new Error(`run ${run.id} has no attempt`);
  return attempt;
}

/** A run that has not ended waits until it has jobs. */
export function runStatus({ conclusion, jobs }: AttemptRecord): string {
  if (conclusion !== null) return 'completed';
  return jobs.length === 0 ? 'queued' : 'in_progress';
}

export function runView(scene: Scene, run: RunRecord, attempt: AttemptRecord = lastAttempt(run)) {
  const { links, state, git } = scene;
  const url = `${links.repository}/actions/runs/${run.id}`;
  const workflow = state.workflows.find((each) => each.id === run.workflow);
  const commit = readCommit(git, run.headSha);
  return {
    id: run.id,
    node_id: nodeId('WorkflowRun', run.id),
    name: workflow?.name ?? null,
    path: workflow?.path ?? '',
    display_title: commit.message.split('\n')[0] ?? '',
    head_branch: run.headBranch,
    head_sha: run.headSha,
    run_number: run.number,
    run_attempt: attempt.number,
    event: run.event,
    status: runStatus(attempt),
    conclusion: attempt.conclusion,
    workflow_id: run.workflow,
    check_suite_id: run.id + 1,
    check_suite_node_id: nodeId('CheckSuite', run.id + 1),
    url,
    html_url: `${links.html}/actions/runs/${run.id}`,
    pull_requests: run.pulls.map((number) => pullStub(scene, run, number)),
    created_at: run.createdAt,
    updated_at: run.createdAt,
    run_started_at: run.createdAt,
    actor: userView(scene, run.actor),
    triggering_actor: userView(scene, run.triggeringActor),
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    check_suite_url: `${links.repository}/check-suites/${run.id + 1}`,
    artifacts_url: `${url}/artifacts`,
    cancel_url: `${url}/cancel`,
    rerun_url: `${url}/rerun`,
    previous_attempt_url: attempt.number > 1 ? `${url}/attempts/${attempt.number - 1}` : null,
    workflow_url: `${links.repository}/actions/workflows/${run.workflow}`,
    head_commit: {
      id: run.headSha,
      tree_id: commit.tree,
      message: commit.message,
      timestamp: commit.committer.date,
      author: { name: commit.author.name, email: commit.author.email },
      committer: { name: commit.committer.name, email: commit.committer.email },
    },
    repository: minimalRepositoryView(scene, state.repository),
    head_repository: minimalRepositoryView(scene, run.headRepository),
  };
}

function pullStub(scene: Scene, run: RunRecord, number: number) {
  const { id, name } = scene.state.repository;
  const repo = { id, name, url: scene.links.repository };
  const base = scene.state.issues.find((issue) => issue.number === number)?.pull?.base ?? '';
  return {
    id: number,
    number,
    url: `${scene.links.repository}/pulls/${number}`,
    head: { ref: run.headBranch ?? '', sha: run.headSha, repo },
    base: { ref: base, sha: scene.git.resolve(`refs/heads/${base}`) ?? run.headSha, repo },
  };
}

export interface JobPlace {
  readonly run: RunRecord;
  readonly attempt: AttemptRecord;
  readonly job: JobRecord;
}

export function jobView({ links, state }: Scene, { run, attempt, job }: JobPlace) {
  const at = run.createdAt;
  const status = job.conclusion === null ? 'in_progress' : 'completed';
  return {
    id: job.id,
    node_id: nodeId('Job', job.id),
    run_id: run.id,
    run_attempt: attempt.number,
    workflow_name: state.workflows.find((each) => each.id === run.workflow)?.name ?? null,
    head_branch: run.headBranch,
    head_sha: run.headSha,
    run_url: `${links.repository}/actions/runs/${run.id}`,
    url: `${links.repository}/actions/jobs/${job.id}`,
    html_url: `${links.html}/actions/runs/${run.id}/job/${job.id}`,
    check_run_url: `${links.repository}/check-runs/${job.id}`,
    name: job.name,
    status,
    conclusion: job.conclusion,
    created_at: at,
    started_at: at,
    completed_at: job.conclusion === null ? null : at,
    steps: job.steps.map((step, index) => ({
      name: step.name,
      status: 'completed',
      conclusion: step.conclusion,
      number: index + 1,
      started_at: at,
      completed_at: at,
    })),
    labels: ['ubuntu-latest'],
    runner_id: 1,
    runner_name: 'GitHub Actions 1',
    runner_group_id: 0,
    runner_group_name: 'GitHub Actions',
  };
}

export function artifactView({ links }: Scene, artifact: ArtifactRecord, createdAt: string) {
  const url = `${links.repository}/actions/artifacts/${artifact.id}`;
  return {
    id: artifact.id,
    node_id: nodeId('Artifact', artifact.id),
    name: artifact.name,
    size_in_bytes: Buffer.byteLength(artifact.zip, 'base64'),
    url,
    archive_download_url: `${url}/zip`,
    expired: artifact.isExpired,
    created_at: createdAt,
    updated_at: createdAt,
    expires_at: createdAt,
  };
}
