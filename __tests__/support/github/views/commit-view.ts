import { type DiffFile, diffFiles, EMPTY_TREE } from '../diff-files.js';
import { type CommitFacts, readCommit } from '../read-commit.js';
import type { Scene } from '../route.js';
import { nodeId, userView } from './user-view.js';

function verification({ state }: Scene, sha: string) {
  return state.signedCommits.includes(sha)
    ? { verified: true, reason: 'valid', signature: 'signed', payload: '', verified_at: null }
    : { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null };
}

export function gitCommitView(scene: Scene, sha: string) {
  const commit = readCommit(scene.git, sha);
  const url = `${scene.links.repository}/git`;
  return {
    sha,
    node_id: nodeId('Commit', sha),
    url: `${url}/commits/${sha}`,
    html_url: `${scene.links.html}/commit/${sha}`,
    author: commit.author,
    committer: commit.committer,
    tree: { sha: commit.tree, url: `${url}/trees/${commit.tree}` },
    message: commit.message,
    parents: parentsView(scene, commit),
    verification: verification(scene, sha),
  };
}

function parentsView({ links }: Scene, { parents }: CommitFacts) {
  return parents.map((sha) => ({
    sha,
    url: `${links.repository}/commits/${sha}`,
    html_url: `${links.html}/commit/${sha}`,
  }));
}

export function commitView(scene: Scene, sha: string) {
  const commit = readCommit(scene.git, sha);
  const { repository, html } = scene.links;
  return {
    sha,
    node_id: nodeId('Commit', sha),
    url: `${repository}/commits/${sha}`,
    html_url: `${html}/commit/${sha}`,
    comments_url: `${repository}/commits/${sha}/comments`,
    commit: {
      url: `${repository}/git/commits/${sha}`,
      author: commit.author,
      committer: commit.committer,
      message: commit.message,
      comment_count: 0,
      tree: { sha: commit.tree, url: `${repository}/git/trees/${commit.tree}` },
      verification: verification(scene, sha),
    },
    author: accountView(scene, commit.author),
    committer: accountView(scene, commit.committer),
    parents: parentsView(scene, commit),
  };
}

/** GitHub knows accounts by the addresses that it gives them; its own commits are those of `web-flow`. */
function accountView(scene: Scene, { email }: { readonly email: string }) {
  const [, login] = /^\d+\+(.+)@users\.noreply\.github\.com$/.exec(email) ?? [];
  if (email === 'noreply@github.com') return userView(scene, 'web-flow');
  return login === undefined ? null : userView(scene, login);
}

/** With what the commit changed. */
export function commitWithFilesView(scene: Scene, sha: string) {
  const files = diffFiles(scene.git, readCommit(scene.git, sha).parents[0] ?? EMPTY_TREE, sha);
  const sum = (count: (file: DiffFile) => number): number =>
    files.reduce((total, file) => total + count(file), 0);
  const stats = { additions: sum((file) => file.additions), deletions: sum((file) => file.deletions) };
  return {
    ...commitView(scene, sha),
    stats: { ...stats, total: stats.additions + stats.deletions },
    files: files.map((file) => fileView(scene, file, sha)),
  };
}

export function fileView({ links }: Scene, file: DiffFile, commit: string) {
  const path = encodeURIComponent(file.filename);
  return {
    sha: file.sha,
    filename: file.filename,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${links.html}/blob/${commit}/${path}`,
    raw_url: `${links.html}/raw/${commit}/${path}`,
    contents_url: `${links.repository}/contents/${path}?ref=${commit}`,
    ...(file.patch === null ? {} : { patch: file.patch }),
    ...(file.previousFilename === null ? {} : { previous_filename: file.previousFilename }),
  };
}
