import type { GitHubClient } from './client.js';

/** The account that a token acts as, `name[bot]` for an app: only GraphQL tells an app of itself. */
export async function readViewer(client: GitHubClient): Promise<string> {
  const { viewer } = await client.graphql<{ readonly viewer: { readonly login: string } }>(
    'query { viewer { login } }',
  );
  return viewer.login;
}

/** The same without the `[bot]`. */
export const readOwnLogin = async (client: GitHubClient): Promise<string> =>
  plainLogin(await readViewer(client));

export const plainLogin = (login: string): string => login.toLowerCase().replace(/\[bot\]$/, '');

export const isApp = (viewer: string): boolean => viewer.endsWith('[bot]');
