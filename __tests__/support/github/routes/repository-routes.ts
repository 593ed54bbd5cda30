import { diffFiles, diffText, EMPTY_TREE } from '../diff-files.js';
import { readCommit } from '../read-commit.js';
import { answer, type Call, fault, list, notFound, type Reply, type Route, route } from '../route.js';
import { commitView, commitWithFilesView, fileView } from '../views/commit-view.js';
import { pullView } from '../views/pull-view.js';
import { repositoryView } from '../views/repository-view.js';
import { findUser, permissionView, userView } from '../views/user-view.js';

export const repositoryRoutes: readonly Route[] = [
  route('repos/get', ['metadata:read'], (call) => answer(200, repositoryView(call))),
  route('users/get-authenticated', ['metadata:read'], getAuthenticated),
  route('repos/get-collaborator-permission-level', ['metadata:read'], getPermission),
  route('repos/get-branch', ['contents:read'], getBranch),
  route('repos/get-branch-rules', ['metadata:read'], getBranchRules),
  route('repos/get-commit', ['contents:read'], getCommit),
  route('repos/list-commits', ['contents:read'], listCommits),
  route('repos/get-content', ['contents:read'], getContent),
  route('repos/compare-commits-with-basehead', ['contents:read'], compare),
  route('repos/list-pull-requests-associated-with-commit', ['pull_requests:read'], listPullsOfCommit),
];

function getAuthenticated(call: Call): Reply {
  if (call.token?.isApp !== false) return fault(403, 'Resource not accessible by integration');
  const at = call.state.repository.createdAt;
  return answer(200, {
    ...userView(call, call.login),
    ...{ name: null, company: null, blog: null, location: null, email: null, hireable: null, bio: null },
    ...{ public_repos: 0, public_gists: 0, followers: 0, following: 0, created_at: at, updated_at: at },
  });
}

function getPermission(call: Call): Reply {
  const user = findUser(call, call.path.username ?? '');
  return user === undefined ? notFound() : answer(200, permissionView(call, user));
}

function getBranch(call: Call): Reply {
  const name = call.path.branch ?? '';
  const sha = call.git.resolve(`refs/heads/${name}`);
  if (sha === null) return fault(404, 'Branch not found');
  const url = `${call.links.repository}/branches/${encodeURIComponent(name)}`;
  const isProtected = call.state.repository.protectedBranches.includes(name);
  return answer(200, {
    name,
    commit: commitView(call, sha),
    _links: { self: url, html: `${call.links.html}/tree/${name}` },
    protected: isProtected,
    protection: {
      enabled: isProtected,
      required_status_checks: {
        enforcement_level: 'everyone',
        ...{ contexts: requiredOf(call, name, 'protectedChecks'), checks: [] },
      },
    },
    protection_url: `${url}/protection`,
  });
}

function requiredOf(
  { state }: Call,
  branch: string,
  of: 'protectedChecks' | 'ruledChecks',
): readonly string[] {
  return branch === state.repository.defaultBranch ? state.repository[of] : [];
}

function getBranchRules(call: Call): Reply {
  const contexts = requiredOf(call, call.path.branch ?? '', 'ruledChecks');
  const required_status_checks = contexts.map((context) => ({ context }));
  const rules = [
    {
      type: 'required_status_checks',
      parameters: { required_status_checks, strict_required_status_checks_policy: false },
      ...{ ruleset_source_type: 'Repository', ruleset_source: call.links.html, ruleset_id: 1 },
    },
  ];
  return list(contexts.length === 0 ? [] : rules, (rule) => rule);
}

/** A branch, a tag or a commit by any of its names. */
function resolveAny({ git }: Call, name: string): string | null {
  return git.resolve(`refs/heads/${name}`) ?? git.resolve(`refs/tags/${name}`) ?? git.resolve(name);
}

