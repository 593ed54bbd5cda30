import { withIssue } from '../find-issue.js';
import { ensureLabels, type LabelName, labelName } from '../issue-changes.js';
import { answer, type Call, fault, invalid, list, type Reply, type Route, route } from '../route.js';
import type { IssueRecord } from '../state.js';
import { labelsView, labelView } from '../views/issue-view.js';

export const labelRoutes: readonly Route[] = [
  route('issues/list-labels-for-repo', ['issues:read', 'pull_requests:read'], (call) =>
    list(call.state.labels, (label) => labelView(call, label)),
  ),
  route<NewLabel>('issues/create-label', ['issues:write', 'pull_requests:write'], createLabel),
  route('issues/list-labels-on-issue', ['issues:read', 'pull_requests:read'], (call) =>
    withIssue(call, (_, issue) => list(labelsView(call, issue.labels), (view) => view)),
  ),
  route<{ labels: readonly LabelName[] }>(
    'issues/add-labels',
    ['issues:write', 'pull_requests:write'],
    (call) => withIssue(call, addLabels),
  ),
  route('issues/remove-label', ['issues:write', 'pull_requests:write'], (call) =>
    withIssue(call, removeLabel),
  ),
];

interface NewLabel {
  readonly name: string;
  readonly color?: string;
  readonly description?: string;
}

function createLabel(call: Call<NewLabel>): Reply {
  const { name, color = 'ededed', description = null } = call.body;
  const exists = call.state.labels.some((label) => label.name.toLowerCase() === name.toLowerCase());
  if (exists) return invalid('Label', { code: 'already_exists', field: 'name' });
  const label = { id: call.state.nextId++, name, color, description };
  call.state.labels.push(label);
  return answer(201, labelView(call, label));
}

/** The one label that smart-fix may put on what a person made, since a person asks for it. */
const OPT_OUT = 'no-smart-fix';

function addLabels(call: Call<{ labels: readonly LabelName[] }>, issue: IssueRecord): Reply {
  if (call.body.labels.some((label) => labelName(label) !== OPT_OUT)) call.checkOurs(issue);
  ensureLabels(call, call.body.labels);
  const names = call.body.labels.map(labelName).filter((name) => !issue.labels.includes(name));
  issue.labels.push(...names);
  return answer(200, labelsView(call, issue.labels));
}

function removeLabel(call: Call, issue: IssueRecord): Reply {
  if (call.path.name !== OPT_OUT) call.checkOurs(issue);
  const index = issue.labels.indexOf(call.path.name ?? '');
  if (index === -1) return fault(404, 'Label does not exist');
  issue.labels.splice(index, 1);
  return answer(200, labelsView(call, issue.labels));
}
