import type { Reply } from './route.js';
import type { GithubState } from './state.js';

/** The path that GitHub serves for one by the repository's number, which stays when the name changes. */
export function canonicalPath({ repository }: GithubState, path: string): string {
  const { id, owner, name } = repository;
  return path.replace(new RegExp(`^/repositories/${id}(?=/|$)`), `/repos/${owner}/${name}`);
}

/** GitHub's answer to a request for a name that the repository had: for a read 301, for a write 307. */
export function redirectRenamed(
  { repository }: GithubState,
  { method, path, api }: { readonly method: string; readonly path: string; readonly api: string },
): Reply | null {
  const [, owner, name = '', rest = ''] = /^\/repos\/([^/]+)\/([^/]+)(.*)$/.exec(path) ?? [];
  if (owner !== repository.owner || !repository.formerNames.includes(name)) return null;
  const location = `${api}/repositories/${repository.id}${rest}`;
  const body = { message: 'Moved Permanently', url: location, documentation_url: 'https://docs.github.com' };
  return { status: method === 'GET' ? 301 : 307, body, headers: { location } };
}