function getCommit(call: Call): Reply {
  const ref = call.path.ref ?? '';
  const sha = resolveAny(call, ref);
  if (sha === null) return fault(422, `No commit found for SHA: ${ref}`);
  if (call.accept.includes('diff')) {
    return answer(200, diffText(call.git, readCommit(call.git, sha).parents[0] ?? EMPTY_TREE, sha));
  }
  return answer(200, commitWithFilesView(call, sha));
}

/** Newest first. */
function listCommits(call: Call): Reply {
  const { sha = call.state.repository.defaultBranch, since } = call.query;
  const head = resolveAny(call, sha);
  if (head === null) return notFound();
  const after = since === undefined ? [] : [`--since=${since}`];
  const found = call.git.history('rev-list', ...after, head).trim();
  return list(found === '' ? [] : found.split('\n'), (commit) => commitView(call, commit));
}

/** A file; what lies in a folder nobody asked for yet. */
function getContent(call: Call): Reply {
  const { path = '' } = call.path;
  const { ref = call.state.repository.defaultBranch } = call.query;
  const commit = resolveAny(call, ref);
  const entry = commit === null ? '' : call.git.history('ls-tree', '-l', commit, '--', path).trim();
  const [, sha = '', size = '0'] = /^\d+ blob ([0-9a-f]+)\s+(\d+)\t/.exec(entry) ?? [];
  if (sha === '') return notFound();
  const url = `${call.links.repository}/contents/${path}?ref=${ref}`;
  const [html, git] = [`${call.links.html}/blob/${ref}/${path}`, `${call.links.repository}/git/blobs/${sha}`];
  return answer(200, {
    ...{ type: 'file', encoding: 'base64', size: Number(size), name: path.split('/').at(-1), path, sha },
    content: Buffer.from(call.git.history('cat-file', 'blob', sha)).toString('base64'),
    ...{ url, git_url: git, html_url: html, download_url: `${html}?raw=1` },
    _links: { self: url, git, html },
  });
}

function compare(call: Call): Reply {
  const names = /^(.+?)\.\.\.(.+)$/.exec(call.path.basehead ?? '');
  const withoutOwner = (name: string): string => name.slice(name.indexOf(':') + 1);
  const base = resolveAny(call, withoutOwner(names?.[1] ?? ''));
  const head = resolveAny(call, withoutOwner(names?.[2] ?? ''));
  if (base === null || head === null) return notFound();
  const mergeBase = call.git.history('merge-base', base, head).trim();
  if (call.accept.includes('diff')) return answer(200, diffText(call.git, mergeBase, head));
  const ahead = revisions(call, `${base}..${head}`);
  const behind = revisions(call, `${head}..${base}`);
  const html = `${call.links.html}/compare/${base}...${head}`;
  return answer(200, {
    url: `${call.links.repository}/compare/${base}...${head}`,
    html_url: html,
    permalink_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    base_commit: commitView(call, base),
    merge_base_commit: commitView(call, mergeBase),
    status: compareStatus(ahead.length, behind.length),
    ahead_by: ahead.length,
    behind_by: behind.length,
    total_commits: ahead.length,
    commits: ahead.map((sha) => commitView(call, sha)),
    files: diffFiles(call.git, mergeBase, head).map((file) => fileView(call, file, head)),
  });
}

function compareStatus(ahead: number, behind: number): string {
  if (ahead > 0) return behind > 0 ? 'diverged' : 'ahead';
  return behind > 0 ? 'behind' : 'identical';
}

/** Oldest first. */
function revisions({ git }: Call, range: string): readonly string[] {
  const text = git.history('rev-list', '--reverse', range).trim();
  return text === '' ? [] : text.split('\n');
}

function listPullsOfCommit(call: Call): Reply {
  const sha = call.git.resolve(call.path.commit_sha ?? '');
  if (sha === null) return fault(422, `No commit found for SHA: ${call.path.commit_sha}`);
  const pulls = call.state.issues.flatMap((issue) => {
    if (issue.pull === null) return [];
    const view = pullView(call, issue, issue.pull);
    return call.git.isAncestor(sha, view.head.sha) && !call.git.isAncestor(sha, view.base.sha) ? [view] : [];
  });
  return list(pulls, (view) => view);
}
