import { issuesDisabled, withIssue } from '../find-issue.js';
import { ensureLabels, type LabelName, labelName, setState } from '../issue-changes.js';
import { answer, type Call, list, type Reply, type Route, route } from '../route.js';
import type { IssueRecord } from '../state.js';
import { timestamp } from '../timestamp.js';
import { issueView } from '../views/issue-view.js';

export const issueRoutes: readonly Route[] = [
  route('issues/list-for-repo', ['issues:read'], listIssues),
  route<NewIssue>('issues/create', ['issues:write'], createIssue),
  route('issues/get', ['issues:read', 'pull_requests:read'], (call) =>
    withIssue(call, (_, issue) => answer(200, issueView(call, issue))),
  ),
  route<IssueChange>('issues/update', ['issues:write', 'pull_requests:write'], (call) =>
    withIssue(call, updateIssue),
  ),
];

interface NewIssue {
  readonly title: string | number;
  readonly body?: string;
  readonly labels?: readonly LabelName[];
}

interface IssueChange extends Partial<NewIssue> {
  readonly state?: 'open' | 'closed';
  readonly state_reason?: IssueRecord['stateReason'];
}

function listIssues(call: Call): Reply {
  const { state = 'open', labels = '', creator, since, sort = 'created', direction = 'desc' } = call.query;
  const wanted = labels.split(',').filter((name) => name !== '');
  const key = sort === 'updated' ? 'updatedAt' : 'createdAt';
  const found = call.state.issues
    .filter((issue) => issue.pull !== null || call.state.repository.hasIssues)
    .filter((issue) => state === 'all' || issue.state === state)
    .filter((issue) => wanted.every((name) => issue.labels.includes(name)))
    .filter((issue) => creator === undefined || issue.author === creator)
    .filter((issue) => since === undefined || issue.updatedAt >= since)
    .sort((a, b) => a[key].localeCompare(b[key]) || a.number - b.number);
  return list(direction === 'asc' ? found : found.reverse(), (issue) => issueView(call, issue));
}

function createIssue(call: Call<NewIssue>): Reply {
  if (!call.state.repository.hasIssues) return issuesDisabled();
  const { title, body = null, labels = [] } = call.body;
  ensureLabels(call, labels);
  const issue = call.addIssue({ title: String(title), body, labels: labels.map(labelName), pull: null });
  return answer(201, issueView(call, issue));
}

function updateIssue(call: Call<IssueChange>, issue: IssueRecord): Reply {
  const { title, body, state, state_reason, labels } = call.body;
  call.checkOurs(issue);
  if (title !== undefined) issue.title = String(title);
  if (body !== undefined) issue.body = body;
  if (state !== undefined) {
    setState(issue, state);
    issue.stateReason = state_reason ?? (state === 'closed' ? 'completed' : 'reopened');
  }
  if (labels !== undefined) {
    ensureLabels(call, labels);
    issue.labels.splice(0, Number.POSITIVE_INFINITY, ...labels.map(labelName));
  }
  issue.updatedAt = timestamp();
  return answer(200, issueView(call, issue));
}
