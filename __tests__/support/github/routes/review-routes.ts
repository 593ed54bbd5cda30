import { withPull } from '../find-issue.js';
import { answer, type Call, fault, list, type Reply, type Route, route } from '../route.js';
import { GITHUB_ACTIONS, type IssueRecord, type PullRecord, type ReviewRecord } from '../state.js';
import { association, nodeId, userView } from '../views/user-view.js';

export const reviewRoutes: readonly Route[] = [
  route<NewReview>('pulls/create-review', ['pull_requests:write'], (call) => withPull(call, createReview)),
  route('pulls/list-reviews', ['pull_requests:read'], (call) => withPull(call, listReviews)),
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
  return answer(200, reviewView(call, review));
}

function listReviews(call: Call, issue: IssueRecord): Reply {
  const reviews = call.state.reviews.filter(({ pull }) => pull === issue.number);
  return list(reviews, (review) => reviewView(call, review));
}

function reviewView(call: Call, review: ReviewRecord) {
  const html = `${call.links.html}/pull/${review.pull}#pullrequestreview-${review.id}`;
  const pullUrl = `${call.links.repository}/pulls/${review.pull}`;
  return {
    id: review.id,
    node_id: nodeId('PullRequestReview', review.id),
    user: userView(call, review.author),
    body: review.body,
    state: STATE[review.event as keyof typeof STATE] ?? 'PENDING',
    html_url: html,
    pull_request_url: pullUrl,
    author_association: association(call, review.author),
    _links: { html: { href: html }, pull_request: { href: pullUrl } },
    commit_id: review.commitId,
  };
}
