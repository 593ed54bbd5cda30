import type { Scene } from '../route.js';
import { nodeId, userView } from './user-view.js';

const LINKS = {
  archive: '/{archive_format}{/ref}',
  assignees: '/assignees{/user}',
  blobs: '/git/blobs{/sha}',
  branches: '/branches{/branch}',
  collaborators: '/collaborators{/collaborator}',
  comments: '/comments{/number}',
  commits: '/commits{/sha}',
  compare: '/compare/{base}...{head}',
  contents: '/contents/{+path}',
  contributors: '/contributors',
  deployments: '/deployments',
  downloads: '/downloads',
  events: '/events',
  forks: '/forks',
  git_commits: '/git/commits{/sha}',
  git_refs: '/git/refs{/sha}',
  git_tags: '/git/tags{/sha}',
  hooks: '/hooks',
  issue_comment: '/issues/comments{/number}',
  issue_events: '/issues/events{/number}',
  issues: '/issues{/number}',
  keys: '/keys{/key_id}',
  labels: '/labels{/name}',
  languages: '/languages',
  merges: '/merges',
  milestones: '/milestones{/number}',
  notifications: '/notifications{?since,all,participating}',
  pulls: '/pulls{/number}',
  releases: '/releases{/id}',
  stargazers: '/stargazers',
  statuses: '/statuses/{sha}',
  subscribers: '/subscribers',
  subscription: '/subscription',
  tags: '/tags',
  teams: '/teams',
  trees: '/git/trees{/sha}',
};

/** The short form that runs and statuses carry, of this repository or of a fork of it. */
export function minimalRepositoryView(
  scene: Scene,
  named: { readonly owner: string; readonly name: string },
) {
  const { repository } = scene.state;
  const isFork = named.owner !== repository.owner || named.name !== repository.name;
  const fullName = `${named.owner}/${named.name}`;
  const url = `${scene.links.api}/repos/${fullName}`;
  const links = Object.entries(LINKS).map(([name, path]) => [`${name}_url`, `${url}${path}`]);
  return {
    id: isFork ? repository.id + 1 : repository.id,
    node_id: nodeId('Repository', fullName),
    name: named.name,
    full_name: fullName,
    private: repository.isPrivate,
    owner: userView(scene, named.owner),
    html_url: `${scene.links.site}/${fullName}`,
    description: null,
    fork: isFork,
    url,
    ...(Object.fromEntries(links) as Record<`${keyof typeof LINKS}_url`, string>),
  };
}

export function repositoryView(
  scene: Scene,
  named: { readonly owner: string; readonly name: string } = scene.state.repository,
) {
  const { repository, issues } = scene.state;
  const minimal = minimalRepositoryView(scene, named);
  const open = issues.filter((issue) => issue.state === 'open').length;
  return {
    ...minimal,
    ...Object.fromEntries(
      ['git_url', 'ssh_url', 'clone_url', 'svn_url'].map((key) => [key, `${minimal.html_url}.git`]),
    ),
    homepage: null,
    language: null,
    mirror_url: null,
    license: null,
    default_branch: repository.defaultBranch,
    ...{ forks: 0, forks_count: 0, watchers: 0, watchers_count: 0, stargazers_count: 0, size: 1 },
    ...{ network_count: 0, subscribers_count: 0, open_issues: open, open_issues_count: open },
    has_issues: repository.hasIssues,
    ...{ has_projects: true, has_wiki: true, has_pages: false, has_discussions: false, has_downloads: true },
    ...{
      archived: false,
      disabled: false,
      allow_forking: true,
      is_template: false,
      visibility: repository.isPrivate ? 'private' : 'public',
    },
    web_commit_signoff_required: false,
    topics: [],
    pushed_at: repository.createdAt,
    created_at: repository.createdAt,
    updated_at: repository.createdAt,
  };
}
