import { withPull } from '../find-issue.js';
import { answer, type Call, fault, type Reply, type Route, route } from '../route.js';
import { GITHUB_ACTIONS, type IssueRecord, type PullRecord } from '../state.js';
import { association, nodeId, userView } from '../views/user-view.js';

export const reviewRoutes: readonly Route[] = [
  route<NewReview>('pulls/create-review', ['pull_requests:write'], (call) => withPull(call, createReview)),
];

interface NewReview {
  readonly body?: string;
  readonly event?: 'APPROVE' | 'REQUEST_CHANGES' | 'COMMENT';
  readonly commit_id?: string;
  readonly comments?: readonly unknown[];
}

const STATE = { APPROVE: 'APPROVED', REQUEST_CHANGES: 'CHANGES_REQUESTED', COMMENT: 'COMMENTED' } as const;

function createReview(call: Call<NewReview>, issue: IssueRecord, pull: PullRecord): Reply {
  const { body = '', event, commit_id = pull.headSha, comments = [] } = call.body;
  if (event === 'APPROVE' && call.login === GITHUB_ACTIONS && !call.state.repository.actionsMayCreatePulls) {
    return fault(403, 'GitHub Actions is not permitted to create or approve pull requests.');
  }
  if (event === 'APPROVE' || event === 'REQUEST_CHANGES') call.violate(`a review that says ${event}`);
  if (event === 'APPROVE' && issue.author === call.login) {
    return fault(422, 'Unprocessable Entity: Can not approve your own pull request');
  }
  const review = {
    ...{ id: call.state.nextId++, pull: issue.number, event: event ?? 'PENDING', body, commitId: commit_id },
    ...{ author: call.login, comments },
  };
  call.state.reviews.push(review);
  const html = `${call.links.html}/pull/${issue.number}#pullrequestreview-${review.id}`;
  const pullUrl = `${call.links.repository}/pulls/${issue.number}`;
  return answer(200, {
    id: review.id,
    node_id: nodeId('PullRequestReview', review.id),
    user: userView(call, call.login),
    body,
    state: event === undefined ? 'PENDING' : STATE[event],
    html_url: html,
    pull_request_url: pullUrl,
    author_association: association(call, call.login),
    _links: { html: { href: html }, pull_request: { href: pullUrl } },
    commit_id,
  });
}
