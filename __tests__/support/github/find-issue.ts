import { type Call, fault, notFound, type Reply } from './route.js';
import type { IssueRecord, PullRecord } from './state.js';

export function issuesDisabled(): Reply {
  return fault(410, 'Issues has been disabled in this repository.');
}

/** The issue or pull request of the path: GitHub serves both as issues. */
export function withIssue<Body>(
  call: Call<Body>,
  handle: (call: Call<Body>, issue: IssueRecord) => Reply,
): Reply {
  const number = Number(call.path.issue_number);
  const issue = call.state.issues.find((each) => each.number === number);
  if (issue === undefined) return notFound();
  return issue.pull === null && !call.state.repository.hasIssues ? issuesDisabled() : handle(call, issue);
}

export function withPull<Body>(
  call: Call<Body>,
  handle: (call: Call<Body>, issue: IssueRecord, pull: PullRecord) => Reply,
): Reply {
  const number = Number(call.path.pull_number);
  const issue = call.state.issues.find((each) => each.number === number);
  return issue?.pull ? handle(call, issue, issue.pull) : notFound();
}
