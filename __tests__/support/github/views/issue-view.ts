import type { Scene } from '../route.js';
import type { CommentRecord, IssueRecord, LabelRecord } from '../state.js';
import { association, nodeId, userView } from './user-view.js';

export function labelView({ links }: Scene, label: LabelRecord) {
  return {
    id: label.id,
    node_id: nodeId('Label', label.id),
    url: `${links.repository}/labels/${encodeURIComponent(label.name)}`,
    name: label.name,
    color: label.color,
    default: false,
    description: label.description,
  };
}

export function labelsView(scene: Scene, names: readonly string[]) {
  return scene.state.labels
    .filter((label) => names.includes(label.name))
    .map((label) => labelView(scene, label));
}

export function issueView(scene: Scene, issue: IssueRecord) {
  const { links, state } = scene;
  const url = `${links.repository}/issues/${issue.number}`;
  const html = `${links.html}/${issue.pull === null ? 'issues' : 'pull'}/${issue.number}`;
  const pullUrl = `${links.repository}/pulls/${issue.number}`;
  return {
    id: issue.id,
    node_id: nodeId('Issue', issue.id),
    url,
    repository_url: links.repository,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: html,
    number: issue.number,
    title: issue.title,
    body: issue.body,
    state: issue.state,
    state_reason: issue.stateReason,
    user: userView(scene, issue.author),
    labels: labelsView(scene, issue.labels),
    assignee: null,
    assignees: [],
    milestone: null,
    locked: false,
    active_lock_reason: null,
    comments: state.comments.filter((comment) => comment.issue === issue.number).length,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    author_association: association(scene, issue.author),
    ...(issue.pull === null
      ? {}
      : {
          draft: issue.pull.draft,
          pull_request: {
            url: pullUrl,
            html_url: html,
            diff_url: `${html}.diff`,
            patch_url: `${html}.patch`,
            merged_at: issue.pull.merged ? issue.closedAt : null,
          },
        }),
  };
}

export function commentView(scene: Scene, comment: CommentRecord) {
  const { links, state } = scene;
  const isPull = state.issues.find((issue) => issue.number === comment.issue)?.pull !== null;
  return {
    id: comment.id,
    node_id: nodeId('IssueComment', comment.id),
    url: `${links.repository}/issues/comments/${comment.id}`,
    html_url: `${links.html}/${isPull ? 'pull' : 'issues'}/${comment.issue}#issuecomment-${comment.id}`,
    issue_url: `${links.repository}/issues/${comment.issue}`,
    body: comment.body,
    user: userView(scene, comment.author),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    author_association: association(scene, comment.author),
    performed_via_github_app: null,
  };
}
