import type { Signature } from './bare-repository.js';
import type { GithubState } from './state.js';

/** GitHub itself: the committer of what it commits and signs for somebody. */
export const GITHUB_COMMITTER: Signature = { name: 'GitHub', email: 'noreply@github.com' };

/** Whom GitHub names as the author of a commit that an account makes through the API. */
export function accountSignature({ users }: GithubState, login: string): Signature {
  const id = users.find((user) => user.login === login)?.id ?? 999;
  return { name: login, email: `${id}+${login}@users.noreply.github.com` };
}
