import { diffFiles } from '../diff-files.js';
import { withPull } from '../find-issue.js';
import { pullRange } from '../pull-range.js';
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
  readonly comments?: readonly NewReviewComment[];
}

interface NewReviewComment {
  readonly path: string;
  readonly body: string;
  readonly line?: number;
  readonly start_line?: number;
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
  if (!comments.every((comment) => isShown(call, issue, pull, comment)))
    return fault(422, 'Unprocessable Entity: Line could not be resolved');
  const review = {
    ...{ id: call.state.nextId++, pull: issue.number, event: event ?? 'PENDING', body, commitId: commit_id },
    ...{ author: call.login, comments },
  };
  call.state.reviews.push(review);
  return answer(200, reviewView(call, review));
}

/** A comment lies in the lines of one hunk, as they are numbered at the head. */
function isShown(
  call: Call,
  issue: IssueRecord,
  pull: PullRecord,
  { path, line, start_line: first = line }: NewReviewComment,
): boolean {
  if (line === undefined || first === undefined) return true;
  const { mergeBase, head } = pullRange(call, issue, pull);
  const patch = diffFiles(call.git, mergeBase, head).find(({ filename }) => filename === path)?.patch ?? '';
  return [...patch.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)].some(
    ([, start, count = '1']) => Number(start) <= first && line < Number(start) + Number(count),
  );
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
