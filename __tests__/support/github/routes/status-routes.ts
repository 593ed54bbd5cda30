import { answer, type Call, fault, list, type Reply, type Route, route } from '../route.js';
import type { StatusRecord } from '../state.js';
import { minimalRepositoryView } from '../views/repository-view.js';
import { nodeId, userView } from '../views/user-view.js';

export const statusRoutes: readonly Route[] = [
  route<NewStatus>('repos/create-commit-status', ['statuses:write'], createStatus),
  route('repos/list-commit-statuses-for-ref', ['statuses:read'], (call) =>
    withCommit(call, (sha) => list(statusesOf(call, sha), (status) => statusView(call, status))),
  ),
  route('repos/get-combined-status-for-ref', ['statuses:read'], (call) => withCommit(call, combined(call))),
];

interface NewStatus {
  readonly state: string;
  readonly context?: string;
  readonly description?: string | null;
  readonly target_url?: string | null;
}

function withCommit(call: Call, handle: (sha: string) => Reply): Reply {
  const name = call.path.ref ?? '';
  const sha = call.git.resolve(`refs/heads/${name}`) ?? call.git.resolve(name);
  return sha === null ? fault(404, `No commit found for SHA: ${name}`) : handle(sha);
}

/** Newest first. */
function statusesOf({ state }: Call, sha: string): readonly StatusRecord[] {
  return state.statuses.filter((status) => status.sha === sha).reverse();
}

function statusView(call: Call, status: StatusRecord) {
  return {
    id: status.id,
    node_id: nodeId('Status', status.id),
    url: `${call.links.repository}/statuses/${status.sha}`,
    avatar_url: null,
    state: status.state,
    context: status.context,
    description: status.description,
    target_url: status.targetUrl,
    created_at: call.state.repository.createdAt,
    updated_at: call.state.repository.createdAt,
    creator: userView(call, status.creator),
  };
}

function createStatus(call: Call<NewStatus>): Reply {
  const sha = call.path.sha ?? '';
  if (call.git.resolve(sha) === null) return fault(422, `No commit found for SHA: ${sha}`);
  const { state, context = 'default', description = null, target_url: targetUrl = null } = call.body;
  const status = {
    id: call.state.nextId++,
    sha,
    state,
    context,
    description,
    targetUrl,
    creator: call.login,
  };
  call.state.statuses.push(status);
  return answer(201, statusView(call, status));
}

function combined(call: Call): (sha: string) => Reply {
  return (sha) => {
    // The newest of each context counts.
    const newest = [
      ...new Map(
        statusesOf(call, sha)
          .toReversed()
          .map((each) => [each.context, each]),
      ).values(),
    ];
    const states = newest.map((status) => status.state);
    const isFailed = states.some((state) => state === 'failure' || state === 'error');
    const isGreen = states.length > 0 && states.every((state) => state === 'success');
    return answer(200, {
      state: isFailed ? 'failure' : isGreen ? 'success' : 'pending',
      sha,
      total_count: newest.length,
      statuses: newest.map((status) => statusView(call, status)),
      repository: minimalRepositoryView(call, call.state.repository),
      commit_url: `${call.links.repository}/commits/${sha}`,
      url: `${call.links.repository}/commits/${sha}/status`,
    });
  };
}
