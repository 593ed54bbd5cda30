import type { RepositoryName } from '../../domain/failed-run.js';
import type { GitHubClient } from './client.js';
import { statusOf } from './host-error.js';
import { readViewer } from './read-own-login.js';

export type TokenKind = 'workflow' | 'app' | 'fine-grained' | 'classic' | 'person';

/** What GitHub tells of a token to one who only reads. */
export interface TokenFacts {
  readonly kind: TokenKind;
  readonly login: string;
  /** Of a classic token alone: `x-oauth-scopes`. */
  readonly scopes: readonly string[];
  /** Whether its account may push; of an app it is not told. */
  readonly accountPushes: boolean;
  /** Reads that it was refused, by the permission that they need. */
  readonly unreadable: readonly string[];
}

export type TokenReading =
  | { readonly kind: 'facts'; readonly facts: TokenFacts }
  /** It is not known, or does not see the repository. */
  | { readonly kind: 'fault'; readonly fault: string };

const WORKFLOW_LOGIN = 'github-actions[bot]';

/** Asks what kind of token it is and what it may read. Changes nothing. @throws HostError when GitHub does not answer. */
export async function readToken(
  client: GitHubClient,
  token: string,
  { owner, name: repo }: RepositoryName,
): Promise<TokenReading> {
  try {
    const { data, headers } = await client.rest.repos.get({ owner, repo });
    const login = await readViewer(client);
    const scopes = String(headers['x-oauth-scopes'] ?? '').split(/,\s*/);
    return {
      kind: 'facts',
      facts: {
        kind: kindOfToken(token, login),
        login,
        scopes: scopes.filter((scope) => scope !== ''),
        accountPushes: data.permissions?.push ?? false,
        unreadable: await readAround(client, { owner, repo }),
      },
    };
  } catch (error) {
    const status = statusOf(error);
    if (status === 401)
      return { kind: 'fault', fault: 'GitHub does not know it: it was revoked or has expired' };
    if (status === 404 || status === 403)
      return { kind: 'fault', fault: `it does not see ${owner}/${repo} (${status})` };
    throw error;
  }
}

/** By its prefix (GitHub, "About authentication to GitHub"); an older form is a person's or, by its name, an app's. */
export function kindOfToken(token: string, login: string): TokenKind {
  if (token.startsWith('ghs_') || login.endsWith('[bot]'))
    return login === WORKFLOW_LOGIN ? 'workflow' : 'app';
  if (token.startsWith('github_pat_')) return 'fine-grained';
  return token.startsWith('ghp_') ? 'classic' : 'person';
}

async function readAround(
  { rest }: GitHubClient,
  place: { readonly owner: string; readonly repo: string },
): Promise<readonly string[]> {
  const one = { ...place, per_page: 1 };
  const reads: readonly [string, () => Promise<unknown>][] = [
    ['actions', () => rest.actions.listWorkflowRunsForRepo(one)],
    ['pull-requests', () => rest.pulls.list(one)],
    ['issues', () => rest.issues.listForRepo(one)],
  ];
  const refused: string[] = [];
  for (const [permission, read] of reads) {
    await read().catch((error: unknown) => {
      // Issues that are switched off answer 410.
      if (statusOf(error) === null) throw error;
      if (statusOf(error) === 403 || statusOf(error) === 404) refused.push(permission);
    });
  }
  return refused;
}
