import type { Scene } from '../route.js';
import type { Role, UserRecord } from '../state.js';

export function nodeId(kind: string, id: number | string): string {
  return Buffer.from(`${kind}:${id}`).toString('base64url');
}

export function findUser({ state }: Scene, login: string): UserRecord | undefined {
  return state.users.find((user) => user.login.toLowerCase() === login.toLowerCase());
}

/** A person or a bot; an account that the fake does not know looks like any person. */
export function userView(scene: Scene, login: string) {
  const user = findUser(scene, login) ?? {
    ...{ id: 999, login },
    type: login.endsWith('[bot]') ? 'Bot' : 'User',
  };
  const url = `${scene.links.api}/users/${encodeURIComponent(user.login)}`;
  return {
    login: user.login,
    id: user.id,
    node_id: nodeId('User', user.id),
    avatar_url: `${scene.links.site}/avatars/${user.id}`,
    gravatar_id: '',
    url,
    html_url: `${scene.links.site}/${encodeURIComponent(user.login)}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: user.type,
    site_admin: false,
  };
}

/** The legacy word for a role: maintain counts as write, triage as read. */
const LEGACY: Readonly<Record<Role, string>> = {
  admin: 'admin',
  maintain: 'write',
  write: 'write',
  triage: 'read',
  read: 'read',
  none: 'none',
};

export function permissionView(scene: Scene, user: UserRecord) {
  // Everybody may read a public repository.
  const role = user.role === 'none' && !scene.state.repository.isPrivate ? 'read' : user.role;
  return {
    permission: LEGACY[role],
    role_name: role,
    user: { ...userView(scene, user.login), role_name: role },
  };
}

export function association(scene: Scene, login: string): string {
  const role = findUser(scene, login)?.role;
  if (login.toLowerCase() === scene.state.repository.owner.toLowerCase()) return 'OWNER';
  return role === undefined || role === 'none' ? 'NONE' : 'COLLABORATOR';
}
