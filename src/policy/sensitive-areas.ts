/** Code in which a wrong fix costs more than a red build; a person decides there (A6-A8, A10). */
const SENSITIVE_AREAS: readonly { readonly area: string; readonly pattern: RegExp }[] = [
  {
    area: 'authentication',
    pattern: /(^|[/_.-])(auth|authn|authentication|oauth2?|login|signin|sso|saml|jwt)([/_.-]|$)/i,
  },
  {
    area: 'permissions',
    pattern: /(^|[/_.-])(authz|authorization|authorisation|permissions?|rbac|acl)([/_.-]|$)/i,
  },
  {
    area: 'database migration',
    pattern: /(^|[/_.-])(migrations?|migrate|alembic|flyway|liquibase)([/_.-]|$)/i,
  },
  {
    area: 'secrets or credentials',
    pattern: /(^|[/_.-])(secrets?|credentials?|keystore|vault|passwords?)([/_.-]|$)/i,
  },
  {
    area: 'secrets or credentials',
    pattern: /(^|\/)(\.env(\.[\w-]+)?|id_(rsa|ed25519|ecdsa)|[^/]+\.(pem|key|p12|pfx))$/i,
  },
  { area: 'cryptography', pattern: /(^|[/_.-])(crypto|cryptography|encryption)([/_.-]|$)/i },
];

/** The sensitive area that a path belongs to, or null. */
export function sensitiveAreaOf(path: string): string | null {
  return SENSITIVE_AREAS.find(({ pattern }) => pattern.test(path))?.area ?? null;
}
