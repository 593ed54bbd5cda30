import type { GitHubClient } from './client.js';

/** The account that a token acts as, without the `[bot]` of an app: only GraphQL tells an app of itself. */
export async function readOwnLogin(client: GitHubClient): Promise<string> {
  const { viewer } = await client.graphql<{ readonly viewer: { readonly login: string } }>(
    'query { viewer { login } }',
  );
  return plainLogin(viewer.login);
}

export const plainLogin = (login: string): string => login.toLowerCase().replace(/\[bot\]$/, '');
