export type Scope =
  | 'metadata'
  | 'contents'
  | 'pull_requests'
  | 'issues'
  | 'actions'
  | 'checks'
  | 'statuses'
  | 'security_events'
  | 'vulnerability_alerts'
  | 'workflows';

export type Level = 'none' | 'read' | 'write';

export type Permissions = Readonly<Partial<Record<Scope, Level>>>;

/** `contents:write`; what a token needs for an operation. */
export type Need = `${Scope}:${'read' | 'write'}`;

export interface Token {
  readonly text: string;
  readonly login: string;
  /** An app's token (such as GITHUB_TOKEN) has the permissions of its job; a person's has all that the person has. */
  readonly isApp: boolean;
  readonly permissions: Permissions;
}

/** What a job with write access to everything that smart-fix may need would get. */
export const ALL_PERMISSIONS: Permissions = {
  contents: 'write',
  pull_requests: 'write',
  issues: 'write',
  actions: 'write',
  checks: 'write',
  statuses: 'write',
  security_events: 'read',
  vulnerability_alerts: 'read',
};

const RANK = { none: 0, read: 1, write: 2 } as const;

export function allows(token: Token, need: Need): boolean {
  const [scope, level] = need.split(':') as [Scope, 'read' | 'write'];
  if (scope === 'metadata' && level === 'read') return true;
  return RANK[token.permissions[scope] ?? 'none'] >= RANK[level];
}

/**
 * The token of a request: `Bearer x`, `token x`, or basic with the token as password, the scheme in any case. Null when
 * there is none, `unknown` when it is not one of ours.
 */
export function readToken(
  authorization: string | undefined,
  tokens: readonly Token[],
): Token | null | 'unknown' {
  if (authorization === undefined || authorization === '') return null;
  const [scheme = '', value = ''] = authorization.split(/\s+/, 2);
  const isBasic = scheme.toLowerCase() === 'basic';
  const text = isBasic
    ? Buffer.from(value, 'base64')
        .toString()
        .replace(/^[^:]*:/, '')
    : value;
  if (!isBasic && !/^(bearer|token)$/i.test(scheme)) return 'unknown';
  return tokens.find((token) => token.text === text) ?? 'unknown';
}
