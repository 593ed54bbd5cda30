import { diffFiles } from '../diff-files.js';
import { type PullRange, pullCommits, pullRange } from '../pull-range.js';
import type { Scene } from '../route.js';
import type { IssueRecord, PullRecord } from '../state.js';
import { labelsView } from './issue-view.js';
import { repositoryView } from './repository-view.js';
import { association, nodeId, userView } from './user-view.js';

function endView(scene: Scene, end: { readonly owner: string; readonly ref: string; readonly sha: string }) {
  return {
    label: `${end.owner}:${end.ref}`,
    ref: end.ref,
    sha: end.sha,
    user: userView(scene, end.owner),
    repo: repositoryView(scene, { owner: end.owner, name: scene.state.repository.name }),
  };
}

/** As lists give it. */
export function pullView(
  scene: Scene,
  issue: IssueRecord,
  pull: PullRecord,
  range: PullRange = pullRange(scene, issue, pull),
) {
  const { links, state } = scene;
  const url = `${links.repository}/pulls/${issue.number}`;
  const html = `${links.html}/pull/${issue.number}`;
  const issueUrl = `${links.repository}/issues/${issue.number}`;
  const statuses = `${links.repository}/statuses/${range.head}`;
  const hrefs = {
    self: url,
    html,
    issue: issueUrl,
    comments: `${issueUrl}/comments`,
    review_comments: `${url}/comments`,
    review_comment: `${links.repository}/pulls/comments{/number}`,
    commits: `${url}/commits`,
    statuses,
  };
  return {
    id: issue.id,
    node_id: nodeId('PullRequest', issue.id),
    url,
    html_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    issue_url: issueUrl,
    commits_url: hrefs.commits,
    review_comments_url: hrefs.review_comments,
    review_comment_url: hrefs.review_comment,
    comments_url: hrefs.comments,
    statuses_url: statuses,
    number: issue.number,
    state: issue.state,
    locked: false,
    title: issue.title,
    body: issue.body,
    user: userView(scene, issue.author),
    // GitHub sends null for none, which its description of lists of pull requests does not know.
    labels: labelsView(scene, issue.labels).map((label) => ({
      ...label,
      description: label.description ?? '',
    })),
    ...{ milestone: null, assignee: null, assignees: [], requested_reviewers: [], requested_teams: [] },
    ...{ active_lock_reason: null, auto_merge: null, merge_commit_sha: null },
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    merged_at: pull.merged ? issue.closedAt : null,
    head: endView(scene, { ...pull.head, sha: range.head }),
    base: endView(scene, { owner: state.repository.owner, ref: pull.base, sha: range.base }),
    author_association: association(scene, issue.author),
    draft: pull.draft,
    _links: Object.fromEntries(Object.entries(hrefs).map(([name, href]) => [name, { href }])),
  };
}

/** As one pull request is given: with its size. */
export function wholePullView(scene: Scene, issue: IssueRecord, pull: PullRecord) {
  const { state, git } = scene;
  const range = pullRange(scene, issue, pull);
  const files = diffFiles(git, range.mergeBase, range.head);
  return {
    ...pullView(scene, issue, pull, range),
    merged: pull.merged,
    mergeable: true,
    mergeable_state: 'clean',
    merged_by: null,
    rebaseable: true,
    comments: state.comments.filter((comment) => comment.issue === issue.number).length,
    review_comments: 0,
    maintainer_can_modify: false,
    commits: pullCommits(scene, range).length,
    additions: files.reduce((sum, file) => sum + file.additions, 0),
    deletions: files.reduce((sum, file) => sum + file.deletions, 0),
    changed_files: files.length,
  };
}
